import { hashText } from '../world/random.ts'
import { isObject, type Json, type JsonObject, objectsIn } from './json.ts'

/** Code points of a long post that X keeps in the short form of it. */
const KEPT = 275

/**
 * Cuts the long posts of FxTwitter answers, as when the request behind them was of the kind that gets only
 * the short form: the flag is off, bold and italic are gone, and a link to the whole stands after the dots.
 */
export function cutLongPosts(answer: Json): void {
  for (const post of objectsIn(answer)) {
    if (post.is_note_tweet !== true || !isObject(post.raw_text) || typeof post.raw_text.text !== 'string') {
      continue
    }
    post.is_note_tweet = false
    cut(post, post.raw_text, Array.from(post.raw_text.text))
  }
}

function cut(post: JsonObject, raw: JsonObject, letters: string[]): void {
  const facets = (Array.isArray(raw.facets) ? raw.facets : []).filter(isObject)
  let end = Math.min(KEPT, letters.length)
  // X cuts between words and never within a link, name or tag.
  const at = (facet: JsonObject) => facet.indices as [number, number]
  const marks = new Set(['bold', 'italic', 'inline_media'])
  const linked = facets.filter((facet) => !marks.has(String(facet.type)))
  const through = linked.find((facet) => at(facet)[0] < end && end < at(facet)[1])
  if (through) end = at(through)[0]
  while (end > 0 && /\s/.test(letters[end - 1]!)) end--
  // Nor within an escaped sign.
  const start = letters.lastIndexOf('&', end - 1)
  if (start >= 0 && /^&[a-z]*$/.test(letters.slice(start, end).join(''))) end = start
  const kept = `${letters.slice(0, end).join('')}…`
  raw.text = `${kept} https://t.co/${shortCode(String(post.id))}`
  raw.display_text_range = [0, end + 1]
  raw.facets = linked.filter((facet) => at(facet)[1] <= end)
  post.text = readable(kept, raw.facets as JsonObject[])
}

/** Ten letters and digits, the same each time. */
function shortCode(id: string): string {
  return `${hashText(id).toString(36)}${hashText(`${id} note`).toString(36)}`.padEnd(10, '0').slice(0, 10)
}

function readable(kept: string, facets: JsonObject[]): string {
  let text = kept
  for (const { type, original, replacement } of facets) {
    if (type === 'url') text = text.replace(String(original), () => String(replacement))
  }
  return text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')
}
