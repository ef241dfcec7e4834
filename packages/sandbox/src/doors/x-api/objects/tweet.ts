import { conversationId } from '../../../world/feed.ts'
import type { Post } from '../../../world/model.ts'
import type { ApiRequest } from '../endpoint.ts'
import type { Wanted } from '../fields.ts'
import { fieldForbidden, type PartialError } from '../problem.ts'
import { mediaKey, pollId } from './media.ts'
import { textOf, wholeTextOf } from './text.ts'

const EDIT_MS = 3_600_000

export interface Reference {
  type: 'retweeted' | 'quoted' | 'replied_to'
  id: string
}

export function referencesOf(post: Post): Reference[] {
  return [
    ...(post.repostOf ? [{ type: 'retweeted' as const, id: post.repostOf }] : []),
    ...(post.quote ? [{ type: 'quoted' as const, id: post.quote }] : []),
    ...(post.replyTo ? [{ type: 'replied_to' as const, id: post.replyTo }] : []),
  ]
}

/** What a field of a post holds, and undefined where a post has nothing to say about it. */
type FieldReader = (request: ApiRequest, post: Post) => unknown

const FIELDS: Readonly<Record<string, FieldReader>> = {
  article: (_, { article }) => article && { title: article.title },
  article_title: (_, { article }) => article?.title,
  attachments: (_, { media, poll, id }) => {
    if (media.length === 0 && !poll) return undefined
    return {
      ...(media.length > 0 && { media_keys: media.map(mediaKey) }),
      ...(poll && { poll_ids: [pollId(id)] }),
    }
  },
  author_id: (_, { author }) => author.id,
  community_id: (_, { community }) => community?.id,
  conversation_id: ({ world }, post) => conversationId(world, post),
  created_at: (_, { at }) => new Date(at - (at % 1000)).toISOString(),
  display_text_range: ({ world }, post) => textOf(world, post).range,
  edit_controls: ({ world }, { at, edits }) => ({
    edits_remaining: 6 - (edits?.length ?? 1),
    is_edit_eligible: at + EDIT_MS > world.now,
    editable_until: new Date(at + EDIT_MS).toISOString(),
  }),
  entities: ({ world }, post) => textOf(world, post).entities,
  in_reply_to_user_id: ({ world }, { replyTo }) => (replyTo ? world.post(replyTo)?.author.id : undefined),
  lang: (_, { lang }) => lang,
  note_tweet: ({ world }, post) => (post.long ? wholeTextOf(world, post) : undefined),
  possibly_sensitive: (_, { sensitive }) => sensitive === true,
  public_metrics: (_, { counts }) => ({
    retweet_count: counts.reposts,
    reply_count: counts.replies,
    like_count: counts.likes,
    quote_count: counts.quotes,
    bookmark_count: counts.bookmarks ?? 0,
    impression_count: counts.views ?? 0,
  }),
  non_public_metrics: ({ viewer }, { author, counts }) =>
    author === viewer
      ? { impression_count: counts.views ?? 0, url_link_clicks: 0, user_profile_clicks: counts.likes >> 3 }
      : undefined,
  organic_metrics: ({ viewer }, { author, counts }) =>
    author === viewer
      ? {
          impression_count: counts.views ?? 0,
          like_count: counts.likes,
          reply_count: counts.replies,
          retweet_count: counts.reposts,
          url_link_clicks: 0,
          user_profile_clicks: counts.likes >> 3,
        }
      : undefined,
  referenced_tweets: (_, post) => {
    const references = referencesOf(post)
    return references.length > 0 ? references : undefined
  },
  reply_settings: (_, { replySettings }) => replySettings ?? 'everyone',
  source: (_, { source }) => source,
  username: (_, { author }) => author.handle,
}

/** Fields that only the author is told. */
const PRIVATE_FIELDS = ['non_public_metrics', 'organic_metrics', 'promoted_metrics']

/** A partial error for each field that only somebody else may see, post by post. */
export function fieldErrors({ viewer }: ApiRequest, posts: readonly Post[], wanted: Wanted): PartialError[] {
  const names = PRIVATE_FIELDS.filter((name) => wanted.tweet.has(name))
  return posts
    .filter(({ author }) => author !== viewer)
    .flatMap(({ id }) => names.map((name) => fieldForbidden(name, id)))
}

/** What an expansion needs to be seen of the post that it belongs to. */
const EXPANDED: Readonly<Record<string, string>> = {
  author_id: 'author_id',
  'referenced_tweets.id': 'referenced_tweets',
  'referenced_tweets.id.author_id': 'referenced_tweets',
  'referenced_tweets.id.attachments.media_keys': 'referenced_tweets',
  in_reply_to_user_id: 'in_reply_to_user_id',
  'attachments.media_keys': 'attachments',
  'attachments.poll_ids': 'attachments',
  'entities.mentions.username': 'entities',
}

/** A post as the API tells of it: id, text and versions, and the fields that were asked for. */
export function tweetObject(request: ApiRequest, post: Post, wanted: Wanted): object {
  const names = new Set(wanted.tweet)
  for (const expansion of wanted.expansions) {
    const field = EXPANDED[expansion]
    if (field) names.add(field)
  }
  const object: Record<string, unknown> = {
    id: post.id,
    text: textOf(request.world, post).text,
    edit_history_tweet_ids: post.edits ?? [post.id],
  }
  for (const name of names) {
    const value = FIELDS[name]?.(request, post)
    if (value !== undefined) object[name] = value
  }
  return object
}
