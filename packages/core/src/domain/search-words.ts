/**
 * How texts are made comparable for a search. Case, accents and width do not matter. Scripts without spaces
 * between words, and Korean, whose words carry their particles, are taken as pairs of characters that overlap:
 * 東京都 is 東京, 京都 and a closing 都, so that any part of it is found. Of the rest, a run of letters and digits
 * is a word, and so is each emoji.
 */

/** A word of a text, and where it stands there, in UTF-16 units. */
export interface Token {
  text: string
  start: number
  end: number
  /** Two characters of a script without spaces, and where the second of them stands. */
  second?: number
  /** The last character of a run of pairs, alone. */
  isClosing?: boolean
}

/** Words that have to stand side by side. */
export interface Phrase {
  words: readonly string[]
  /** Whether the last word may go on. */
  isPrefix: boolean
  /** Whether nothing may hold it. */
  isExcluded: boolean
}

const PAIRED =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
const RUNS = new RegExp(
  `(?<word>[[\\p{L}\\p{N}\\p{M}]--[${PAIRED}]]+)|(?<paired>[[\\p{L}\\p{N}\\p{M}]&&[${PAIRED}]]+)|\\p{Extended_Pictographic}|\\p{RI}{2}`,
  'gv',
)
const ASCII = /^[\0-\x7f]*$/
/** Accents, the vowel signs of Hebrew and Arabic, which are seldom written, and what stretches an Arabic word. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g

/** The words of a text, in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: run, index: start, groups } of text.matchAll(RUNS)) {
    const end = start + run.length
    if (groups?.paired) pushPairs(tokens, run, start)
    else {
      // What a sign stands for may be several words: ½ is 1 and 2.
      for (const word of folded(run).split(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{RI}]+/u))
        if (word) tokens.push({ text: word, start, end })
    }
  }
  return tokens
}

/** A text as its words with spaces between; of plain ASCII, what is no letter or digit separates them, too. */
export function indexable(text: string): string {
  if (ASCII.test(text)) return text
  return tokensOf(text)
    .map((token) => token.text)
    .join(' ')
}

/**
 * Reads what a person looks for: words that all have to be there, `"words side by side"`, `-word` for what must
 * not be there, `begin*` for words that begin so. Any text can be read; what holds no word is passed over.
 */
export function readPhrases(text: string): Phrase[] {
  const parts = text.matchAll(
    /(?<minus>-?)(?:["“”„](?<quoted>[^"“”]*)["“”]?|(?<bare>[^\s"“”„]+))(?<star>\*?)/g,
  )
  return [...parts].flatMap(({ groups = {} }) => {
    const words = groups.quoted ?? groups.bare ?? ''
    const tokens = tokensOf(words)
    const last = tokens.at(-1)
    if (!last) return []
    // Where a pair stands before it, the last character is in that pair, and the text may go on behind it.
    const isInPair = last.isClosing && tokens.at(-2)?.end === last.end
    if (isInPair) tokens.pop()
    return {
      words: tokens.map((token) => token.text),
      isPrefix: !isInPair && (last.isClosing === true || groups.star === '*' || words.endsWith('*')),
      isExcluded: groups.minus === '-',
    }
  })
}

/** Where phrases stand in a text, in UTF-16 units: [start, end) each, in order, none in another. */
export function findPhrases(text: string, phrases: readonly Phrase[]): [number, number][] {
  const tokens = tokensOf(text)
  const places: [number, number][] = []
  for (const { words, isPrefix, isExcluded } of phrases) {
    if (isExcluded) continue
    for (let at = 0; at + words.length <= tokens.length; at++) {
      const isHere = words.every((word, index) => {
        const found = tokens[at + index]?.text ?? ''
        return isPrefix && index === words.length - 1 ? found.startsWith(word) : found === word
      })
      const [first, last] = [tokens[at], tokens[at + words.length - 1]]
      // One character that was looked for begins a pair.
      const isHalf = last?.second !== undefined && last.text !== words.at(-1)
      if (isHere && first && last) places.push([first.start, isHalf ? (last.second as number) : last.end])
    }
  }
  places.sort((a, b) => a[0] - b[0] || b[1] - a[1])
  const apart: [number, number][] = []
  for (const place of places) {
    const last = apart.at(-1)
    if (last && place[0] < last[1]) last[1] = Math.max(last[1], place[1])
    else apart.push([...place])
  }
  return apart
}

function folded(run: string): string {
  if (ASCII.test(run)) return run.toLowerCase()
  return run.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').toLowerCase()
}

function pushPairs(tokens: Token[], run: string, start: number): void {
  const text = folded(run)
  const isSameLength = text.length === run.length
  const place = (from: number, to: number) =>
    isSameLength ? { start: start + from, end: start + to } : { start, end: start + run.length }
  const characters = [...text]
  let at = 0
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1]
    const end = at + character.length
    if (next === undefined) tokens.push({ text: character, ...place(at, end), isClosing: true })
    else tokens.push({ text: character + next, ...place(at, end + next.length), second: place(at, end).end })
    at = end
  }
}
