import { UpstreamError } from '../../upstream/upstream-error.ts'

/** A search as the API takes it: its words, and what it has parameters for. */
export interface ApiSearch {
  query: string
  start_time?: string
  end_time?: string
  since_id?: string
  until_id?: string
}

/** What X's own search and its API call by different names. */
const OPERATORS: Readonly<Record<string, string>> = {
  'filter:replies': 'is:reply',
  'filter:quote': 'is:quote',
  'filter:verified': 'is:verified',
  'filter:links': 'has:links',
  'filter:media': 'has:media',
  'filter:images': 'has:images',
  'filter:videos': 'has:videos',
  'filter:native_video': 'has:videos',
  'filter:hashtags': 'has:hashtags',
  'filter:mentions': 'has:mentions',
  'filter:retweets': 'is:retweet',
  'filter:nativeretweets': 'is:retweet',
}
const NAMES: Readonly<Record<string, string>> = {
  from: 'from',
  to: 'to',
  lang: 'lang',
  url: 'url',
  is: 'is',
  has: 'has',
  conversation_id: 'conversation_id',
  in_reply_to_tweet_id: 'in_reply_to_tweet_id',
  quoted_tweet_id: 'quotes_of_tweet_id',
  min_faves: 'min_likes',
  min_retweets: 'min_reposts',
  min_replies: 'min_replies',
}

const TOKEN = /-?(?:\w+:)?"[^"]*"?|[()]|[^\s()]+/gu
const DAY_MS = 86_400_000
/** How far back the API searches; a start at its very end would be too early once it arrives. */
const REACH_MS = 7 * DAY_MS - 60_000
/** The API searches up to 10 seconds before now. */
const LATEST_MS = 15_000

/**
 * A query of X's own search as one of its API, which searches the last seven days.
 * @param now Unix milliseconds
 * @throws UpstreamError where the API has nothing that means the same
 */
export function toApiSearch(query: string, now: number): ApiSearch {
  const words: string[] = []
  let [start, end] = [-Infinity, Infinity]
  const ids: Pick<ApiSearch, 'since_id' | 'until_id'> = {}
  for (const token of query.match(TOKEN) ?? []) {
    const [, minus = '', name = '', value = ''] = /^(-?)([A-Za-z_]+):(?!\/\/)(.+)$/su.exec(token) ?? []
    const operator = OPERATORS[`${name}:${value}`.toLowerCase()]
    const renamed = NAMES[name.toLowerCase()]
    if (name === '') words.push(token)
    else if (operator) words.push(`${minus}${operator}`)
    else if (renamed) words.push(`${minus}${renamed}:${value}`)
    else if (minus !== '') throw unknown()
    else if (name === 'since_time') start = Math.max(start, Number(value) * 1000)
    else if (name === 'until_time') end = Math.min(end, Number(value) * 1000)
    else if (name === 'since') start = Math.max(start, dayMs(value))
    else if (name === 'until') end = Math.min(end, dayMs(value))
    else if (name === 'since_id' && isId(value)) ids.since_id = value
    else if (name === 'max_id' && isId(value)) ids.until_id = String(BigInt(value) + 1n)
    else throw unknown()
  }
  if (Number.isNaN(start) || Number.isNaN(end)) throw unknown()
  if (end <= now - REACH_MS || words.length === 0) throw unknown()
  return {
    query: words.join(' ').replace(/\( /g, '(').replace(/ \)/g, ')'),
    ...(start > now - REACH_MS && { start_time: rfc3339(start) }),
    ...(end < now - LATEST_MS && { end_time: rfc3339(end) }),
    ...ids,
  }
}

function dayMs(value: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN
}

function isId(value: string): boolean {
  return /^\d{1,19}$/.test(value)
}

function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

function unknown(): UpstreamError {
  return new UpstreamError('status', 'The X API cannot be asked this', { retryable: false })
}
