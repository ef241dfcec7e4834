import { z } from 'zod'
import { Author } from './author.ts'

/** What one account can do to a post of another, or to its name. */
export const INTERACTION_KINDS = ['reply', 'quote', 'mention', 'repost'] as const
export type InteractionKind = (typeof INTERACTION_KINDS)[number]

export const DIRECTIONS = ['outgoing', 'incoming'] as const
export type CircleDirection = (typeof DIRECTIONS)[number]

/** One post in which one account turned to another. `outgoing` is what the owner of the circle did. */
export interface Interaction {
  /** Id of the post; of a repost the original's. */
  id: string
  /** The other account. */
  handle: string
  direction: CircleDirection
  kind: InteractionKind
  /** Unix milliseconds; of a repost the original's time, since nobody tells when it was passed on. */
  at: number
}

const instant = z.string().describe('ISO 8601')
const posts = z.number().int()

const KindTally = z.object({ count: z.number().int(), score: z.number() })

const DirectionTally = z.object({
  score: z.number().describe('Sum of the weights, each halved for every 30 days of age'),
  count: z.number().int(),
  reply: KindTally.optional(),
  quote: KindTally.optional(),
  mention: KindTally.optional(),
  repost: KindTally.optional(),
  post_ids: z.array(z.string()).describe('Some of the posts, the newest first'),
})
export type DirectionTally = z.infer<typeof DirectionTally>

/** An account of the circle. */
export const CircleMember = z.object({
  rank: z.number().int(),
  handle: z.string(),
  id: z.string().optional(),
  name: z.string().nullish(),
  url: z.string(),
  avatar_url: z.string().nullish().describe('null: it has none; absent: not known'),
  score: z.number().describe('a + b + 2 * sqrt(a * b) of the outgoing score a and the incoming score b'),
  outgoing: DirectionTally.describe('What the owner of the circle did'),
  incoming: DirectionTally.describe('What was read of what this account did'),
  last_at: instant.describe('The newest of them'),
})
export type CircleMember = z.infer<typeof CircleMember>

const failure = {
  error: z.string().optional().describe('The code of what failed'),
  retry_at: instant.optional().describe('Not to be tried again before'),
}

export const OwnPostsCoverage = z.object({
  state: z
    .enum(['complete', 'capped', 'incomplete', 'failed'])
    .describe('capped: only the newest posts; incomplete: a page is missing, or the time ran out'),
  posts,
  oldest: instant.optional(),
  newest: instant.optional(),
  pages: z.number().int(),
  retried_pages: z.number().int(),
  served: posts.describe('Posts that the archive held already'),
  next_until: instant.optional().describe('Where a capped import would go on'),
  ...failure,
})
export type OwnPostsCoverage = z.infer<typeof OwnPostsCoverage>

export const SEARCH_STATES = [
  'pending',
  'complete',
  'page_budget',
  'empty_page',
  'repeated_cursor',
  'time',
  'failed',
] as const

export const SearchCoverage = z.object({
  state: z
    .enum(SEARCH_STATES)
    .describe(
      'complete: no cursor was left, which is no promise that the index holds all; page_budget: as many pages as one circle reads; empty_page and repeated_cursor: X gave no way on; time: the answer could not wait; failed: see error',
    ),
  posts: posts.describe('Posts by others'),
  pages: z.number().int(),
  page_budget: z.number().int(),
  source: z.string().optional().describe('The provider that was searched'),
  cursor: z.string().optional().describe('Where the search goes on'),
  ...failure,
})
export type SearchCoverage = z.infer<typeof SearchCoverage>

export const ReplySampleCoverage = z.object({
  state: z.enum(['complete', 'incomplete']).describe('complete: every chosen post was asked for'),
  candidates: posts.describe('Posts of the owner that have replies'),
  chosen: posts.describe('Those of them whose replies are asked for'),
  asked: posts,
  failed: posts,
  posts: posts.describe('Posts by others'),
})
export type ReplySampleCoverage = z.infer<typeof ReplySampleCoverage>

export const CircleCoverage = z.object({
  label: z
    .enum(['search + reply sample', 'reply sample'])
    .describe('What is known of incoming interactions: always a sample'),
  partial: z.boolean().describe('true: a stage was capped, cut or failed'),
  own_posts: OwnPostsCoverage,
  search: SearchCoverage,
  replies: ReplySampleCoverage,
  profiles: z.object({
    looked_up: z.number().int(),
    missing: z.array(z.string()).describe('Handles of members of whom no profile could be read'),
  }),
  unknown_mentions: posts.describe('Posts whose source did not say whom they name'),
})
export type CircleCoverage = z.infer<typeof CircleCoverage>

/** An account's circle: whom it talks with, by what was read of it. */
export const Circle = z.object({
  handle: z.string(),
  profile: Author.nullable().describe('The owner; null where it could not be read'),
  window: z.object({ since: instant, until: instant.describe('Send it again to go on with this circle') }),
  count: z.number().int().describe('Accounts in the circle, those beyond the limit included'),
  members: z.array(CircleMember).describe('The highest score first'),
  interactions: z.object({ outgoing: z.number().int(), incoming: z.number().int() }),
  coverage: CircleCoverage,
  warnings: z.array(z.string()).optional().describe('What is odd about this answer, as words to switch on'),
})
export type Circle = z.infer<typeof Circle>
