import { createRequire } from 'node:module'
import { linkify } from '../../world/linkify.ts'
import type { LinkPart, Part } from '../../world/model.ts'
import { displayUrl } from '../../world/parts.ts'
import { weight } from '../../world/weight.ts'
import type { World } from '../../world/world.ts'

/** With a scheme any host with a dot is one: the hosts of this world have endings that no real one has. */
const WITH_SCHEME = /(?<![\w@#$./-])https?:\/\/[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?][^\s<>"]*)?/giu
const CASHTAG = /(?<![\w$])\$([A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?)(?!\w)/gu
const TRAILING = /[.,;:!?'’”)\]]+$/u

/** Finds in a text what X marks: addresses, names of accounts that exist, tags. */
export function partsOf(world: World, text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { start, url } of addressesOf(text)) {
    if (start < at) continue
    parts.push(...plain(world, text.slice(at, start)), link(url))
    at = start + url.length
  }
  return [...parts, ...plain(world, text.slice(at))]
}

/** Nobody may write more, and the time that the library takes grows with the square of it. */
const LONGEST = 25_000

/** By X's own library, and those of this world; in order, the longer first where two begin together. */
function addressesOf(text: string): { start: number; url: string }[] {
  const own = [...text.matchAll(WITH_SCHEME)].map((match) => ({
    start: match.index,
    url: match[0].replace(TRAILING, ''),
  }))
  const theirs = twitterText()
    .extractUrlsWithIndices(text.slice(0, LONGEST))
    .map(({ url, indices: [start] }) => ({ start, url }))
  return [...own, ...theirs].sort((a, b) => a.start - b.start || b.url.length - a.url.length)
}

let library: typeof import('twitter-text') | undefined

/** Takes a while to load, and only texts that are written need it. */
function twitterText(): typeof import('twitter-text') {
  library ??= createRequire(import.meta.url)('twitter-text') as typeof import('twitter-text')
  return library
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
