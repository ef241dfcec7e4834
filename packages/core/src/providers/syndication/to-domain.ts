import type { Facet } from '../../domain/facet.ts'
import type { MediaItem } from '../../domain/media.ts'
import { Post } from '../../domain/post.ts'
import { profileUrl, statusUrl } from '../../domain/status-url.ts'
import { xDate } from '../../domain/x-date.ts'
import { toMs } from '../../render/format.ts'
import { expandedText } from '../../render/rich-text.ts'
import { parseLeniently } from '../lenient.ts'
import { videoItem } from '../video-formats.ts'
import { type MediaDetail, Tweet } from './schema.ts'

/**
 * A post of X's embed endpoint as a post of the domain. What it does not say (reposts, views, the rest of a
 * long text) stays absent; a long post is marked as cut.
 * @returns undefined when it lacks what a post cannot do without
 */
export function toPost(wire: unknown): Post | undefined {
  const tweet = parseLeniently(Tweet, wire)
  return tweet && parseLeniently(Post, convert(tweet, 0))
}

function convert(tweet: Tweet, depth: number): Record<string, unknown> {
  const { user } = tweet
  const facets = facetsOf(tweet)
  const parent = tweet.in_reply_to_screen_name
  const parentId = tweet.in_reply_to_status_id_str
  const quoted = depth === 0 ? Tweet.safeParse(tweet.quoted_tweet).data : undefined
  const created = toMs(tweet.created_at)
  return withoutUndefined({
    type: 'status',
    id: tweet.id_str,
    url: statusUrl(tweet.id_str, user.screen_name),
    text: expandedText(tweet.text, facets),
    raw_text: { text: tweet.text, display_text_range: tweet.display_text_range ?? null, facets },
    author: withoutUndefined({
      id: user.id_str ?? undefined,
      name: user.name,
      screen_name: user.screen_name,
      url: profileUrl(user.screen_name),
      avatar_url: user.profile_image_url_https,
      verification: verificationOf(user),
    }),
    created_at: created === undefined ? undefined : xDate(created),
    created_timestamp: created === undefined ? undefined : Math.floor(created / 1000),
    replies: tweet.conversation_count ?? tweet.reply_count ?? undefined,
    reposts: tweet.retweet_count ?? undefined,
    retweets: tweet.retweet_count ?? undefined,
    likes: tweet.favorite_count ?? undefined,
    lang: tweet.lang ?? null,
    possibly_sensitive: tweet.possibly_sensitive ?? undefined,
    is_note_tweet: Boolean(tweet.note_tweet),
    truncated: tweet.note_tweet ? true : undefined,
    replying_to:
      parent && parentId ? { screen_name: parent, status: parentId, url: statusUrl(parentId, parent) } : null,
    media: mediaOf(tweet.mediaDetails ?? []),
    quote: quoted && convert(quoted, depth + 1),
    poll: pollOf(tweet.card),
    article: tweet.article && {
      id: tweet.article.rest_id ?? null,
      title: tweet.article.title ?? null,
      preview_text: tweet.article.preview_text ?? null,
      cover_media: tweet.article.cover_media ?? null,
      content: { blocks: [], entityMap: [] },
    },
    community_note: tweet.birdwatch_pivot?.subtitle && {
      text: tweet.birdwatch_pivot.subtitle.text,
      facets: [],
    },
    provider: 'twitter',
  })
}

function withoutUndefined(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))
}

function facetsOf({ entities }: Tweet): Facet[] {
  if (!entities) return []
  const facets: Facet[] = [
    ...(entities.hashtags ?? []).map(({ indices, text }) => ({ type: 'hashtag', indices, original: text })),
    ...(entities.symbols ?? []).map(({ indices, text }) => ({ type: 'symbol', indices, original: text })),
    ...(entities.user_mentions ?? []).map(({ indices, screen_name, id_str }) => ({
      type: 'mention',
      indices,
      original: screen_name,
      id: id_str,
    })),
    ...[...(entities.urls ?? []).map((url) => ({ type: 'url', ...url })), ...mediaLinks(entities)].map(
      ({ type, indices, url, expanded_url, display_url }) => ({
        type,
        indices,
        original: url,
        replacement: expanded_url ?? null,
        display: display_url ?? null,
      }),
    ),
  ]
  return facets.sort((a, b) => a.indices[0] - b.indices[0])
}

function mediaLinks(entities: NonNullable<Tweet['entities']>) {
  return (entities.media ?? []).map((media) => ({ type: 'media', display_url: null, ...media }))
}

const VERIFIED: ReadonlyMap<string, string> = new Map([
  ['Business', 'organization'],
  ['Government', 'government'],
])

function verificationOf({ verified, verified_type, is_blue_verified }: Tweet['user']) {
  const type = VERIFIED.get(verified_type ?? '')
  const isVerified = Boolean(verified || is_blue_verified || type)
  return { verified: isVerified, type: type ?? (isVerified ? 'individual' : null) }
}

function mediaOf(details: readonly MediaDetail[]) {
  if (details.length === 0) return undefined
  const all = details.map(mediaItem)
  const photos = all.filter(({ type }) => type === 'photo')
  const videos = all.filter(({ type }) => type !== 'photo')
  return { all, ...(photos.length > 0 && { photos }), ...(videos.length > 0 && { videos }) }
}

function mediaItem(detail: MediaDetail): MediaItem {
  const alt = detail.ext_alt_text
  const common = {
    ...(detail.id_str && { id: detail.id_str }),
    width: detail.original_info?.width ?? null,
    height: detail.original_info?.height ?? null,
    ...(alt && { altText: alt, alt }),
  }
  if (detail.type === 'photo') {
    return { type: 'photo', url: `${detail.media_url_https}?name=orig`, ...common }
  }
  return {
    ...videoItem(detail.type === 'animated_gif' ? 'gif' : 'video', detail.video_info?.variants ?? [], {
      poster: detail.media_url_https,
      durationMs: detail.video_info?.duration_millis ?? 0,
    }),
    ...common,
  }
}

/** A poll comes as a card whose values are named one by one. */
function pollOf(card: Tweet['card']) {
  const values = card?.binding_values
  if (!values || !/^poll\dchoice/.test(card?.name ?? '')) return undefined
  const numbers = [1, 2, 3, 4].filter((number) => values[`choice${number}_label`]?.string_value)
  const counts = numbers.map((number) => Number(values[`choice${number}_count`]?.string_value ?? Number.NaN))
  if (counts.some(Number.isNaN)) return undefined
  const total = counts.reduce((sum, count) => sum + count, 0)
  const ends = values.end_datetime_utc?.string_value
  return withoutUndefined({
    choices: numbers.map((number, index) => ({
      label: values[`choice${number}_label`]?.string_value,
      count: counts[index],
      percentage: total > 0 ? Math.round(((counts[index] as number) / total) * 1000) / 10 : 0,
    })),
    total_votes: total,
    ends_at: ends ?? undefined,
    time_left_en: values.counts_are_final?.boolean_value ? 'Final results' : undefined,
  })
}
