import { cleanLine } from './clean-text.ts'

/** UTF-16 units that are shown of a text, and how many of them before the first place that fits. */
const WIDTH = 240
const BEFORE = 80
const MORE = '…'

/**
 * The part of a text that holds the first place that fits, on one line and without what hides.
 * @param find the places in a text, [start, end) each, in order
 * @returns the part, and the places in it
 */
export function cutSnippet(
  text: string,
  find: (text: string) => [number, number][],
): { text: string; marks: [number, number][] } {
  const [first] = find(text)
  const from = Math.max(0, (first?.[0] ?? 0) - BEFORE)
  const start = from === 0 ? 0 : wordEdge(text, from)
  const end = start + WIDTH >= text.length ? text.length : wordEdge(text, start + WIDTH)
  const words = cleanLine(text.slice(start, end))
  const cut = `${start > 0 ? MORE : ''}${words}${end < text.length ? MORE : ''}`
  return { text: cut, marks: find(cut) }
}

/** The next place that does not part a word, or failing that, a character. */
function wordEdge(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  if (space >= 0 && space - at < 30) return space
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at
}
