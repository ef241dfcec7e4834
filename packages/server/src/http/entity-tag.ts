import { etag } from 'etag'
import fresh from 'fresh'
import type { Answer } from './answer.ts'

/** Whether an answer was kept is told in its JSON, too, and is no part of what it says. */
const CACHE_STATUS = /"cache":"(?:hit|miss)"/g

/**
 * The entity tag of an answer (RFC 9110, 8.8.3). It is weak: two answers that say the same have the same one,
 * whether or not they were cached.
 */
export function entityTag(body: string, contentType: string): string {
  return etag(contentType + body.replace(CACHE_STATUS, ''), { weak: true })
}

/**
 * What a client already has is not sent again: a 304 with the head of the answer, or the answer itself. A
 * `Cache-Control: no-cache` beside the tag is for caches on the way; `fetch` sends it with every tag.
 */
export function unlessKnown(answer: Answer, ifNoneMatch: string): Answer {
  const { ETag, 'Content-Length': _length, 'Content-Type': _type, ...headers } = answer.headers
  if (answer.status !== 200 || ETag === undefined) return answer
  if (!fresh({ 'if-none-match': ifNoneMatch }, { etag: ETag })) return answer
  return { ...answer, status: 304, headers: { ...headers, ETag }, body: null }
}
