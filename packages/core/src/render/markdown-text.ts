import { cleanLine, closeDirections } from './clean-text.ts'
import { escapeInline, escapeParagraph, type Flavour, flanking } from './escape-markdown.ts'
import { joinSpans, type Span } from './rich-text.ts'

/**
 * Spans as lines of Markdown: paragraphs apart, line breaks within them kept (two spaces), bold and italic
 * kept, links shown as their full address, and everything else exactly the author's words.
 */
export function markdownLines(spans: readonly Span[], flavour: Flavour): string[] {
  const lines = splitLines(joinSpans(spans))
  const last = lines.at(-1)
  const whole = lines
    .flat()
    .map((span) => span.text)
    .join('')
  const closers = closeDirections(whole).slice(whole.length)
  if (last && closers) last.push({ text: closers })
  const result: string[] = []
  let paragraph: Span[][] = []
  const flush = () => {
    if (paragraph.length > 0) result.push(...writeParagraph(paragraph, flavour))
    paragraph = []
  }
  for (const line of lines) {
    if (line.every((span) => span.text.trim() === '')) {
      flush()
      result.push('')
    } else paragraph.push(line)
  }
  flush()
  return result
}

/** Puts lines into a block quote, the fence around every stranger's words. */
export function quoteLines(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '>' : `> ${line}`))
}

/** An address as an autolink: visible in full, and a link in every reader. What is no web address is text. */
export function autolink(url: string): string {
  return isWebUrl(url) ? `<${encodeUrl(url)}>` : escapeInline(cleanLine(url), 'obsidian')
}

function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

/** An address made safe to stand inside `<…>`: only what would end it is percent-encoded. */
export function encodeUrl(url: string): string {
  return url.replace(/[\s\p{Cc}<>]/gu, encodeURIComponent)
}

/**
 * The target of `[…](…)`, which parentheses that do not pair, backslashes and backticks would break; empty for
 * what is no web address.
 */
export function linkTarget(url: string): string {
  if (!isWebUrl(url)) return ''
  return encodeUrl(url).replace(/[()\\`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
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
  const pieces: { piece: string; kind: Kind }[] = []
  const add: Add = (piece, kind) => {
    pieces.push({ piece, kind })
  }
  for (const [index, line] of lines.entries()) {
    if (index > 0) add('\n', SYNTAX)
    writeLine(trimEnd(keepIndent(line)), add)
  }
  const text = pieces.map(({ piece }) => piece).join('')
  const literal = new Uint8Array(text.length)
  let at = 0
  for (const { piece, kind } of pieces) {
    literal.fill(kind, at, at + piece.length)
    at += piece.length
  }
  const escaped = escapeParagraph({ text, literal }, flavour).split('\n')
  return escaped.map((line, index) => (index < escaped.length - 1 ? `${line}  ` : line))
}

function trimEnd(line: Span[]): Span[] {
  const last = line.at(-1)
  if (!last) return line
  const text = last.text.trimEnd()
  return text ? [...line.slice(0, -1), { ...last, text }] : trimEnd(line.slice(0, -1))
}

const SYNTAX = 0
const WORDS = 1
const LINK_WORDS = 2
type Kind = typeof SYNTAX | typeof WORDS | typeof LINK_WORDS
type Add = (piece: string, kind: Kind) => void

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
    const span: Span = touching || given.text.trim() === '' ? { ...given, styles: undefined } : given
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
  if (href) return href === text ? autolink(href) : `[${text}](${linkTarget(href)})`
  return styles?.has('code') ? codeSpan(text) : text
}

function writeSpan(span: Span, add: Add): void {
  if (span.href && span.href !== span.text) {
    add('[', SYNTAX)
    add(span.text, LINK_WORDS)
    add(`](${linkTarget(span.href)})`, SYNTAX)
  } else add(shownText(span), span.href || span.styles?.has('code') ? SYNTAX : WORDS)
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length))
  const fence = '`'.repeat(longest + 1)
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
