import type { Author } from '../../domain/author.ts'
import { sameHandle } from '../../domain/handle.ts'
import type { Media, MediaItem } from '../../domain/media.ts'
import type { Post } from '../../domain/post.ts'
import { profileUrl, statusUrl, statusUrlId } from '../../domain/status-url.ts'
import { decodeEntities } from '../../render/decode-entities.ts'
import { bestVideoUrl } from '../../render/video.ts'
import { parseLeniently } from '../lenient.ts'
// An account archive has posts in X's older form, as the embed endpoint does.
import { toPost as fromOlderForm } from '../syndication/to-domain.ts'
import { withNumbers } from './numbers.ts'
import { repostOf } from './repost.ts'
import { ArchivedTweet } from './schema.ts'

/** Says of a post that all that is known of it is from an account archive: `post.imported_from`. */
export const ACCOUNT_ARCHIVE = 'account_archive'

/**
 * A record of an account archive as a post of the domain. It knows no replies, views or quotes, and no alt texts.
 * @param record what stands under `tweet`, or is the record in archives of 2019
 * @param owner whose archive it is: records do not say
 * @param mediaFiles paths of the media files in the archive
 * @returns undefined when it lacks what a post cannot do without
 */
export function toPost(record: unknown, owner: Author, mediaFiles: ReadonlySet<string>): Post | undefined {
  const tweet = parseLeniently(ArchivedTweet, withNumbers(withIdText(record)))
  if (!tweet) return undefined
  const repost = repostOf(tweet)
  const author = repost ? repost.author : authorOf(owner)
  const post = fromOlderForm({
    ...(repost?.tweet ?? tweet),
    text: (repost?.tweet ?? tweet).full_text,
    user: { id_str: author.id, name: author.name, screen_name: author.screen_name },
    mediaDetails: mediaOf(tweet).map(withSize),
  })
  if (!post) return undefined
  const edits = editsOf(tweet)
  const quoted = quotedId(tweet)
  const common: Partial<Post> = {
    author,
    ...(tweet.source && { source: appName(tweet.source) }),
    ...(post.media && { media: withFiles(post.media, tweet, mediaFiles) }),
    ...(edits.length > 1 && { edit_tweet_ids: edits }),
    ...(tweet.community_id_str && { community_id: tweet.community_id_str }),
    ...(quoted && { quoted_id: quoted }),
    imported_from: ACCOUNT_ARCHIVE,
  }
  if (!repost) {
    const answered = replyingTo(tweet, owner)
    return {
      ...post,
      ...common,
      ...(answered && { replying_to: answered }),
      ...(isCut(tweet) && { is_note_tweet: true, truncated: true }),
    }
  }
  const { id, name, screen_name, url, avatar_url } = authorOf(owner)
  // Its counts are those of the repost, which has none.
  const {
    likes: _likes,
    reposts: _reposts,
    retweets: _retweets,
    source: _source,
    ...rest
  } = { ...post, ...common }
  return {
    ...rest,
    id: repost.originalId ?? tweet.id_str,
    url: repost.originalId
      ? statusUrl(repost.originalId, author.screen_name)
      : // X leads on from the repost to the post itself.
        statusUrl(tweet.id_str, screen_name),
    repost_id: tweet.id_str,
    reposted_by: { id, name, screen_name, url, ...(avatar_url && { avatar_url }) },
    ...(repost.isCut && { truncated: true }),
  }
}

/** What of an account stands beside each of its posts. */
function authorOf({ id, name, screen_name, avatar_url }: Author): Author {
  return {
    ...(id && { id }),
    name: name ?? null,
    screen_name,
    url: profileUrl(screen_name),
    ...(avatar_url && { avatar_url }),
  }
}

/** Some archives have the id under `id` alone. A number has lost its last digits, and is none. */
function withIdText(record: unknown): unknown {
  const { id_str, id, full_text, text } = (record ?? {}) as Record<string, unknown>
  return {
    ...(record as object),
    id_str: id_str ?? (typeof id === 'string' ? id : undefined),
    full_text: full_text ?? text,
  }
}

function mediaOf({ extended_entities, entities }: ArchivedTweet) {
  // Beside the text stands the first of several alone.
  return extended_entities?.media ?? entities?.media ?? []
}

/** The largest size that X scales a picture to. One of that size may have been larger. */
const SCALED = 2048

function withSize(media: ReturnType<typeof mediaOf>[number]): object {
  const size = media.sizes?.large
  const isKnown = size && Math.max(size.w, size.h) < SCALED
  return {
    ...media,
    media_url_https: media.media_url_https ?? media.media_url?.replace(/^http:/, 'https:'),
    ...(isKnown && { original_info: { width: size.w, height: size.h } }),
  }
}

/** Says of each item which file of the archive it is, and takes for a video the file that plays best. */
function withFiles(media: Media, tweet: ArchivedTweet, mediaFiles: ReadonlySet<string>): Media {
  const items = new Map<unknown, MediaItem>()
  for (const item of media.all ?? []) {
    const file = fileOf(item, tweet.id_str, mediaFiles)
    items.set(item, {
      ...item,
      ...(item.type !== 'photo' && { url: bestVideoUrl(item) }),
      ...(file && { archive_file: file }),
    })
  }
  const replaced = (list: readonly MediaItem[]) => list.map((item) => items.get(item) ?? item)
  return {
    ...media,
    ...(media.all && { all: replaced(media.all) }),
    ...(media.photos && { photos: replaced(media.photos) }),
    ...(media.videos && { videos: replaced(media.videos) }),
  }
}

const MEDIA_FOLDERS = ['tweets_media', 'tweet_media', 'community_tweet_media']

/** X names a file by the post and the last part of its address. */
function fileOf(item: MediaItem, id: string, mediaFiles: ReadonlySet<string>): string | undefined {
  const best = bestVideoUrl(item)
  for (const url of [best, ...(item.variants ?? []).map(({ url }) => url), item.thumbnail_url ?? '']) {
    const name = /([^/?#]+)(?:[?#].*)?$/.exec(url)?.[1]
    for (const folder of MEDIA_FOLDERS) {
      const path = `${folder}/${id}-${name}`
      if (mediaFiles.has(path)) return path
    }
  }
  return undefined
}

function appName(source: string): string {
  return decodeEntities(source.replace(/<[^>]*>/g, ''))
}

function editsOf({ edit_info }: ArchivedTweet): string[] {
  return (edit_info?.initial ?? edit_info?.edit?.editControlInitial)?.editTweetIds ?? []
}

/** A quote is a post whose last link leads to a post; the quoted one itself is not in an archive. */
function quotedId({ entities, full_text }: ArchivedTweet): string | undefined {
  const last = entities?.urls?.at(-1)
  if (!last) return undefined
  const after = full_text.slice(full_text.lastIndexOf(last.url) + last.url.length)
  // Behind it stands at most the link of media.
  const isLast = /^(?:\s|https?:\/\/t\.co\/\w+)*$/.test(after)
  return isLast ? statusUrlId(last.expanded_url ?? '') : undefined
}

/** An answer to somebody who is gone from X lacks the name; then the text may begin with it. */
function replyingTo(tweet: ArchivedTweet, owner: Author): Post['replying_to'] {
  const { in_reply_to_status_id_str: status, in_reply_to_user_id_str: user } = tweet
  if (!status && !user) return undefined
  const mentioned = tweet.entities?.user_mentions?.find(({ id_str }) => id_str === user)?.screen_name
  const named =
    tweet.in_reply_to_screen_name ??
    mentioned ??
    (user && user === owner.id ? owner.screen_name : undefined) ??
    /^@(\w{1,15})\s/.exec(tweet.full_text)?.[1]
  if (!named) return undefined
  const screen_name = sameHandle(named, owner.screen_name) ? owner.screen_name : named
  return status ? { screen_name, status, url: statusUrl(status, screen_name) } : { screen_name }
}

/** Whether a text is the beginning of a long one: dots and a link at the end that no entity explains. */
function isCut({ full_text, truncated, entities }: ArchivedTweet): boolean {
  if (truncated) return true
  const link = /…\s?(https?:\/\/t\.co\/\w+)$/.exec(full_text)?.[1]
  const known = [...(entities?.urls ?? []), ...(entities?.media ?? [])].map(({ url }) => url)
  return (
    (link !== undefined && !known.includes(link)) ||
    (full_text.endsWith('…') && full_text.length >= CUT_LENGTH)
  )
}

/** The short form of a long post has about 275 signs. */
const CUT_LENGTH = 240
