import { cleanLine } from './clean-text.ts'
import { escapeParagraph, type Flavour } from './escape-markdown.ts'

/** What a piece of a line is: our syntax, somebody's words, or such words in the text of a link or image. */
export const SYNTAX = 0
export const WORDS = 1
export const LINK_WORDS = 2
type Kind = typeof SYNTAX | typeof WORDS | typeof LINK_WORDS

export interface Piece {
  piece: string
  kind: Kind
}

/** A line under construction: text of ours as it is, words of others as pieces. */
export type Line = readonly (string | Piece)[]

/** Somebody's words in a line of ours, on one line and without what hides. */
export function words(text: string | null | undefined): Piece {
  return { piece: cleanLine(text ?? ''), kind: WORDS }
}

/** Somebody's words as the text of a link or image. */
export function linkWords(text: string | null | undefined): Piece {
  return { piece: cleanLine(text ?? ''), kind: LINK_WORDS }
}

/**
 * Lines that are one paragraph, as Markdown: they stay apart when it is shown, and the words in them are
 * escaped once, as a whole, since a sign in one line can pair with a sign in another.
 */
export function paragraph(lines: readonly Line[], flavour: Flavour): string[] {
  const pieces: Piece[] = []
  for (const [index, line] of lines.entries()) {
    if (index > 0) pieces.push({ piece: '\n', kind: SYNTAX })
    for (const part of line) pieces.push(typeof part === 'string' ? { piece: part, kind: SYNTAX } : part)
  }
  const text = pieces.map(({ piece }) => piece).join('')
  if (text === '') return []
  const literal = new Uint8Array(text.length)
  let at = 0
  for (const { piece, kind } of pieces) {
    literal.fill(kind, at, at + piece.length)
    at += piece.length
  }
  const escaped = escapeParagraph({ text, literal }, flavour).split('\n')
  return escaped.map((line, index) => (index < escaped.length - 1 ? `${line}  ` : line))
}

/** A line that is a block by itself: a heading's text, the words of a list item. */
export function single(line: Line, flavour: Flavour): string {
  return paragraph([line], flavour).join('')
}
