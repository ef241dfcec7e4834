import { z } from 'zod'
import type { Config } from '../../../config.ts'
import type { XApiAnswer } from '../../../providers/x-api/client.ts'
import { COST } from '../account-operation.ts'
import { nextOf, pageQuery } from '../page.ts'
import { postsView } from '../post-view.ts'

/** The fewest posts that X puts on a page of these, and bills. */
export const FEWEST = { search: 10, quotes: 10, timeline: 5 } as const

/** An entry as results show it; what is in it is told by `postView` and `userView`. */
export const ITEM = z.looseObject({ id: z.string() })

/** A page of posts. */
export const POSTS = z.object({
  posts: z.array(ITEM),
  next_token: z.string().optional(),
  /** Posts that X put on the page, and billed, though fewer were asked for. */
  cut: z.int().optional(),
  cost: COST,
})

interface Asked {
  max_results?: number | undefined
  pagination_token?: string | undefined
}

/** What X is asked for: no fewer than it gives. */
export function queryOf(asked: Asked, config: Config, fewest = 1) {
  const { max_results, pagination_token } = pageQuery(asked, config, 'POSTS')
  return { max_results: Math.max(max_results, fewest), pagination_token }
}

/** The posts of an answer, as many as were asked for, and where the next page begins. */
export function shownOf(body: XApiAnswer['body'], asked: Asked, config: Config) {
  const posts = postsView(body)
  const { max_results } = pageQuery(asked, config, 'POSTS')
  const cut = Math.max(0, posts.length - max_results)
  return {
    posts: posts.slice(0, max_results).map((post) => ({ ...post })),
    ...nextOf(body),
    ...(cut > 0 && { cut }),
  }
}
