import type { Account, Part, TextPart } from './model.ts'

/** Signs, letters before which stop them from meaning anything, and what they have to be followed by. */
const NAMES = /(?<![\w!#$%&*@＠])[@＠](\w{1,15})(?![\w@＠])/g
const TAGS = /(?<![\p{L}\p{N}\p{M}_&/])[#＃]([\p{L}\p{N}\p{M}_]*\p{L}[\p{L}\p{N}\p{M}_]*)(?!#|:\/\/)/gu

interface Found {
  start: number
  end: number
  part: Part
}

/**
 * Finds what X itself finds in plain words: names of accounts that exist, and tags. Hand-written texts need
 * not mark these then, and cannot hold one that X would have marked.
 */
export function linkify(part: Part, account: (handle: string) => Account | undefined): Part[] {
  if (part.kind !== 'text') return [part]
  const { kind: _kind, text, ...marks } = part
  const found: Found[] = []
  for (const match of text.matchAll(NAMES)) {
    const known = account(match[1]!)
    if (!known) continue
    const sign = match[0].startsWith('＠') ? ('＠' as const) : ('@' as const)
    const typed = match[1] === known.handle ? {} : { typed: match[1]! }
    found.push({
      ...span(match),
      part: { kind: 'mention', handle: known.handle, id: known.id, sign, ...typed, ...marks },
    })
  }
  for (const match of text.matchAll(TAGS)) {
    const sign = match[0].startsWith('＃') ? ('＃' as const) : ('#' as const)
    found.push({ ...span(match), part: { kind: 'hashtag', tag: match[1]!, sign, ...marks } })
  }
  return splice(text, marks, found)
}

function span(match: RegExpExecArray): { start: number; end: number } {
  return { start: match.index, end: match.index + match[0].length }
}

function splice(text: string, marks: Omit<TextPart, 'kind' | 'text'>, found: Found[]): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { start, end, part } of found.sort((one, other) => one.start - other.start)) {
    if (start > at) parts.push({ kind: 'text', text: text.slice(at, start), ...marks })
    parts.push(part)
    at = end
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at), ...marks })
  return parts
}
