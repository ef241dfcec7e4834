import { z } from 'zod'
import { Author } from '../../domain/author.ts'

/**
 * The envelopes of FxTwitter's answers, v1 and v2. What is in them is decoded element by element
 * (`to-domain.ts`), so that one bad element of a list costs only itself.
 */

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

/** `/2/profile/…/statuses`, `/followers`, `/following` and `/2/search`. */
export const ListAnswer = z.looseObject({
  code: z.number().optional(),
  results: z.array(Item),
  cursor: z.looseObject({ bottom: z.string().nullish() }).nullish(),
})

export const ProfileAnswer = z.looseObject({
  code: z.number().optional(),
  user: Author.optional(),
  about_account: Author.shape.about_account,
})
