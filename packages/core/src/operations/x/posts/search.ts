import { z } from 'zod'
import { type AccountOperation, accountOf, COST } from '../account-operation.ts'
import { callX } from '../call-x.ts'
import { POST_QUERY } from '../fields.ts'
import { timeBounds } from '../group-limits.ts'
import { timeLimit } from '../limits.ts'
import { PAGE } from '../page.ts'
import { CALL_ERRORS } from '../write-errors.ts'
import { fanOut, RESULTS } from './fan-out.ts'
import { queriesOf, withoutReposts } from './query.ts'
import { FEWEST, queryOf, shownOf } from './read-page.ts'
import { spanOf } from './span.ts'

const Input = z.strictObject({
  queries: z.array(z.string()),
  ...PAGE,
  sort_order: z.enum(['recency', 'relevancy']).optional(),
  days: z.int().optional(),
  include_retweets: z.boolean().optional(),
})
const Output = z.object({ results: RESULTS, cost: COST })

export const postsSearch: AccountOperation<typeof Input, typeof Output> = {
  name: 'x_posts_search',
  title: 'Search recent posts',
  summary: 'Search posts of the last seven days',
  description: `Searches posts of the last 7 days, several queries at once. Operators: from: to: @ # "phrase" OR -term () lang: url: conversation_id: is:reply|quote|verified has:media|images|videos|links. Ask for the smallest max_results that answers: it is a query's, and X bills at least ${FEWEST.search}. Size a topic with x_posts_count first.`,
  price: '$0.005 a post',
  input: Input,
  output: Output,
  errors: [...CALL_ERRORS, 'usage_cap', 'all_failed'],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  cost: 'paid',
  async run(given, context) {
    const { config } = context
    const account = accountOf(context)
    const queries = queriesOf(given.queries, given.include_retweets ? (one) => one : withoutReposts, config)
    const span = spanOf(given, config, { now: context.now(), isSearch: true, parts: queries.size })
    const { max_results } = queryOf(given, config, FEWEST.search)
    const signal = timeLimit(given.timeout_ms, timeBounds(config, 'POSTS'), context.signal)
    const { start_time, pagination_token } = span
    return fanOut(
      [...queries.keys()],
      async (query) => {
        const { body, receipt } = await callX(account, {
          by: 'x_posts_search',
          endpoint: 'GET /2/tweets/search/recent',
          call: {
            method: 'GET',
            path: '2/tweets/search/recent',
            query: {
              query: queries.get(query),
              max_results,
              sort_order: given.sort_order,
              start_time,
              pagination_token,
              ...POST_QUERY,
            },
          },
          estimate: { kind: 'post', most: max_results },
          isFresh: given.fresh === true,
          signal,
        })
        const { next_token, ...shown } = shownOf(body, given, config)
        return {
          value: { ...shown, ...(next_token !== undefined && { next_token: span.tokenOf(next_token) }) },
          receipt,
        }
      },
      { thing: 'query', account },
    )
  },
}
