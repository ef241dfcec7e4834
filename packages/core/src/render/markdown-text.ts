import { closeDirections } from './clean-text.ts'
import { encodeUrl } from './encode-url.ts'
import { type Flavour, flanking } from './escape-markdown.ts'
import { LINK_WORDS, type Piece, paragraph, SYNTAX, WORDS, words } from './pieces.ts'
import { joinSpans, type Span, spansToText } from './rich-text.ts'

/**
 * Spans as lines of Markdown: paragraphs apart, line breaks within them kept (two spaces), bold and italic
 * kept, links shown as their full address, and everything else exactly the author's words.
 */
export function markdownLines(spans: readonly Span[], flavour: Flavour): string[] {
  const lines = splitLines(joinSpans(spans))
  const last = lines.at(-1)
  // Links and code close their own.
  const whole = spansToText(lines.flat().filter(({ href, styles }) => !href && !styles?.has('code')))
  const closers = closeDirections(whole).slice(whole.length)
  if (last && closers) last.push({ text: closers })
  const result: string[] = []
  let group: Span[][] = []
  const flush = () => {
    if (group.length > 0) for (const line of writeParagraph(group, flavour)) result.push(line)
    group = []
  }
  for (const line of lines) {
    if (line.every((span) => span.text.trim() === '')) {
      flush()
      result.push('')
    } else group.push(line)
  }
  flush()
  return result
}

/** Puts lines into a block quote, the fence around every stranger's words. */
export function quoteLines(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '>' : `> ${line}`))
}

/** A web address as an autolink: visible in full, and a link in every reader. */
export function autolink(url: string): string {
  return `<${encodeUrl(url)}>`
}

/** An address that may be none: then it is words. */
export function address(url: string): string | Piece {
  return isWebUrl(url) ? autolink(url) : words(url)
}

function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

/**
 * The target of `[…](…)`: backslashes, backticks, character references and parentheses that do not pair would
 * break it, or lead elsewhere. Empty for what is no web address.
 */
export function linkTarget(url: string): string {
  if (!isWebUrl(url)) return ''
  const target = encodeUrl(url)
    .replace(/[\\`]/g, percentEncode)
    .replace(/&(?=#?\w{1,32};)/g, '&amp;')
  return pairs(target) ? target : target.replace(/[()]/g, percentEncode)
}

function percentEncode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Whether every parenthesis has its other half; readers give up where they nest deep. */
function pairs(text: string): boolean {
  let depth = 0
  for (const [sign] of text.matchAll(/[()]/g)) {
    depth += sign === '(' ? 1 : -1
    if (depth < 0 || depth > 8) return false
  }
  return depth === 0
}

function splitLines(spans: readonly Span[]): Span[][] {
  const lines: Span[][] = [[]]
  for (const span of spans) {
    for (const [index, text] of span.text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (text !== '') (lines.at(-1) as Span[]).push({ ...span, text })
    }
  }
  return lines
}

/** White space that would make code of a line, or be lost, is kept as no-break spaces. */
function keepIndent(line: Span[]): Span[] {
  const [first, ...rest] = line
  if (!first || first.href) return line
  const indent = /^[^\S\n]+/.exec(first.text)?.[0]
  if (!indent) return line
  const kept = indent.replace(/\t/g, '    ').replace(/[^\S\n]/g, '\u00a0')
  return [{ ...first, text: kept + first.text.slice(indent.length) }, ...rest]
}

function writeParagraph(lines: readonly Span[][], flavour: Flavour): string[] {
  const written = lines.map((line) => {
    const pieces: Piece[] = []
    writeLine(trimEnd(keepIndent(line)), (piece, kind) => {
      pieces.push({ piece, kind })
    })
    return pieces
  })
  return paragraph(written, flavour)
}

function trimEnd(line: Span[]): Span[] {
  const last = line.at(-1)
  if (!last) return line
  const text = last.text.trimEnd()
  return text ? [...line.slice(0, -1), { ...last, text }] : trimEnd(line.slice(0, -1))
}

type Add = (piece: string, kind: Piece['kind']) => void

/** Strikethrough is left out beside bold or italic: the two signs would not open between letters. */
function markerOf(styles: Span['styles']): string {
  if (!styles) return ''
  return (
    `${styles.has('bold') ? '**' : ''}${styles.has('italic') ? '*' : ''}` ||
    (styles.has('strikethrough') ? '~~' : '')
  )
}

/**
 * One line. A style becomes markers only where Markdown would read them as such: white space, and
 * punctuation that stands against a letter, is left outside of them; a style that touches another one on the
 * same line without a sign between them is dropped, since the markers would run into each other.
 */
function writeLine(line: readonly Span[], add: Add): void {
  let before = ''
  let touching = false
  for (const [index, given] of line.entries()) {
    // Nothing shows of a blank link or style; a style right behind another would run into it.
    const isBlank = given.text.trim() === ''
    const span: Span = isBlank ? { text: given.text } : touching ? { ...given, styles: undefined } : given
    const text = shownText(span)
    const marker = markerOf(span.styles)
    const next = line[index + 1]
    const isWord = !span.href && !span.styles?.has('code')
    const core: Core | undefined = marker
      ? styledCore(text, before, next ? shownText({ ...next, styles: undefined }) : '', marker, isWord)
      : undefined
    touching = Boolean(span.styles?.has('code'))
    if (!core) writeSpan(span, add)
    else {
      const [start, end]: Core = core
      add(text.slice(0, start), WORDS)
      add(marker, SYNTAX)
      writeSpan(isWord ? { text: text.slice(start, end) } : span, add)
      add(marker, SYNTAX)
      add(text.slice(end), WORDS)
      touching ||= end === text.length
    }
    before = text
  }
}

/** A span as it will stand in the line, but for escapes: enough to see what stands beside a marker. */
function shownText({ text, href, styles }: Span): string {
  if (href) return href === text ? autolink(href) : `[${closeDirections(text)}](${linkTarget(href)})`
  return styles?.has('code') ? codeSpan(closeDirections(text)) : text
}

function writeSpan(span: Span, add: Add): void {
  if (span.href && span.href !== span.text) {
    add('[', SYNTAX)
    add(closeDirections(span.text), LINK_WORDS)
    add(`](${linkTarget(span.href)})`, SYNTAX)
  } else add(shownText(span), span.href || span.styles?.has('code') ? SYNTAX : WORDS)
}

/** Length of the longest run of backticks. */
export function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

function codeSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

type Core = [start: number, end: number]

/** The widest part of a text that can stand between markers. */
function styledCore(
  text: string,
  before: string,
  after: string,
  marker: string,
  isWord: boolean,
): Core | undefined {
  const edges = [...graphemes.segment(text)].map(({ index }) => index)
  edges.push(text.length)
  let first = edges.indexOf(text.search(/\S/))
  let last = edges.indexOf(text.trimEnd().length)
  while (first >= 0 && first < last) {
    const [start, end]: Core = [edges[first] as number, edges[last] as number]
    const left = `${before}${text.slice(0, start)}`
    const right = `${text.slice(end)}${after}`
    const sample = `${left}${marker}${text.slice(start, end)}${marker}${right}`
    const opening = flanking(sample, left.length, left.length + marker.length)
    const closeAt = sample.length - right.length - marker.length
    const closing = flanking(sample, closeAt, closeAt + marker.length)
    const leftClear = !/[*_~]$/.test(left)
    const rightClear = !/^[*_~]/.test(right)
    if (leftClear && rightClear && opening.surelyOpens && closing.surelyCloses) return [start, end]
    if (!isWord) return undefined
    // The side that fails gives up one character.
    if (!leftClear || !opening.surelyOpens) first += 1
    else last -= 1
  }
  return undefined
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
