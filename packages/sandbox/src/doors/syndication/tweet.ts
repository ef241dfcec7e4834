import { availability } from '../../world/availability.ts'
import type { Article, Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { wireArticleMedia } from '../fxtwitter/article.ts'
import { wireCommunityNoteV1 } from '../fxtwitter/attachments.ts'
import { tweetCard } from './card.ts'
import { mediaDetails, photosOf, videoOf } from './media.ts'
import { tweetText } from './text.ts'
import { tweetUser } from './user.ts'
import type { WireRelatedTweet, WireTweet, WireTweetBase } from './wire.ts'

/** How long and how often a post can be edited. */
const EDIT_MS = 3_600_000
const EDITS = 5

/** A post that can be read, as the endpoint behind embedded posts gives it. */
export function wireTweet(world: World, post: Post): WireTweet {
  const quoted = readable(world, post.quote)
  const parent = readable(world, post.replyTo)
  const answered = post.replyTo ? world.post(post.replyTo) : undefined
  const photos = photosOf(world, post)
  const video = videoOf(post)
  const card = tweetCard(world, post)
  return {
    __typename: 'Tweet',
    ...base(world, post, quoted),
    conversation_count: post.counts.replies,
    news_action_type: 'conversation',
    ...(photos.length > 0 && { photos }),
    ...(video && { video }),
    ...(quoted && { quoted_tweet: { ...related(world, quoted), self_thread: { id_str: quoted.id } } }),
    ...(answered && {
      in_reply_to_screen_name: answered.author.handle,
      in_reply_to_status_id_str: answered.id,
      in_reply_to_user_id_str: answered.author.id,
    }),
    ...(parent && { parent: related(world, parent) }),
    ...(post.sensitive && { possibly_sensitive: true }),
    ...(card && { card }),
    ...(post.communityNote && { birdwatch_pivot: birdwatchPivot(world, post) }),
    ...(post.article && { article: articleStub(post.article) }),
  }
}

/** One level and no more: neither what it answers nor what it quotes. */
function related(world: World, post: Post): WireRelatedTweet {
  return {
    ...base(world, post, readable(world, post.quote)),
    reply_count: post.counts.replies,
    retweet_count: post.counts.reposts,
  }
}

function base(world: World, post: Post, quoted: Post | undefined): WireTweetBase {
  const text = tweetText(world, post, post.quote !== undefined && !quoted)
  const media = mediaDetails(world, post, text.entities?.media?.[0]?.indices ?? [0, 0])
  const edits = post.edits ?? [post.id]
  const until = post.at + EDIT_MS
  return {
    lang: post.lang,
    favorite_count: post.counts.likes,
    created_at: new Date(post.at - (post.at % 1000)).toISOString(),
    ...text,
    id_str: post.id,
    user: tweetUser(post.author),
    edit_control: {
      edit_tweet_ids: edits,
      editable_until_msecs: String(until),
      is_edit_eligible: until > world.now,
      edits_remaining: String(EDITS - edits.length + 1),
    },
    ...(media.length > 0 && { mediaDetails: media }),
    isEdited: edits.length > 1,
    isStaleEdit: false,
    ...(post.long && { note_tweet: { id: Buffer.from(`NoteTweet:${post.id}`).toString('base64') } }),
  }
}

function readable(world: World, id: string | undefined): Post | undefined {
  const post = id ? world.post(id) : undefined
  return post && availability(post) === 'open' ? post : undefined
}

function birdwatchPivot(world: World, post: Post): object {
  const { text, entities } = wireCommunityNoteV1(world, post)
  const url = `https://x.com/i/birdwatch/n/${post.id}`
  return {
    title: 'Readers added context',
    shorttitle: 'Readers added context',
    subtitle: {
      text,
      entities: entities.map(({ fromIndex, toIndex, ref }) => ({
        from_index: fromIndex,
        to_index: toIndex,
        ref: { __typename: 'TimelineUrl', url: ref.url, url_type: ref.urlType },
      })),
    },
    destination_url: url,
    note: { rest_id: post.id },
    call_to_action: { prompt: 'Do you find this helpful?', title: 'Rate it', destination_url: url },
    icon_type: 'BirdwatchV1Icon',
  }
}

/** Title, preview and cover; the body is to be had elsewhere. */
function articleStub({ id, title, preview, cover }: Article): object {
  return {
    rest_id: id,
    title,
    preview_text: preview,
    ...(cover && { cover_media: wireArticleMedia(cover) }),
  }
}
