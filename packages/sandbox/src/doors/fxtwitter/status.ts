import { profileUrl, statusUrl } from '@x-md/core/domain/status-url.ts'
import type { Post } from '../../world/model.ts'
import { hash } from '../../world/random.ts'
import type { World } from '../../world/world.ts'
import { wireArticle } from './article.ts'
import { wireCard, wireCommunity, wireCommunityNote } from './attachments.ts'
import { xDate } from './dates.ts'
import { wireMedia } from './media.ts'
import { wirePoll } from './poll.ts'
import { rawText, readableText } from './text.ts'
import { tombstone, tombstoneOf } from './tombstone.ts'
import { authorUser } from './user.ts'
import type { WireStatus, WireTombstone } from './wire.ts'

/** Codes that X uses where it could not tell the language. */
const PSEUDO_LANGUAGES = new Set(['und', 'unk', 'zxx', 'qam', 'qct', 'qht', 'qme', 'qst'])

export interface StatusOptions {
  /** A row of a thread, which never carries a mosaic. */
  row?: boolean
  /** Quoted by another post: X inlines one level and no more. */
  quoted?: boolean
}

/**
 * The v2 status of a post that can be read. A repost is unwrapped: the answer is the original, and only
 * `reposted_by` tells of the repost.
 */
export function wireStatus(world: World, post: Post, options: StatusOptions = {}): WireStatus {
  const original = post.repostOf && !post.cutRepost ? world.post(post.repostOf) : undefined
  if (original) {
    return { ...wireStatus(world, original, options), reposted_by: repostedBy(world, post) }
  }
  const raw = rawText(world, post)
  const parent = post.replyTo ? world.post(post.replyTo) : undefined
  const { counts } = post
  const oddity = hash(Number(BigInt(post.id) & 0xffffffffn), 0x0dd)
  const status: WireStatus = {
    type: 'status',
    url: statusUrl(post.id, post.author.handle),
    id: post.id,
    text: readableText(raw.text, raw.facets),
    raw_text: raw,
    author: authorUser(world, post.author),
    replies: counts.replies,
    reposts: counts.reposts,
    likes: counts.likes,
    ...(counts.bookmarks !== undefined && { bookmarks: counts.bookmarks }),
    quotes: counts.quotes,
    embed_card: embedCard(post),
    created_at: xDate(post.at),
    created_timestamp: Math.floor(post.at / 1000),
    views: counts.views,
    is_note_tweet: post.long === true,
    community_note: post.communityNote ? wireCommunityNote(world, post) : null,
    lang: PSEUDO_LANGUAGES.has(post.lang) ? null : post.lang,
    replying_to: parent
      ? {
          screen_name: parent.author.handle,
          status: parent.id,
          url: statusUrl(parent.id, parent.author.handle),
          profile_url: profileUrl(parent.author.handle),
        }
      : null,
    media: wireMedia(post, !options.row),
    provider: 'twitter',
    reposted_by: post.cutRepost ? repostedBy(world, post) : null,
  }
  // X sends the flag only with posts that carry media or links.
  if (
    (post.sensitive || post.media.length > 0 || raw.facets.some((f) => f.type === 'url')) &&
    !post.sensitivityUnknown
  ) {
    status.possibly_sensitive = post.sensitive === true
  }
  if (post.source && !(options.quoted && oddity % 2 === 0)) status.source = post.source
  if (post.quote && !options.quoted) status.quote = quoteOf(world, post.quote)
  const poll = post.poll && wirePoll(post.poll, world.now)
  if (poll) status.poll = poll
  if (post.card) status.card = wireCard(post.card)
  if (post.article) status.article = wireArticle(post.article)
  if (post.community) status.community = wireCommunity(world, post.community)
  return status
}

function quoteOf(world: World, id: string): WireStatus | WireTombstone {
  const post = world.post(id)
  if (!post || post.gone === 'deleted-without-trace') return tombstone('unavailable', id, post?.author.handle)
  return tombstoneOf(post) ?? wireStatus(world, post, { quoted: true })
}

function repostedBy(world: World, post: Post): WireStatus['reposted_by'] {
  const user = authorUser(world, post.author)
  return {
    id: user.id,
    name: user.name,
    screen_name: user.screen_name,
    avatar_url: user.avatar_url,
    url: user.url,
  }
}

function embedCard(post: Post): WireStatus['embed_card'] {
  if (post.external || post.media.some((media) => media.kind !== 'photo')) return 'player'
  return post.media.length > 0 ? 'summary_large_image' : 'tweet'
}
