import { Author } from '../../domain/author.ts'
import type { Media, MediaItem } from '../../domain/media.ts'
import { Post, type ThreadItem, Tombstone } from '../../domain/post.ts'
import { statusUrl } from '../../domain/status-url.ts'
import { parseLeniently } from '../lenient.ts'

/** How deep quotes within quotes are read; X inlines one level, so more is a fault or an attack. */
const MAX_QUOTE_DEPTH = 4

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['m3u8', 'application/vnd.apple.mpegurl'],
])

type Wire = Record<string, unknown>

function isObject(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * One element of an answer as a post or tombstone of the domain.
 * @returns undefined for what is neither: lists may hold failed builds, which say nothing
 */
export function toThreadItem(wire: unknown): ThreadItem | undefined {
  if (!isObject(wire)) return undefined
  if (wire.type === 'tombstone') return parseLeniently(Tombstone, wire)
  return toPost(wire)
}

/** A user as an account of the domain, or undefined when it lacks a handle. */
export function toAuthor(wire: unknown): Author | undefined {
  return isObject(wire) ? parseLeniently(Author, wire) : undefined
}

/** A status of v1 or v2 as a post, or undefined when it lacks what a post cannot do without. */
export function toPost(wire: unknown): Post | undefined {
  if (!isObject(wire) || (wire.type !== undefined && wire.type !== 'status')) return undefined
  return parseLeniently(Post, normalise(wire, 0))
}

function normalise(wire: Wire, depth: number): Wire {
  const author = isObject(wire.author) ? wire.author : undefined
  const handle = typeof author?.screen_name === 'string' ? author.screen_name : undefined
  const { media, ...rest } = wire
  const post: Wire = {
    ...rest,
    type: 'status',
    text: wire.text ?? '',
    url: wire.url ?? (typeof wire.id === 'string' ? statusUrl(wire.id, handle) : undefined),
    replying_to: replyingTo(wire),
  }
  // v1 says retweets, v2 reposts; both names are in the public JSON.
  post.reposts ??= wire.retweets
  post.retweets ??= wire.reposts
  if (isCut(wire)) post.truncated = true
  for (const name of ['reposts', 'retweets', 'replying_to']) if (post[name] === undefined) delete post[name]
  if (isObject(media)) {
    const normalised = normaliseMedia(media as Media)
    if (normalised) post.media = normalised
  }
  if (isObject(wire.quote)) {
    if (depth >= MAX_QUOTE_DEPTH) delete post.quote
    else post.quote = readQuote(wire.quote, depth + 1)
  }
  return post
}

/**
 * Whether the text of a long post is only its beginning: some of upstream's ways to X give it so, with dots
 * and a link to the rest, and do not call it long.
 */
function isCut({ is_note_tweet, raw_text }: Wire): boolean {
  const text = isObject(raw_text) ? raw_text.text : undefined
  return !is_note_tweet && typeof text === 'string' && /… https?:\/\/t\.co\/\w+$/.test(text)
}

function readQuote(quote: Wire, depth: number): ThreadItem | undefined {
  return quote.type === 'tombstone'
    ? parseLeniently(Tombstone, quote)
    : parseLeniently(Post, normalise(quote, depth))
}

/** v1 gives the handle and the id in two fields; v2 an object. */
function replyingTo(wire: Wire): unknown {
  if (typeof wire.replying_to !== 'string') return wire.replying_to
  const status = typeof wire.replying_to_status === 'string' ? wire.replying_to_status : null
  return {
    screen_name: wire.replying_to,
    status,
    ...(status && { url: statusUrl(status, wire.replying_to) }),
  }
}

/** Fills the fields that our JSON adds; an empty container counts as none. */
function normaliseMedia(media: Media): Media | undefined {
  if (Object.keys(media).length === 0) return undefined
  const lists = { all: media.all, photos: media.photos, videos: media.videos }
  const seen = new Map<unknown, MediaItem>()
  const result: Media = { ...media }
  for (const [name, list] of Object.entries(lists)) {
    if (!Array.isArray(list)) continue
    result[name] = list.filter(isObject).map((item) => {
      const key = item.id ?? item
      const known = seen.get(key)
      if (known) return known
      const normalised = normaliseItem(item as MediaItem)
      seen.set(key, normalised)
      return normalised
    })
  }
  return result
}

function normaliseItem(item: MediaItem): MediaItem {
  const result: MediaItem = { ...item }
  result.alt ??= item.altText
  result.duration_ms ??= typeof item.duration === 'number' ? Math.round(item.duration * 1000) : undefined
  result.variants ??= item.formats?.map(({ url, container, bitrate }) => ({
    url,
    ...(bitrate != null && { bitrate }),
    content_type: container ? (CONTENT_TYPES.get(container) ?? container) : null,
  }))
  for (const name of ['alt', 'duration_ms', 'variants'] as const) {
    if (result[name] === undefined) delete result[name]
  }
  return result
}
