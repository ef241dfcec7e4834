import { linkify } from '../../world/linkify.ts'
import type { LinkPart, Part } from '../../world/model.ts'
import { displayUrl } from '../../world/parts.ts'
import { weight } from '../../world/weight.ts'
import type { World } from '../../world/world.ts'

/** Endings by which X takes a name with dots for an address; a few of the many. */
const ENDINGS = 'com|org|net|io|dev|app|co|ai|me|tv|info|edu|gov|uk|de|fr|nl|eu|jp|br|ca|es|it|ch|at'
const ADDRESS = new RegExp(
  `(?<![\\w@#$./-])(?:https?://[\\w-]+(?:\\.[\\w-]+)+|(?:[a-z0-9-]+\\.)+(?:${ENDINGS})(?![\\w-]|\\.\\w))(?::\\d+)?(?:[/?][^\\s<>"]*)?`,
  'giu',
)
const CASHTAG = /(?<![\w$])\$([A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?)(?!\w)/gu
const TRAILING = /[.,;:!?'’”)\]]+$/u

/** Finds in a text what X marks: addresses, names of accounts that exist, tags. */
export function partsOf(world: World, text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of text.matchAll(ADDRESS)) {
    const found = match[0].replace(TRAILING, '')
    parts.push(...plain(world, text.slice(at, match.index)), link(found))
    at = match.index + found.length
  }
  return [...parts, ...plain(world, text.slice(at))]
}

function link(found: string): LinkPart {
  const url = /^https?:/i.test(found) ? found : `http://${found}`
  return { kind: 'link', url, display: displayUrl(url) }
}

function plain(world: World, text: string): Part[] {
  if (text === '') return []
  return linkify({ kind: 'text', text }, (handle) => world.accountByHandle(handle)).flatMap((part) => {
    if (part.kind !== 'text') return [part]
    const pieces: Part[] = []
    let at = 0
    for (const match of part.text.matchAll(CASHTAG)) {
      if (match.index > at) pieces.push({ kind: 'text', text: part.text.slice(at, match.index) })
      pieces.push({ kind: 'cashtag', tag: match[1]! })
      at = match.index + match[0].length
    }
    if (at < part.text.length) pieces.push({ kind: 'text', text: part.text.slice(at) })
    return pieces
  })
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** What a text weighs against the 280 of a post: an address 23, an emoji 2 however it is made up. */
export function weightOf(parts: readonly Part[]): number {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  let sum = 0
  for (const part of parts) {
    if (part.kind !== 'text') {
      sum += weight([part])
      continue
    }
    for (const { segment } of segmenter.segment(part.text.normalize('NFC'))) {
      sum += EMOJI.test(segment) ? 2 : weight([{ kind: 'text', text: segment }])
    }
  }
  return sum
}
