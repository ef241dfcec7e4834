import { isObject, type Json, type JsonObject, objectsIn } from './json.ts'

/**
 * Rewrites indices that count code points so that they count UTF-16 units: in every text that carries facets,
 * and in posts that carry entities.
 * @param chosen whether the next pair of indices is rewritten
 */
export function recountIndices(answer: Json, chosen: () => boolean): void {
  for (const object of objectsIn(answer)) {
    if (typeof object.text !== 'string') continue
    const groups = Array.isArray(object.facets)
      ? [object.facets]
      : isObject(object.entities)
        ? Object.values(object.entities)
        : []
    if (groups.length === 0 && !('display_text_range' in object)) continue
    const units = unitOffsets(object.text)
    for (const group of groups) {
      for (const item of Array.isArray(group) ? group : []) {
        // The end of an inline picture is no index at all.
        if (isObject(item) && item.type !== 'inline_media' && chosen()) recount(item, 'indices', units)
      }
    }
    // Long posts count their displayed range in UTF-16 units already.
    const { display_text_range: range } = object
    const whole = Array.isArray(range) && range[0] === 0 && range[1] === object.text.length
    if (!whole && chosen()) recount(object, 'display_text_range', units)
  }
}

/** By code point, where it begins in UTF-16 units; the last entry is the length. */
function unitOffsets(text: string): number[] {
  const offsets: number[] = []
  let at = 0
  for (const letter of text) {
    offsets.push(at)
    at += letter.length
  }
  return [...offsets, at]
}

function recount(object: JsonObject, key: string, units: number[]): void {
  const pair = object[key]
  if (!Array.isArray(pair)) return
  object[key] = pair.map((index) => (typeof index === 'number' ? (units[index] ?? index) : index))
}
