import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import { searchFeed } from '../../../world/search/find.ts'
import type { Query } from '../../../world/search/query.ts'
import { type ApiAnswer, type ApiRequest, type Endpoint, reading } from '../endpoint.ts'
import { wantedOfPosts } from '../fields.ts'
import { readToken } from '../pages.ts'
import { readApiQuery } from '../search-query.ts'
import { postPage } from './common.ts'

const WEEK_MS = 7 * 86_400_000
/** A search ends so long before now, unless it says when. */
const LATEST_MS = 10_000
const LENGTH = { 'self-serve': 512, enterprise: 4096 }

export interface Search {
  query: Query
  /** Unix milliseconds: from the first, before the second. */
  start: number
  end: number
  /** All that makes it another search. */
  name: string
}

/** Reads query and span of a search or a count, both within the last seven days. */
export function readSearch({ query, world, api }: ApiRequest): Search {
  const text = query.text('query', { required: true }) ?? ''
  const { now } = world
  const longest = LENGTH[api.settings.plan]
  if ([...text].length > longest) {
    query.refuse('query', text, `Rule length [${[...text].length}] is over the limit of [${longest}]`)
  }
  const read = text === '' ? '' : readApiQuery(text)
  if (typeof read === 'string' && text !== '') query.refuse('query', text, read)
  const start = query.instant('start_time')
  const end = query.instant('end_time')
  const [since, until] = [query.id('since_id'), query.id('until_id')]
  const oldest = now - WEEK_MS
  if (start !== undefined && start < oldest) {
    const given = query.text('start_time') ?? ''
    query.refuse(
      'start_time',
      given,
      `Invalid 'start_time':'${given}'. 'start_time' must be on or after ${new Date(oldest).toISOString()}.`,
    )
  }
  if (end !== undefined && end > now - LATEST_MS) {
    const given = query.text('end_time') ?? ''
    query.refuse(
      'end_time',
      given,
      `Invalid 'end_time':'${given}'. 'end_time' must be a minimum of 10 seconds prior to the request time.`,
    )
  }
  if (since !== undefined && BigInt(since) < BigInt(msToSnowflake(oldest))) {
    query.refuse(
      'since_id',
      since,
      `'since_id' must be a tweet id created after [${new Date(oldest).toISOString()}]`,
    )
  }
  const parts: Query[] = [
    ...(typeof read === 'string' ? [] : [read]),
    operator('since_id', since ?? before(msToSnowflake(Math.max(start ?? oldest, oldest)))),
    operator('max_id', before(until ?? msToSnowflake(end ?? now + 1))),
    operator('since_time', String(Math.floor((start ?? oldest) / 1000))),
    operator('until_time', String(Math.ceil(((end ?? now) + 1) / 1000))),
  ]
  const whole: Query = { kind: 'all', parts }
  return { query: whole, start: start ?? oldest, end: end ?? now, name: JSON.stringify(whole) }
}

function operator(name: string, value: string): Query {
  return { kind: 'operator', name, value }
}

function before(id: string): string {
  return (BigInt(id) - 1n).toString()
}

function search(request: ApiRequest): ApiAnswer {
  const { query, world } = request
  const read = readSearch(request)
  const size = query.integer('max_results', 10, 100, 10)
  const order = query.choice('sort_order', ['recency', 'relevancy'], 'recency')
  const token = readToken(query, 'next_token', 'pagination_token')
  const wanted = wantedOfPosts(query)
  query.finish()
  const make = () => searchFeed(world, read.query, order === 'recency' ? 'latest' : 'top')
  return postPage(request, make, { list: `search ${order} ${read.name}`, size, token, wanted, ends: true })
}

export const SEARCH_ENDPOINTS: readonly Endpoint[] = [
  reading('/2/tweets/search/recent', { limit: { user: 300, app: 450 }, readsPosts: true, run: search }),
]
