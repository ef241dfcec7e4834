/** Where Markdown will be read: Obsidian gives more signs a meaning than CommonMark and GitHub do. */
export type Flavour = 'markdown' | 'obsidian'

/** One paragraph as it will be written: `text`, of which only the characters marked in `literal` are words. */
export interface Paragraph {
  text: string
  /** What each character is: 0 syntax of ours, 1 a word of the author's, 2 such a word in the text of a link. */
  literal: Uint8Array
}

/**
 * Puts a backslash before each literal character that would be syntax where it stands, and before no other:
 * `snake_case`, `C#`, `5 * 3` and a `-` within a line stay as they are. The paragraph is read as CommonMark
 * with GitHub's extensions would read it; lines must not begin with white space.
 *
 * The rules are those of CommonMark 0.31 (2.4, 4, 6) and GFM 0.29 (tables, strikethrough). Where exactness
 * would need a whole parser, the test is a little wider than the syntax.
 */
export function escapeParagraph(paragraph: Paragraph, flavour: Flavour): string {
  const { text, literal } = paragraph
  const escapes = new Set<number>()
  const mark = (index: number) => {
    if (literal[index]) escapes.add(index)
  }
  if (BLOCK_SIGN.test(text)) markLineStarts(text, mark)
  if (INLINE_SIGN.test(text)) {
    markPatterns(text, mark)
    markCodeSpans(text, literal, escapes, mark)
    for (const sign of ['*', '_', '~']) markDelimiters(text, literal, sign, mark)
  }
  if (literal.includes(0)) {
    // A `!` right before a link of ours would make an image of it.
    for (const { index } of text.matchAll(/!(?=\[)/g)) if (!literal[index + 1]) mark(index)
  }
  if (literal.includes(2)) {
    for (const { index } of text.matchAll(/[[\]]/g)) if (literal[index] === 2) mark(index)
  }
  if (flavour === 'obsidian') markObsidian(text, literal, mark)
  markBareLinks(text, literal, escapes)
  if (escapes.size === 0) return text
  // A backslash that stands before an escaped sign would eat that escape, so it is escaped by its pattern.
  let result = ''
  let from = 0
  for (const index of [...escapes].sort((a, b) => a - b)) {
    result += `${text.slice(from, index)}\\`
    from = index
  }
  return result + text.slice(from)
}

const BLOCK_SIGN = /^(?:[#>+\-*=_~`|:[]|\d{1,9}[.)])/m
const INLINE_SIGN = /[\\`*_~<&\]]/

type Mark = (index: number) => void

function markLineStarts(text: string, mark: Mark): void {
  let start = 0
  for (const line of text.split('\n')) {
    markLineStart(line, start, text, mark)
    start += line.length + 1
  }
}

const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

function markLineStart(line: string, start: number, text: string, mark: Mark): void {
  const ordered = /^(\d{1,9})[.)](?:[ \t]|$)/.exec(line)
  if (ordered) mark(start + (ordered[1] as string).length)
  else if (
    /^(?:`{3}|~{3}|#{1,6}(?:[ \t]|$)|>|[-+*](?:[ \t]|$)|(?:=+|-+)[ \t]*$|([-_*])(?:[ \t]*\1){2,}[ \t]*$|\[!|\[[ xX]\](?:[ \t]|$))/.test(
      line,
    ) ||
    DELIMITER_ROW.test(line) ||
    (line.startsWith('[') && text.indexOf(']:', start) > 0)
  ) {
    // The whole run: what is left of one would be another run, with other powers.
    const run = /^[*_~`]+/.exec(line)?.[0].length ?? 1
    for (let at = start; at < start + run; at++) mark(at)
  }
}

/** A sign that is syntax by what stands right after it. */
function markPatterns(text: string, mark: Mark): void {
  // Backslash escapes, raw HTML and autolinks, character references, the end of a link's text.
  const pattern = /\\(?=[!-/:-@[-`{-~])|<(?=[A-Za-z/!?]|[^\s<>]+@)|&(?=#?[A-Za-z0-9]{1,32};)|\](?=\()/g
  for (const { index } of text.matchAll(pattern)) mark(index)
}

/**
 * GitHub reads a bare address up to the next space without regard to backslashes, so an address that holds
 * an escape or a marker of ours is kept from being read as one.
 */
function markBareLinks(text: string, literal: Uint8Array, escapes: Set<number>): void {
  for (const { 1: sign, 2: address, index } of text.matchAll(/(https?|www)(?=([:.][^\s<]*))/gi)) {
    const start = index + (sign as string).length
    const end = start + (address as string).length
    const touched =
      literal.subarray(start, end).includes(0) || [...escapes].some((at) => start < at && at <= end)
    if (touched && literal[start]) escapes.add(start)
  }
}

/**
 * Backticks make code only in pairs of equally long runs. An escaped run can still close one that is not, so
 * either all are escaped or none.
 */
function markCodeSpans(text: string, literal: Uint8Array, escapes: ReadonlySet<number>, mark: Mark): void {
  const runs = [...text.matchAll(/`+/g)]
  const pairs = new Set(runs.map((run) => run[0].length)).size < runs.length
  if (!pairs && !runs.some(({ index }) => escapes.has(index) || !literal[index])) return
  for (const run of runs) for (let i = 0; i < run[0].length; i++) mark(run.index + i)
}

/** Emphasis and strikethrough need one run that can open and a later one that can close. */
function markDelimiters(text: string, literal: Uint8Array, sign: string, mark: Mark): void {
  if (!text.includes(sign)) return
  const runs: { index: number; length: number; opens: boolean; closes: boolean; ours: boolean }[] = []
  for (let index = text.indexOf(sign); index >= 0; index = text.indexOf(sign, index)) {
    let end = index
    while (text[end] === sign && literal[end] === literal[index]) end++
    const { opens, closes } = flanking(text, index, end)
    runs.push({ index, length: end - index, opens, closes, ours: !literal[index] })
    index = end
  }
  const ours = runs.some((run) => run.ours)
  const firstOpener = runs.findIndex((run) => run.opens)
  const lastCloser = runs.findLastIndex((run) => run.closes)
  for (const [i, run] of runs.entries()) {
    const active = (run.opens && i < lastCloser) || (run.closes && firstOpener >= 0 && i > firstOpener)
    if (!active && !(ours && (run.opens || run.closes))) continue
    for (let at = run.index; at < run.index + run.length; at++) mark(at)
  }
}

const SPACE = /^[\s\p{Zs}]?$/u
const PUNCTUATION = /^[\p{P}\p{S}]$/u
/** Signs that readers disagree on: some take symbols, all beyond 16 bits, or another delimiter, for letters. */
const DOUBTFUL = /^(?:[*_~]|(?![\0-\x7f])\p{S}|[\u{10000}-\u{10ffff}])$/u

type Class = 'space' | 'punctuation' | 'letter'

function classesOf(character: string): readonly Class[] {
  if (SPACE.test(character)) return ['space']
  if (!PUNCTUATION.test(character)) return ['letter']
  return DOUBTFUL.test(character) ? ['punctuation', 'letter'] : ['punctuation']
}

interface Flanking {
  /** Whether the run opens for some reader. */
  opens: boolean
  closes: boolean
  /** Whether it opens for every reader. */
  surelyOpens: boolean
  surelyCloses: boolean
}

/** Whether a delimiter run can open and close, by what stands on its two sides (CommonMark 6.2). */
export function flanking(text: string, start: number, end: number): Flanking {
  const befores = classesOf(characterBefore(text, start))
  const afters = classesOf(String.fromCodePoint(text.codePointAt(end) ?? 10))
  const readings = befores.flatMap((before) =>
    afters.map((after) => read(before, after, text[start] === '_')),
  )
  return {
    opens: readings.some((reading) => reading.opens),
    closes: readings.some((reading) => reading.closes),
    surelyOpens: readings.every((reading) => reading.opens),
    surelyCloses: readings.every((reading) => reading.closes),
  }
}

function read(before: Class, after: Class, underscore: boolean): { opens: boolean; closes: boolean } {
  const left = after !== 'space' && (after !== 'punctuation' || before !== 'letter')
  const right = before !== 'space' && (before !== 'punctuation' || after !== 'letter')
  if (!underscore) return { opens: left, closes: right }
  return {
    opens: left && (!right || before === 'punctuation'),
    closes: right && (!left || after === 'punctuation'),
  }
}

function characterBefore(text: string, index: number): string {
  if (index === 0) return '\n'
  const low = /[\udc00-\udfff]/.test(text[index - 1] as string)
  return String.fromCodePoint(text.codePointAt(index - (low && index > 1 ? 2 : 1)) as number)
}

/** Obsidian's own: highlights, comments, wiki links and embeds, mathematics, inline footnotes. */
function markObsidian(text: string, literal: Uint8Array, mark: Mark): void {
  // In an image's text a bar gives its width; at a line's end ` ^id` names the block.
  for (const { index } of text.matchAll(/\|| \^(?=[A-Za-z0-9-]+[ \t]*$)/gm)) {
    if (text[index] === '|' ? literal[index] === 2 : true) mark(text[index] === '|' ? index : index + 1)
  }
  for (const { index } of text.matchAll(/==|%%|\[\[|\^\[/g)) {
    mark(index)
    mark(index + 1)
  }
  const dollars = [...text.matchAll(/\$/g)]
  const last = dollars.at(-1)
  for (const { index } of dollars) {
    const opens = /\S/.test(text[index + 1] ?? ' ') && last !== undefined && index < last.index
    const closes =
      index > 0 && /\S/.test(text[index - 1] as string) && index > (dollars[0] as RegExpExecArray).index
    if (opens || closes) mark(index)
  }
}
