import { hashText } from '../../world/random.ts'
import type { WireFacet, WireRawText } from './wire.ts'

/** Code points of a long post that X keeps in the short form of it. */
const KEPT = 275

/** Facets that only the long form has. */
const MARKS = new Set(['bold', 'italic', 'inline_media'])

/**
 * The short form of a long post's raw text: cut between words, dots, and a link to the whole that is no facet.
 * The displayed range ends after the dots, and is counted in code points as that of ordinary posts.
 */
export function cutText(raw: WireRawText, id: string): WireRawText {
  const letters = Array.from(raw.text)
  const facets = raw.facets.filter(({ type }) => !MARKS.has(type))
  const end = cutPoint(letters, facets)
  return {
    text: `${letters.slice(0, end).join('')}… https://t.co/${shortCode(id)}`,
    display_text_range: [0, end + 1],
    facets: facets.filter(({ indices }) => indices[1] <= end),
  }
}

/** Never within a link, name, tag or escaped sign. */
function cutPoint(letters: string[], facets: WireFacet[]): number {
  let end = Math.min(KEPT, letters.length)
  const through = facets.find(({ indices: [from, to] }) => from < end && end < to)
  if (through) end = through.indices[0]
  const sign = letters.lastIndexOf('&', end - 1)
  if (sign >= 0 && /^&[a-z]*$/.test(letters.slice(sign, end).join(''))) end = sign
  while (end > 0 && /\s/.test(letters[end - 1]!)) end--
  return end
}

/** Ten letters and digits, the same each time. */
function shortCode(id: string): string {
  return `${hashText(id).toString(36)}${hashText(`${id} note`).toString(36)}`.padEnd(10, '0').slice(0, 10)
}
