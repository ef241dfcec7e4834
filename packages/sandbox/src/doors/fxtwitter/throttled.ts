import { API_HEADERS } from './headers.ts'

interface Envelope {
  code: 404 | 500
  [field: string]: unknown
}

const NO_POST = { status: null, thread: null, author: null }
const NO_ROWS = { results: [], cursor: { top: null, bottom: null } }
const NO_USER = 'User not found'
const NO_TRENDS = {
  timeline_type: 'trending',
  trends: [],
  cursor: { top: null, bottom: null },
  message: 'Explore initial timeline not found',
}

/** By path, what a route answers while X throttles FxTwitter: mostly the words for what does not exist. */
const ANSWERS: [RegExp, Envelope][] = [
  [/^\/2\/(?:status|thread)\/\d{2,20}$/, { ...NO_POST, code: 404 }],
  [/^\/2\/conversation\/\d{2,20}$/, { ...NO_POST, replies: null, cursor: null, code: 404 }],
  [/^\/2\/status\/\d{2,20}\/(?:reposts|quotes)$/, { code: 404, ...NO_ROWS }],
  [/^\/2\/profile\/[^/]+(?:\/about)?$/, { code: 404, message: NO_USER }],
  // A name has to be looked up first, and that fails as a miss; an id goes straight to the list.
  [/^\/2\/profile\/id(?::|%3a)\d+\/\w+$/i, { code: 500, ...NO_ROWS }],
  [/^\/2\/profile\/[^/]+\/\w+$/, { code: 404, ...NO_ROWS }],
  [/^\/2\/search$/, { code: 404, ...NO_ROWS }],
  [/^\/2\/trends$/, { code: 404, ...NO_TRENDS }],
  [/^(?:\/\w+)?\/status\/[^/]*\d{2,20}[^/]*(?:\/\w+)?$/, { code: 404, message: 'NOT_FOUND', tweet: null }],
  [/^\/\w{1,15}$/, { code: 404, message: NO_USER }],
]

/** The throttled answer of a path, or undefined where the answer needs nothing from X. */
export function throttledAnswer(path: string): Response | undefined {
  const body = ANSWERS.find(([pattern]) => pattern.test(path))?.[1]
  return body && new Response(JSON.stringify(body), { status: body.code, headers: API_HEADERS })
}
