import { xDate } from '../doors/fxtwitter/dates.ts'
import { tweetText } from '../doors/syndication/text.ts'
import type { WireEntities } from '../doors/syndication/wire.ts'
import type { Post } from '../world/model.ts'
import type { World } from '../world/world.ts'
import { archiveMedia } from './media.ts'
import { cutRepost } from './repost.ts'
import type { ArchiveEntities, ArchiveTweet, TextIndices } from './wire.ts'

const EDIT_MS = 3_600_000

/** A post as its author's account archive has it: nothing of the posts that it leans on but their ids and addresses. */
export function archiveTweet(world: World, post: Post): ArchiveTweet {
  const original = post.repostOf && !post.cutRepost ? world.post(post.repostOf) : undefined
  const { text, entities } = original ? cutRepost(world, original) : ownText(world, post)
  const parent = post.replyTo ? world.post(post.replyTo) : undefined
  const media = archiveMedia(world, original ?? post, entities.media?.[0]?.indices, original !== undefined)
  const { media: _media, ...marks } = entities
  const edits = post.edits ?? [post.id]
  const until = post.at + EDIT_MS
  return {
    edit_info: {
      initial: {
        editTweetIds: edits,
        editableUntil: new Date(until).toISOString(),
        editsRemaining: String(5 - edits.length + 1),
        isEditEligible: until > world.now,
      },
    },
    retweeted: false,
    source: `<a href="https://mobile.twitter.com" rel="nofollow">${post.source ?? 'Twitter Web App'}</a>`,
    entities: {
      ...archiveEntities(marks),
      ...(media.length > 0 && entities.media && { media: media.slice(0, 1) }),
    },
    // Of an answer, too, it takes in the names that X hides.
    display_text_range: ['0', String(Array.from(text).length)],
    favorite_count: String(original ? 0 : post.counts.likes),
    ...(parent && {
      in_reply_to_status_id_str: parent.id,
      in_reply_to_status_id: parent.id,
      in_reply_to_user_id_str: parent.author.id,
      in_reply_to_user_id: parent.author.id,
      in_reply_to_screen_name: parent.author.handle,
    }),
    id_str: post.id,
    id: post.id,
    truncated: false,
    retweet_count: String(original ? 0 : post.counts.reposts),
    ...(media.length > 0 && { possibly_sensitive: post.sensitive === true }),
    created_at: xDate(post.at),
    favorited: false,
    full_text: text,
    lang: post.lang,
    ...(media.length > 0 && { extended_entities: { media } }),
    ...(post.community && { community_id: post.community.id, community_id_str: post.community.id }),
  }
}

function ownText(world: World, post: Post): { text: string; entities: WireEntities } {
  const { text, entities } = tweetText(world, post, post.quote !== undefined)
  const all = entities ?? { hashtags: [], symbols: [], urls: [], user_mentions: [] }
  const { media, ...marks } = all
  // The short form of a long post has no room for the link of its media.
  return { text, entities: media && !post.long ? all : marks }
}

function archiveEntities(entities: WireEntities): ArchiveEntities {
  return {
    hashtags: entities.hashtags.map(({ text, indices }) => ({ text, indices: texts(indices) })),
    symbols: entities.symbols.map(({ text, indices }) => ({ text, indices: texts(indices) })),
    user_mentions: entities.user_mentions.map(({ name, screen_name, indices, id_str }) => ({
      name,
      screen_name,
      indices: texts(indices),
      id_str,
      id: id_str,
    })),
    urls: entities.urls.map((url) => ({ ...url, indices: texts(url.indices) })),
  }
}

function texts([from, to]: [number, number]): TextIndices {
  return [String(from), String(to)]
}
