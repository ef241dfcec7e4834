import { findPosts } from '../../../world/search/find.ts'
import type { ApiAnswer, ApiRequest, Endpoint } from '../endpoint.ts'
import { readToken } from '../pages.ts'
import { invalid } from '../problem.ts'
import { sightOf } from '../sight.ts'
import { readSearch } from './search.ts'

const SPANS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }
/** Rows of an answer: a week of minutes takes more than one. */
const ROWS = 3_000

/** How many posts a search would find, by the minute, hour or day, oldest first. */
function counts(request: ApiRequest): ApiAnswer {
  const { query, world, api, viewer } = request
  const { query: read, start, end } = readSearch(request)
  const granularity = query.choice('granularity', ['minute', 'hour', 'day'], 'hour')
  const { token, name } = readToken(query, 'next_token', 'pagination_token')
  query.list('search_count.fields', ['start', 'end', 'tweet_count', 'post_count'])
  query.finish()
  const before = token === undefined ? end : readRowToken(token)
  if (before === undefined || before > end || before <= start) {
    throw invalid(name, token ?? '', `The \`${name}\` query parameter value [${token}] is not valid`)
  }
  const rows = bucketsOf(start, before, SPANS[granularity])
  const first = rows[0]?.start ?? before
  for (const post of findPosts(world, read)) {
    if (post.at >= before || sightOf(api, viewer, post) !== 'seen') continue
    if (post.at < first) break
    const row = rows.findLast((one) => post.at >= one.start)
    if (row) row.count++
  }
  const data = rows.map((row) => ({
    end: new Date(row.end).toISOString(),
    start: new Date(row.start).toISOString(),
    tweet_count: row.count,
  }))
  const total = rows.reduce((sum, row) => sum + row.count, 0)
  const meta = { total_tweet_count: total, ...(first > start && { next_token: writeRowToken(first) }) }
  return { body: { data, meta }, charges: [{ kind: 'counts-recent' }] }
}

/** The last rows of a span; all but the outer ones begin and end on whole units. */
function bucketsOf(start: number, end: number, unit: number) {
  const rows: { start: number; end: number; count: number }[] = []
  let to = end
  while (to > start && rows.length < ROWS) {
    const from = Math.max(start, Math.floor((to - 1) / unit) * unit)
    rows.unshift({ start: from, end: to, count: 0 })
    to = from
  }
  return rows
}

function writeRowToken(ms: number): string {
  return `counts0${ms.toString(36).padStart(12, '0')}`
}

function readRowToken(token: string): number | undefined {
  const digits = /^counts0([0-9a-z]{12})$/.exec(token)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 36)
}

export const COUNT_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/2/tweets/counts/recent',
    auth: ['app', 'oauth2'],
    oauth1By: 'countsOauth1',
    scopes: ['tweet.read', 'users.read'],
    // No limit of a user is known; a user gets the app's.
    limit: { user: 300, app: 300 },
    run: counts,
  },
]
