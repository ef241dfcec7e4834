import { z } from 'zod'
import { Article } from './article.ts'
import { Author } from './author.ts'
import { Facet } from './facet.ts'
import { Handle } from './handle.ts'
import { Media } from './media.ts'

const count = z.number().nullish().describe('null or absent means unknown, not 0')

/** Why a post cannot be shown. Upstream guesses some of these from X's wording. */
export const TombstoneReason = z.enum(['deleted', 'suspended', 'private', 'blocked', 'unavailable'])
export type TombstoneReason = z.infer<typeof TombstoneReason>

/** What stands where a post was: its reason, and its id and address where known. */
export const Tombstone = z.looseObject({
  type: z.literal('tombstone'),
  id: z.string().nullish(),
  url: z.string().nullish(),
  reason: z.string().nullish().describe('deleted, suspended, private, blocked or unavailable'),
  message: z.string().nullish(),
  author: Author.nullish(),
})
export type Tombstone = z.infer<typeof Tombstone>

export const Poll = z.looseObject({
  choices: z.array(
    z.looseObject({ label: z.string(), count: z.number().nullish(), percentage: z.number().nullish() }),
  ),
  total_votes: z.number().nullish(),
  ends_at: z.string().nullish().describe('ISO 8601, UTC'),
  time_left_en: z.string().nullish(),
})
export type Poll = z.infer<typeof Poll>

export const CommunityNote = z.looseObject({
  text: z.string(),
  facets: z.array(Facet).nullish(),
  entities: z.array(z.looseObject({})).nullish(),
})
export type CommunityNote = z.infer<typeof CommunityNote>

export const LinkCard = z.looseObject({
  url: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  domain: z.string().nullish(),
  image: z.looseObject({ url: z.string().nullish(), alt: z.string().nullish() }).nullish(),
})
export type LinkCard = z.infer<typeof LinkCard>

export const ReplyingTo = z.looseObject({
  screen_name: Handle,
  status: z.string().nullish().describe('Id of the post that this one answers'),
  url: z.string().nullish(),
  display_name: z.string().nullish(),
})
export type ReplyingTo = z.infer<typeof ReplyingTo>

/** Where a post stands in a conversation: above the requested post, itself, the author's thread, an answer. */
export const PostContext = z.enum(['parent', 'post', 'thread', 'reply'])
export type PostContext = z.infer<typeof PostContext>

/**
 * A post: the one model of the product and its public JSON. Field names are FxTwitter's, everything that
 * upstream sent is kept, and `retweets`, `media[].alt`, `duration_ms`, `variants` and `context` are added.
 */
export const Post = z.looseObject({
  type: z.literal('status'),
  id: z.string().describe('Numeric post id, as a string'),
  url: z.string().describe('Permalink on X'),
  text: z.string().describe("The author's words, links expanded, untouched otherwise"),
  raw_text: z
    .looseObject({
      text: z.string().describe('HTML-escaped text with t.co links'),
      display_text_range: z.tuple([z.number(), z.number()]).nullish(),
      facets: z.array(Facet).nullish(),
    })
    .nullish(),
  author: Author,
  created_at: z.string().nullish().describe('Wed Mar 12 22:44:33 +0000 2025'),
  created_timestamp: z.number().nullish().describe('Unix seconds'),
  replies: count,
  reposts: count,
  retweets: count,
  likes: count,
  quotes: count,
  bookmarks: count,
  views: count,
  lang: z.string().nullish(),
  source: z.string().nullish().describe('The app it was posted from'),
  possibly_sensitive: z.boolean().nullish(),
  is_note_tweet: z.boolean().nullish().describe('A long post'),
  truncated: z.boolean().optional().describe('true when this source gave only the beginning of the text'),
  replying_to: ReplyingTo.nullish(),
  reposted_by: z.looseObject({ screen_name: Handle, name: z.string().nullish() }).nullish(),
  media: Media.optional(),
  get quote(): z.ZodOptional<z.ZodNullable<z.ZodUnion<[typeof Post, typeof Tombstone]>>> {
    return z.union([Post, Tombstone]).nullish() as never
  },
  poll: Poll.nullish(),
  card: LinkCard.nullish(),
  article: Article.nullish(),
  community: z.looseObject({ id: z.string().nullish(), name: z.string() }).nullish(),
  community_note: CommunityNote.nullish(),
  translation: z
    .looseObject({ text: z.string(), source_lang: z.string().nullish(), target_lang: z.string().nullish() })
    .nullish(),
  context: PostContext.optional(),
})
export type Post = z.infer<typeof Post>

/** A place in a conversation: a post, or the tombstone of one. */
export type ThreadItem = (Post | Tombstone) & { context?: PostContext | undefined }

export function isPost(item: ThreadItem): item is Post {
  return item.type === 'status'
}
