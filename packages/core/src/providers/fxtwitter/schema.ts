import { z } from 'zod'
import { Author } from '../../domain/author.ts'
import { LinkCard, Poll, Post, Tombstone } from '../../domain/post.ts'

/**
 * FxTwitter's answers as they come, decoded leniently: every field beyond the few that a post cannot do
 * without may be missing, null or new. v1 and v2 differ in names only, so one schema reads both.
 */
const count = z.number().nullish()

export const WireStatus = z.looseObject({
  ...Post.shape,
  type: z.literal('status').optional().describe('Absent in v1'),
  url: z.string().nullish(),
  replying_to: z
    .union([
      z.looseObject({ screen_name: z.string(), status: z.string().nullish(), url: z.string().nullish() }),
      z.string(),
    ])
    .nullish(),
  replying_to_status: z.string().nullish(),
  retweets: count,
  media: Post.shape.media.nullish(),
  poll: Poll.nullish(),
  card: LinkCard.nullish().catch(undefined),
  get quote(): z.ZodOptional<z.ZodNullable<z.ZodUnknown>> {
    return z.unknown().nullish() as never
  },
})
export type WireStatus = z.infer<typeof WireStatus>

export const WireTombstone = Tombstone

/** An element without a `type` that a list may hold: upstream's own failed build of a post. */
const Item = z.unknown()

/** `/2/status`, `/2/thread` and `/2/conversation`, with `tweet` in place of `status` in v1. */
export const PostAnswer = z.looseObject({
  code: z.number().optional(),
  message: z.string().nullish(),
  status: z.unknown().optional(),
  tweet: z.unknown().optional(),
  thread: z.array(Item).nullish(),
  replies: z.array(Item).nullish(),
  cursor: z.looseObject({ bottom: z.string().nullish() }).nullish(),
})
export type PostAnswer = z.infer<typeof PostAnswer>

export const ListAnswer = z.looseObject({ code: z.number().optional(), results: z.array(Item) })

export const ProfileAnswer = z.looseObject({
  code: z.number().optional(),
  user: Author.optional(),
  about_account: Author.shape.about_account,
})
