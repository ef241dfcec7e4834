import { z } from 'zod'
import type { XApiAnswer } from '../../../providers/x-api/client.ts'
import { type AccountOperation, accountOf, COST, READ_OPTIONS } from '../account-operation.ts'
import { callX } from '../call-x.ts'
import { timeBounds } from '../group-limits.ts'
import { timeLimit } from '../limits.ts'
import { nextOf } from '../page.ts'
import { CALL_ERRORS } from '../write-errors.ts'
import { fanOut, RESULTS } from './fan-out.ts'
import { queriesOf } from './query.ts'
import { spanOf } from './span.ts'

const Input = z.strictObject({
  queries: z.array(z.string()),
  granularity: z.enum(['minute', 'hour', 'day']).optional(),
  days: z.int().optional(),
  pagination_token: z.string().optional(),
  ...READ_OPTIONS,
})
const Output = z.object({ results: RESULTS, cost: COST })

export const postsCount: AccountOperation<typeof Input, typeof Output> = {
  name: 'x_posts_count',
  title: 'Count recent posts',
  summary: 'Count the posts that a search would find',
  description:
    'Counts posts of the last 7 days that match queries of x_posts_search, by minute, hour (default) or day; spans without any are left out. It spends no post reads: size a topic first, then search.',
  price: '$0.005 a query',
  input: Input,
  output: Output,
  errors: [...CALL_ERRORS, 'all_failed'],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  cost: 'paid',
  async run(given, context) {
    const { config } = context
    const account = accountOf(context)
    const queries = queriesOf(given.queries, (one) => one, config)
    const span = spanOf(given, config, { now: context.now(), isSearch: true, parts: queries.size })
    const signal = timeLimit(given.timeout_ms, timeBounds(config, 'POSTS'), context.signal)
    const { start_time, pagination_token } = span
    return fanOut(
      [...queries.keys()],
      async (query) => {
        const { body, receipt } = await callX(account, {
          by: 'x_posts_count',
          endpoint: 'GET /2/tweets/counts/recent',
          call: {
            method: 'GET',
            path: '2/tweets/counts/recent',
            query: { query, granularity: given.granularity, start_time, pagination_token },
            // X refuses the account's own keys here, and takes the app's.
            auth: 'app',
          },
          estimate: { kind: 'counts-recent' },
          isFresh: given.fresh === true,
          signal,
        })
        return { value: countsOf(body, span.tokenOf), receipt }
      },
      { thing: 'query', account },
    )
  },
}

function countsOf(body: XApiAnswer['body'], tokenOf: (next: string) => string) {
  const rows = (Array.isArray(body.data) ? body.data : []) as { start?: unknown; tweet_count?: unknown }[]
  const { total_tweet_count: total } = (body.meta ?? {}) as { total_tweet_count?: unknown }
  const counts = rows.flatMap(({ start, tweet_count: count }) =>
    typeof count === 'number' && count > 0 ? [{ start, count }] : [],
  )
  const { next_token } = nextOf(body)
  return {
    total: typeof total === 'number' ? total : counts.reduce((sum, { count }) => sum + count, 0),
    counts,
    ...(next_token !== undefined && { next_token: tokenOf(next_token) }),
  }
}
