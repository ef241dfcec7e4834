/** The only entities that X writes: it escapes exactly these, so any other is the author's own text. */
const ENTITY = /&(?:amp|lt|gt|quot|#34|#39);/g

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
}

/** Undoes X's escaping, once: `&amp;lt;` is `&lt;`, which the author typed. */
export function decodeEntities(escaped: string): string {
  return escaped.replace(ENTITY, (entity) => CHARACTERS[entity] as string)
}

/**
 * Maps positions in an escaped text to positions in the decoded one, both in UTF-16 units.
 * A position inside an entity maps to where its character begins.
 */
export function decodedOffsets(escaped: string): (offset: number) => number {
  const ends: { from: number; end: number; shift: number }[] = []
  let shift = 0
  for (const { 0: entity, index } of escaped.matchAll(ENTITY)) {
    shift += entity.length - 1
    ends.push({ from: index, end: index + entity.length, shift })
  }
  return (offset) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as { from: number }).from < offset) low = middle + 1
      else high = middle
    }
    const last = ends[low - 1]
    if (!last) return offset
    return offset < last.end ? last.end - last.shift - 1 : offset - last.shift
  }
}
