import type { Facet } from '../domain/facet.ts'
import { decodedOffsets, decodeEntities } from './decode-entities.ts'

/** A facet with its place in the decoded text, [start, end) in UTF-16 units. */
export interface LocatedFacet {
  facet: Facet
  start: number
  end: number
}

export interface LocatedText {
  /** The text with X's escaping undone, t.co links still in it. */
  text: string
  facets: LocatedFacet[]
  /** A position of upstream's as a position in `text`. */
  toOffset(position: number): number
}

/** A way to read upstream's numbers: a position as an offset into the decoded text. */
type Unit = (position: number) => number

/**
 * Finds where each facet of a raw, HTML-escaped text really stands.
 *
 * Sources disagree on what indices count: code points or UTF-16 units, of the escaped or of the decoded
 * text, and one answer may mix them. So each unit is tried, the one under which most facets cover what they
 * name is taken, and a facet that it does not fit is tried under the others, then looked for nearby. One that
 * is nowhere is left out: its text stays plain.
 */
export function locateFacets(escaped: string, facets: readonly Facet[]): LocatedText {
  const text = decodeEntities(escaped)
  const units = unitsOf(escaped, text)
  const literals = facets.map(literalsOf)
  const namesOf = (index: number) => literals[index] as string[]
  const fits = (unit: Unit, index: number): boolean => {
    const [start, end] = (facets[index] as Facet).indices
    const slice = text.slice(unit(start), unit(end))
    return isUnnamedLink(facets[index] as Facet)
      ? /^https?:\/\/\S+$/i.test(slice)
      : namesOf(index).includes(fold(slice))
  }
  let best = units[0] as Unit
  let bestCount = -1
  for (const unit of units) {
    const fitting = facets.reduce((sum, _, index) => sum + (fits(unit, index) ? 1 : 0), 0)
    if (fitting > bestCount) {
      best = unit
      bestCount = fitting
    }
  }
  const located: LocatedFacet[] = []
  const place = (facet: Facet, start: number, end: number): boolean => {
    if (start >= end || end > text.length) return false
    located.push({ facet, start, end })
    return true
  }
  for (const [index, facet] of facets.entries()) {
    const [from, to] = facet.indices
    if (namesOf(index).length === 0 && !isUnnamedLink(facet)) {
      place(facet, best(from), best(to))
      continue
    }
    const unit = [best, ...units].find((candidate) => fits(candidate, index))
    if (unit) place(facet, unit(from), unit(to))
    else {
      const found = nearest(text, namesOf(index), best(from), located)
      if (found) place(facet, ...found)
    }
  }
  return { text, facets: located.sort((a, b) => a.start - b.start || b.end - a.end), toOffset: best }
}

function unitsOf(escaped: string, text: string): Unit[] {
  const decoded = escaped === text ? (offset: number) => offset : decodedOffsets(escaped)
  const points = codePointOffsets(escaped)
  const units: Unit[] = []
  if (points) units.push((position) => decoded(points(position)))
  units.push((position) => decoded(position))
  if (escaped !== text) {
    const textPoints = codePointOffsets(text)
    if (textPoints) units.push(textPoints)
    units.push((position) => position)
  }
  return units
}

/** Code point positions as UTF-16 offsets; undefined where they are the same. */
function codePointOffsets(text: string): Unit | undefined {
  if (!/[\ud800-\udbff]/.test(text)) return undefined
  const offsets: number[] = []
  let offset = 0
  for (const character of text) {
    offsets.push(offset)
    offset += character.length
  }
  return (position) => offsets[position] ?? offset
}

/** A link that does not say what stands in the text: it must at least cover an address. */
function isUnnamedLink({ type, original }: Facet): boolean {
  return (type === 'url' || type === 'media') && !original
}

/** What may stand in the text under a facet, folded; nothing for a style, which names no text. */
function literalsOf(facet: Facet): string[] {
  const original = facet.original
  if (!original) return []
  switch (facet.type) {
    case 'mention':
      return ['@', '＠'].map((sign) => fold(sign + original.replace(/^[@＠]/, '')))
    case 'hashtag':
      return ['#', '＃'].map((sign) => fold(sign + original.replace(/^[#＃]/, '')))
    case 'symbol':
      return [fold(`$${original.replace(/^\$/, '')}`)]
    case 'url':
    case 'media':
      return [fold(original)]
    default:
      return []
  }
}

function fold(text: string): string {
  return text.toLowerCase()
}

/** The free occurrence of a literal that stands nearest to where it was expected. */
function nearest(
  text: string,
  literals: readonly string[],
  expected: number,
  taken: readonly LocatedFacet[],
): [number, number] | undefined {
  const haystack = fold(text)
  // Folding may change the length of a few letters; then offsets do not carry over.
  if (haystack.length !== text.length) return undefined
  let best: [number, number] | undefined
  for (const literal of literals) {
    for (let at = haystack.indexOf(literal); at >= 0; at = haystack.indexOf(literal, at + 1)) {
      const end = at + literal.length
      // `#ab` is not the start of `#abc`, nor is a short t.co link the start of a longer one.
      if (/^[\p{L}\p{N}\p{M}_]/u.test(haystack.slice(end, end + 2))) continue
      if (taken.some((other) => at < other.end && other.start < end)) continue
      if (!best || Math.abs(at - expected) < Math.abs(best[0] - expected)) best = [at, end]
    }
  }
  return best
}
