import { conversationId, isReadable } from '../../world/feed.ts'
import type { Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { xDate } from '../fxtwitter/dates.ts'
import { rawText } from '../fxtwitter/text.ts'
import { mediaDetails } from '../syndication/media.ts'
import { tweetText } from '../syndication/text.ts'
import { userResult } from './user.ts'

const EDIT_MS = 3_600_000

/**
 * A post that can be read, as X's own pages get it: the short text in `legacy`, that of a long post whole in
 * `note_tweet`, the author's name under `core`. Quotes go one level.
 */
export function tweetResult(world: World, post: Post, quoted = false): object {
  const quote = post.quote ? world.post(post.quote) : undefined
  const shown = quote && isReadable(world, quote) ? quote : undefined
  return {
    __typename: 'Tweet',
    rest_id: post.id,
    core: { user_results: { result: userResult(world, post.author) } },
    edit_control: {
      edit_tweet_ids: post.edits ?? [post.id],
      editable_until_msecs: String(post.at + EDIT_MS),
      is_edit_eligible: post.at + EDIT_MS > world.now,
      edits_remaining: '5',
    },
    is_translatable: false,
    views:
      post.counts.views === null
        ? { state: 'Enabled' }
        : { count: String(post.counts.views), state: 'EnabledWithCount' },
    source: `<a href="https://help.x.com/using-x" rel="nofollow">${post.source ?? ''}</a>`,
    ...(post.long && { note_tweet: noteTweet(world, post) }),
    ...(shown && !quoted && { quoted_status_result: { result: tweetResult(world, shown, true) } }),
    legacy: legacy(world, post, post.quote !== undefined && !shown),
  }
}

function legacy(world: World, post: Post, lostQuote: boolean): object {
  const { text, display_text_range, entities } = tweetText(world, post, lostQuote)
  const { media = [], ...marks } = entities ?? { hashtags: [], symbols: [], urls: [], user_mentions: [] }
  const details = mediaDetails(world, post, media[0]?.indices ?? [0, 0]).map((detail, index) => ({
    id_str: post.media[index]?.id,
    ...detail,
  }))
  const parent = post.replyTo ? world.post(post.replyTo) : undefined
  const { counts } = post
  return {
    bookmark_count: counts.bookmarks ?? 0,
    bookmarked: false,
    conversation_id_str: conversationId(world, post),
    created_at: xDate(post.at),
    display_text_range,
    entities: { ...marks, ...(details.length > 0 && { media: details }), timestamps: [] },
    ...(details.length > 0 && { extended_entities: { media: details } }),
    favorite_count: counts.likes,
    favorited: false,
    full_text: text,
    ...(parent && {
      in_reply_to_screen_name: parent.author.handle,
      in_reply_to_status_id_str: parent.id,
      in_reply_to_user_id_str: parent.author.id,
    }),
    is_quote_status: post.quote !== undefined,
    ...(post.quote && { quoted_status_id_str: post.quote }),
    lang: post.lang,
    ...(!post.sensitivityUnknown && { possibly_sensitive: post.sensitive === true }),
    quote_count: counts.quotes,
    reply_count: counts.replies,
    retweet_count: counts.reposts,
    retweeted: false,
    user_id_str: post.author.id,
    id_str: post.id,
  }
}

function noteTweet(world: World, post: Post): object {
  const { text, facets } = rawText(world, post)
  return {
    is_expandable: true,
    note_tweet_results: {
      result: {
        id: Buffer.from(`NoteTweet:${post.id}`).toString('base64'),
        text,
        richtext: {
          richtext_tags: facets
            .filter(({ type }) => type === 'bold' || type === 'italic')
            .map(({ type, indices: [from_index, to_index] }) => ({
              from_index,
              to_index,
              richtext_types: [type === 'bold' ? 'Bold' : 'Italic'],
            })),
        },
      },
    },
  }
}
