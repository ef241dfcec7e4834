import type { Feed } from '../../request/search-request.ts'
import type { HttpClient } from '../../upstream/http-client.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { SearchQuestion } from '../provider.ts'
import type { Session } from './sessions.ts'

/** What X's own pages ask at once. */
const PAGE = 20
const TIMEOUT_MS = 12_000

/**
 * Searches X as its own pages do, over a session. The library knows the protocol: paths, features, headers,
 * cookies. Its requests go out through our client to where we say, and it never sees an answer: it would read
 * names where X has not kept them since 2025. Each of its requests also puts the process's default TLS ciphers in
 * another order, which changes nothing about how safe they are.
 * @param base what stands in for https://api.x.com
 * @returns X's answer as it came
 * @throws UpstreamError; the signal's reason when the caller left
 */
export async function askX(
  http: HttpClient,
  base: string,
  { authToken, ct0 }: Session,
  { query, feed, cursor }: SearchQuestion,
  left?: AbortSignal,
): Promise<unknown> {
  // Loaded when it is needed: it brings an HTML parser that nothing else uses.
  const { Scraper, SearchMode } = await import('@the-convocation/twitter-scraper')
  const modes = {
    latest: SearchMode.Latest,
    top: SearchMode.Top,
    photos: SearchMode.Photos,
    videos: SearchMode.Videos,
    users: SearchMode.Users,
  } satisfies Record<Feed, unknown>
  let answer: unknown
  const scraper = new Scraper({
    fetch: async (input, init) => {
      answer = await send(http, base, input, init, left)
      return new Response('{}', { headers: { 'content-type': 'application/json' } })
    },
  })
  await scraper.setCookies([
    `auth_token=${authToken}; Domain=x.com; Secure`,
    `ct0=${ct0}; Domain=x.com; Secure`,
  ])
  if (feed === 'users') await scraper.fetchSearchProfiles(query, PAGE, cursor)
  else await scraper.fetchSearchTweets(query, PAGE, modes[feed], cursor)
  return answer
}

async function send(
  http: HttpClient,
  base: string,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  left: AbortSignal | undefined,
): Promise<unknown> {
  const asked = new URL(input instanceof Request ? input.url : input)
  const url = new URL(`${base}${asked.pathname}${asked.search}`)
  const headers = Object.fromEntries(new Headers(init?.headers))
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = left ? AbortSignal.any([timeout, left]) : timeout
  try {
    const { status, body } =
      typeof init?.body === 'string'
        ? await http.postJson(url, JSON.parse(init.body), { headers, signal })
        : await http.getJson(url, { headers, signal })
    if (status < 400) return body
    throw new UpstreamError('status', `X answered ${status} to a search`, { status, retryable: false })
  } catch (error) {
    if (timeout.aborted) throw new UpstreamError('timeout', 'X did not answer a search in time')
    throw error
  }
}
