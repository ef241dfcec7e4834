import type { Facet } from '../../domain/facet.ts'
import type { Post } from '../../domain/post.ts'
import { statusUrlId } from '../../domain/status-url.ts'
import { decodeEntities } from '../../render/decode-entities.ts'
import { toMs } from '../../render/format.ts'
import { expandedText } from '../../render/rich-text.ts'
import { parseLeniently } from '../lenient.ts'
import { NoteTweet } from './schema.ts'

/** The whole text of a long post, which in an account archive stands apart from the post. */
export interface Note {
  /** When it was written, Unix milliseconds: its post follows within moments. */
  at: number
  /** Escaped as X escapes texts or not: archives do not say. */
  text: string
  facets: Facet[]
}

/** @returns undefined for a record that lacks its time or its text */
export function toNote(record: unknown): Note | undefined {
  const note = parseLeniently(NoteTweet, record)
  const at = toMs(note?.createdAt)
  return note && at !== undefined ? { at, text: note.core.text, facets: facetsOf(note) } : undefined
}

function facetsOf({ core }: NoteTweet): Facet[] {
  const at = ({ fromIndex, toIndex }: { fromIndex: number; toIndex: number }): [number, number] => [
    fromIndex,
    toIndex,
  ]
  const facets: Facet[] = [
    ...(core.hashtags ?? []).map((tag) => ({ type: 'hashtag', indices: at(tag), original: tag.text })),
    ...(core.cashtags ?? []).map((tag) => ({ type: 'symbol', indices: at(tag), original: tag.text })),
    ...(core.mentions ?? []).map((one) => ({ type: 'mention', indices: at(one), original: one.screenName })),
    ...(core.urls ?? []).map((url) => ({
      type: 'url',
      indices: at(url),
      original: url.shortUrl,
      replacement: url.expandedUrl ?? null,
      display: url.displayUrl ?? null,
    })),
    ...(core.styletags ?? []).flatMap((style) =>
      style.styleTypes.map(({ name }) => ({ type: name.toLowerCase(), indices: at(style) })),
    ),
  ]
  return facets.sort((a, b) => a.indices[0] - b.indices[0])
}

/** The shortest beginning that tells one text from another. */
const MIN_BEGINNING = 20

/** Whether the text of a post is this one or its beginning. Short links count for nothing: they may be others. */
export function isNoteOf(note: Note, post: Post): boolean {
  const raw = post.raw_text?.text ?? post.text
  const whole = [comparable(note.text), comparable(decodeEntities(note.text))]
  const beginning = comparable(decodeEntities(raw.replace(/…\s*(?:https?:\/\/t\.co\/\w+\s*)?$/, '')))
  // Names that X put before an answer are not part of its long text.
  return [beginning, beginning.replace(/^(?:@\w+ )+/, '')].some((start) =>
    whole.some((text) => text === start || (start.length >= MIN_BEGINNING && text.startsWith(start))),
  )
}

function comparable(text: string): string {
  return text
    .replace(/https?:\/\/t\.co\/\w*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A long post with its whole text. */
export function withNote(post: Post, note: Note): Post {
  const { truncated: _truncated, ...rest } = post
  const raw = isEscaped(note, post) ? note : escaped(note)
  const last = raw.facets.findLast(({ type }) => type === 'url')
  const quoted = raw.text.trimEnd().endsWith(last?.original ?? '\n') && statusUrlId(last?.replacement ?? '')
  return {
    ...rest,
    is_note_tweet: true,
    ...(quoted && { quoted_id: quoted }),
    text: expandedText(raw.text, raw.facets),
    raw_text: { text: raw.text, facets: raw.facets },
  }
}

/** X escapes `&`, `<` and `>` in all texts that it serves; those of notes it may have kept as they were typed. */
function isEscaped({ text }: Note, post: Post): boolean {
  if (/[<>]|&(?!(?:amp|lt|gt|quot|#34|#39);)/.test(text)) return false
  const beginning = comparable(decodeEntities(post.raw_text?.text ?? '')).slice(0, 200)
  const shared = sharedLength(comparable(text), beginning)
  return sharedLength(comparable(decodeEntities(text)), beginning) >= shared
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

/** A text as X serves it, with its facets where they then stand, counted in code points. */
function escaped({ at, text, facets }: Note): Note {
  const points = Array.from(text)
  const byUnit = [points.slice(0), text.split('')]
  const fitting = byUnit.map((units) => facets.filter((facet) => isNamed(facet, units)).length)
  const units = byUnit[(fitting[1] ?? 0) > (fitting[0] ?? 0) ? 1 : 0] as string[]
  const place = (index: number) => Array.from(escapeText(units.slice(0, index).join(''))).length
  return {
    at,
    text: escapeText(text),
    facets: facets.map((facet) => ({
      ...facet,
      indices: [place(facet.indices[0]), place(facet.indices[1])],
    })),
  }
}

function isNamed({ indices, original }: Facet, units: readonly string[]): boolean {
  const shown = units.slice(indices[0], indices[1]).join('').toLowerCase()
  return Boolean(original) && shown.endsWith((original as string).toLowerCase())
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
