/** A search in X's own language, as far as the world understands it. */
export type Query =
  | { kind: 'all' | 'any'; parts: Query[] }
  | { kind: 'not'; part: Query }
  | { kind: 'word' | 'phrase'; text: string }
  | { kind: 'operator'; name: Operator; value: string }

const OPERATORS = [
  'from to since until since_time until_time since_id max_id filter include min_faves min_retweets min_replies',
  'lang conversation_id quoted_tweet_id in_reply_to_tweet_id url',
]
  .join(' ')
  .split(' ')

export type Operator = 'mention' | 'hashtag' | 'cashtag' | (typeof OPERATORS)[number]

/** Brackets, quoted phrases with or without an operator before them, and everything else between spaces. */
const TOKEN = /-?[()]|-?(?:\w+:)?"[^"]*"?|[^\s()"]+/gu

/** Letters of any script, digits and marks: what is left of a word when its edges are trimmed. */
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu

const ASCII = /[\p{ASCII}]+/gu

/**
 * Reads a query. What stands side by side must all hold; OR joins less tightly than that; brackets group; a
 * minus negates. Brackets that do not match are passed over. Undefined when there is nothing to look for.
 */
export function readQuery(text: string): Query | undefined {
  const tokens = text.match(TOKEN) ?? []
  let at = 0

  function any(depth: number): Query | undefined {
    const parts: Query[] = []
    for (;;) {
      const part = all(depth)
      if (part) parts.push(part)
      if (tokens[at] !== 'OR') break
      at++
    }
    return joined('any', parts)
  }

  function all(depth: number): Query | undefined {
    const parts: Query[] = []
    for (let token = tokens[at]; token !== undefined && token !== 'OR'; token = tokens[at]) {
      if (token === ')' || token === '-)') {
        if (depth > 0) break
        at++
        continue
      }
      at++
      const negated = token.startsWith('-') && token.length > 1
      const part = token.endsWith('(') ? group(depth) : readTerm(negated ? token.slice(1) : token)
      if (part) parts.push(negated ? { kind: 'not', part } : part)
    }
    return joined('all', parts)
  }

  function group(depth: number): Query | undefined {
    const inner = any(depth + 1)
    if (tokens[at] === ')' || tokens[at] === '-)') at++
    return inner
  }

  return any(0)
}

function joined(kind: 'all' | 'any', parts: Query[]): Query | undefined {
  return parts.length > 1 ? { kind, parts } : parts[0]
}

function readTerm(token: string): Query | undefined {
  if (token === 'AND') return undefined
  const [, name = '', rest = ''] = /^(\w+):(.+)$/su.exec(token) ?? []
  const value = rest.replace(/^"|"$/g, '')
  if (OPERATORS.includes(name.toLowerCase()) && value) {
    return { kind: 'operator', name: name.toLowerCase(), value: value.toLowerCase() }
  }
  if (token.startsWith('"')) {
    const text = token.replace(/^"|"$/g, '').trim()
    return text ? { kind: 'phrase', text: folded(text) } : undefined
  }
  for (const [sign, kind] of SIGNS) {
    if (sign.test(token)) return { kind: 'operator', name: kind, value: folded(token.slice(1)) }
  }
  // A sign alone says nothing, unless it is a picture.
  const text = token.replace(EDGES, '') || token.replace(ASCII, '')
  return text ? { kind: 'word', text: folded(text) } : undefined
}

const SIGNS = [
  [/^@\w{1,15}$/, 'mention'],
  [/^[#＃][\p{L}\p{M}\p{N}_]+$/u, 'hashtag'],
  [/^\$[A-Za-z]\w{0,5}$/, 'cashtag'],
] as const

/** Case and form of letters do not matter to a search. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
