import { Author } from '../../domain/author.ts'
import type { Facet } from '../../domain/facet.ts'
import type { MediaItem } from '../../domain/media.ts'
import { Post } from '../../domain/post.ts'
import { profileUrl, statusUrl } from '../../domain/status-url.ts'
import { xDate } from '../../domain/x-date.ts'
import { toMs } from '../../render/format.ts'
import { expandedText } from '../../render/rich-text.ts'
import { parseLeniently } from '../lenient.ts'
import { videoItem } from '../video-formats.ts'
import { type Entities, Includes, type MediaObject, type PollObject, Tweet, User } from './schema.ts'

/** What is beside an answer, by id. */
export class Beside {
  readonly #users: ReadonlyMap<string, User>
  readonly #tweets: ReadonlyMap<string, Tweet>
  readonly #media: ReadonlyMap<string, MediaObject>
  readonly #polls: ReadonlyMap<string, PollObject>

  /** @param includes as it stands in an answer, in the words of tweets */
  constructor(includes: unknown) {
    const read = parseLeniently(Includes, includes ?? {}) ?? Includes.parse({})
    this.#users = new Map(read.users.map((user) => [user.id, user]))
    this.#tweets = new Map(read.tweets.map((tweet) => [tweet.id, tweet]))
    this.#media = new Map(read.media.map((media) => [media.media_key, media]))
    this.#polls = new Map(read.polls.map((poll) => [poll.id, poll]))
  }

  user(id: string | null | undefined): User | undefined {
    return this.#users.get(id ?? '')
  }

  tweet(id: string): Tweet | undefined {
    return this.#tweets.get(id)
  }

  mediaOf({ attachments }: Tweet): MediaObject[] {
    return (attachments?.media_keys ?? []).flatMap((key) => this.#media.get(key) ?? [])
  }

  pollOf({ attachments }: Tweet): PollObject | undefined {
    return (attachments?.poll_ids ?? []).map((id) => this.#polls.get(id)).find(Boolean)
  }
}

/**
 * A post of the X API v2 as a post of the domain. A repost whose original is beside it is that original, reposted;
 * without it, what X tells of it: the beginning of a text.
 * @returns undefined when it lacks what a post cannot do without: its author among it
 */
export function toPost(wire: unknown, beside: Beside): Post | undefined {
  const tweet = parseLeniently(Tweet, wire)
  if (!tweet) return undefined
  const reposter = authorOf(tweet, beside)
  const original = referenced(tweet, 'retweeted', beside)
  const converted = original && convert(original, beside, 0)
  if (converted && reposter) {
    const { id, name, screen_name, avatar_url, url } = reposter
    return parseLeniently(Post, { ...converted, reposted_by: { id, name, screen_name, avatar_url, url } })
  }
  return parseLeniently(Post, convert(tweet, beside, 0))
}

/** An account of the X API v2 as an author of the domain; undefined when it is none. */
export function toAuthor(wire: unknown): Author | undefined {
  const user = parseLeniently(User, wire)
  return user && parseLeniently(Author, convertUser(user))
}

function authorOf({ author_id }: Tweet, beside: Beside): Author | undefined {
  const user = beside.user(author_id)
  return user && parseLeniently(Author, convertUser(user))
}

function referenced(tweet: Tweet, kind: string, beside: Beside): Tweet | undefined {
  const reference = tweet.referenced_tweets?.find(({ type }) => type === kind)
  return reference && beside.tweet(reference.id)
}

function convert(tweet: Tweet, beside: Beside, depth: number): Record<string, unknown> | undefined {
  const author = authorOf(tweet, beside)
  if (!author) return undefined
  const { note_tweet: note, public_metrics: metrics } = tweet
  const raw = note?.text ?? tweet.text
  const facets = facetsOf(note ? note.entities : tweet.entities)
  const created = toMs(tweet.created_at)
  const parent = tweet.referenced_tweets?.find(({ type }) => type === 'replied_to')
  const quoted = depth === 0 ? referenced(tweet, 'quoted', beside) : undefined
  return withoutUndefined({
    type: 'status',
    id: tweet.id,
    url: statusUrl(tweet.id, author.screen_name),
    text: expandedText(raw, facets),
    raw_text: {
      text: raw,
      display_text_range: (note ? undefined : tweet.display_text_range) ?? null,
      facets,
    },
    author,
    created_at: created === undefined ? undefined : xDate(created),
    created_timestamp: created === undefined ? undefined : Math.floor(created / 1000),
    replies: metrics?.reply_count,
    reposts: metrics?.retweet_count,
    retweets: metrics?.retweet_count,
    likes: metrics?.like_count,
    quotes: metrics?.quote_count,
    bookmarks: metrics?.bookmark_count,
    views: metrics?.impression_count,
    lang: tweet.lang ?? null,
    source: tweet.source ?? undefined,
    possibly_sensitive: tweet.possibly_sensitive ?? undefined,
    is_note_tweet: Boolean(note),
    replying_to: parent ? replyingTo(tweet, parent.id, beside) : null,
    media: mediaOf(beside.mediaOf(tweet)),
    quote: quoted && convert(quoted, beside, depth + 1),
    poll: pollOf(beside.pollOf(tweet)),
    conversation_id: tweet.conversation_id ?? undefined,
    provider: 'twitter',
  })
}

/** Whom a post answers: by what is beside it, else by the mention that names that account. */
function replyingTo(tweet: Tweet, status: string, beside: Beside): object | null {
  const { in_reply_to_user_id: id } = tweet
  const name =
    beside.user(id)?.username ??
    tweet.entities?.mentions?.find((mention) => mention.id === id)?.username ??
    (id === tweet.author_id ? beside.user(tweet.author_id)?.username : undefined)
  return name ? { screen_name: name, status, url: statusUrl(status, name) } : null
}

function facetsOf(entities: Entities | null | undefined): Facet[] {
  if (!entities) return []
  const { urls, mentions, hashtags, cashtags } = entities
  const facets: Facet[] = [
    ...(hashtags ?? []).map(({ start, end, tag }) => ({
      type: 'hashtag',
      indices: at(start, end),
      original: tag,
    })),
    ...(cashtags ?? []).map(({ start, end, tag }) => ({
      type: 'symbol',
      indices: at(start, end),
      original: tag,
    })),
    ...(mentions ?? []).map(({ start, end, username, id }) => ({
      type: 'mention',
      indices: at(start, end),
      original: username,
      id: id ?? null,
    })),
    ...(urls ?? []).map(({ start, end, url, expanded_url, display_url, media_key }) => ({
      type: media_key ? 'media' : 'url',
      indices: at(start, end),
      original: url,
      replacement: expanded_url ?? null,
      display: display_url ?? null,
    })),
  ]
  return facets.sort((a, b) => a.indices[0] - b.indices[0])
}

function at(start: number, end: number): [number, number] {
  return [start, end]
}

const VERIFIED: ReadonlyMap<string, string> = new Map([
  ['blue', 'individual'],
  ['business', 'organization'],
  ['government', 'government'],
])

function convertUser(user: User): Record<string, unknown> {
  const { username, description, public_metrics: metrics } = user
  const joined = toMs(user.created_at)
  const facets = facetsOf(user.entities?.description)
  const website = user.entities?.url?.urls?.[0]
  const link = website?.expanded_url ?? user.url
  return withoutUndefined({
    id: user.id,
    name: user.name,
    screen_name: username,
    url: profileUrl(username),
    description: description == null ? undefined : expandedText(description, facets),
    raw_description: description == null ? undefined : { text: description, facets },
    location: user.location ?? undefined,
    followers: metrics?.followers_count,
    following: metrics?.following_count,
    likes: metrics?.like_count,
    media_count: metrics?.media_count,
    statuses: metrics?.tweet_count,
    joined: joined === undefined ? undefined : xDate(joined),
    avatar_url: user.profile_image_url ?? undefined,
    banner_url: user.profile_banner_url ?? undefined,
    protected: user.protected ?? undefined,
    website: link ? { url: link, display_url: website?.display_url ?? null } : undefined,
    verification:
      user.verified == null
        ? undefined
        : {
            verified: user.verified,
            type: VERIFIED.get(user.verified_type ?? '') ?? (user.verified ? 'individual' : null),
          },
  })
}

function mediaOf(objects: readonly MediaObject[]): object | undefined {
  if (objects.length === 0) return undefined
  const all = objects.map(mediaItem)
  const photos = all.filter(({ type }) => type === 'photo')
  const videos = all.filter(({ type }) => type !== 'photo')
  return { all, ...(photos.length > 0 && { photos }), ...(videos.length > 0 && { videos }) }
}

function mediaItem(media: MediaObject): MediaItem {
  const { alt_text: alt, width, height } = media
  const common = {
    id: media.media_key.split('_').at(-1) ?? null,
    width: width ?? null,
    height: height ?? null,
    ...(alt && { altText: alt, alt }),
  }
  if (media.type === 'photo') return { type: 'photo', url: media.url ?? '', ...common }
  const files = (media.variants ?? []).map(({ bit_rate, ...file }) => ({ ...file, bitrate: bit_rate }))
  return {
    ...videoItem(media.type === 'animated_gif' ? 'gif' : 'video', files, {
      poster: media.preview_image_url ?? '',
      durationMs: media.duration_ms ?? 0,
    }),
    ...common,
  }
}

function pollOf(poll: PollObject | undefined): object | undefined {
  if (!poll) return undefined
  const total = poll.options.reduce((sum, { votes }) => sum + (votes ?? 0), 0)
  return withoutUndefined({
    choices: poll.options.map(({ label, votes }) => ({
      label,
      count: votes ?? null,
      percentage: total > 0 ? Math.round(((votes ?? 0) / total) * 1000) / 10 : 0,
    })),
    total_votes: total,
    ends_at: poll.end_datetime ?? undefined,
    time_left_en: poll.voting_status === 'closed' ? 'Final results' : undefined,
  })
}

function withoutUndefined(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))
}
