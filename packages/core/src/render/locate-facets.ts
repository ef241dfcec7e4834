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
export function locateFacets(
  escaped: string,
  facets: readonly Facet[],
  form: 'escaped' | 'plain' = 'escaped',
): LocatedText {
  const text = form === 'escaped' ? decodeEntities(escaped) : escaped
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
  const search = new LiteralSearch(text)
  for (const [index, facet] of facets.entries()) {
    // Mentions and tags stand in the text as they are shown, so only the unit needs them.
    if (NAMES_ONLY.has(facet.type)) continue
    const [from, to] = facet.indices
    const isLink = facet.type === 'url' || facet.type === 'media'
    const unit = isLink ? [best, ...units].find((candidate) => fits(candidate, index)) : best
    const range: [number, number] | undefined = unit
      ? [unit(from), unit(to)]
      : search.nearest(isUnnamedLink(facet) ? '' : (facet.original ?? ''), best(from))
    if (!range || range[0] >= range[1] || range[1] > text.length) continue
    if (isLink) search.take(range[0], range[1])
    located.push({ facet, start: range[0], end: range[1] })
  }
  return { text, facets: located.sort((a, b) => a.start - b.start || b.end - a.end), toOffset: best }
}

const NAMES_ONLY = new Set(['mention', 'hashtag', 'symbol'])

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

/** A link that does not say which address stands in the text: it must at least cover one. */
function isUnnamedLink({ type, original }: Facet): boolean {
  return (type === 'url' || type === 'media') && !/^https?:\/\//i.test(original ?? '')
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

/** Finds links in a text that are not where they were said to be; each place is given out once. */
class LiteralSearch {
  readonly #text: string
  readonly #taken: Uint8Array
  readonly #places = new Map<string, number[]>()

  constructor(text: string) {
    this.#text = text
    this.#taken = new Uint8Array(text.length)
  }

  take(start: number, end: number): void {
    this.#taken.fill(1, start, end)
  }

  /** The free occurrence of a link that stands nearest to where it was expected. */
  nearest(link: string, expected: number): [number, number] | undefined {
    if (!link) return undefined
    let best: number | undefined
    for (const at of this.#placesOf(link)) {
      if (this.#taken[at] || this.#taken[at + link.length - 1]) continue
      if (best === undefined || Math.abs(at - expected) < Math.abs(best - expected)) best = at
    }
    return best === undefined ? undefined : [best, best + link.length]
  }

  #placesOf(link: string): number[] {
    let places = this.#places.get(link)
    if (!places) {
      places = []
      for (let at = this.#text.indexOf(link); at >= 0; at = this.#text.indexOf(link, at + 1)) {
        // A short link is not the start of a longer one.
        if (!/[A-Za-z0-9]/.test(this.#text[at + link.length] ?? '')) places.push(at)
      }
      this.#places.set(link, places)
    }
    return places
  }
}
