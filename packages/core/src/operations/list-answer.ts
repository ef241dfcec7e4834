import { z } from 'zod'
import type { Post } from '../domain/post.ts'
import type { GoneReason, ListPage, Outcome } from '../providers/provider.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'

/** Fields that the answers of all lists have. */
export const LIST_ANSWER = {
  page: z.number().int(),
  limit: z.number().int(),
  source: z.string().describe('The provider that answered'),
  markdown: z.string(),
  cache: z.enum(['hit', 'miss', 'bypass']),
}

export const LIST_END = {
  nextCursor: z.string().optional().describe('Send it as cursor for what follows; absent at the end'),
  warnings: z.array(z.string()).optional().describe('What is odd about this answer, as words to switch on'),
  fetched_at: z.string().optional().describe('When it was read from the provider, ISO 8601'),
}

/** An answer that is odd, or that a fault has cut, is asked for again soon. */
export const WARNED_TTL_MS = 60_000

/** A suspended account may come back. */
export const GONE_TTL_MS = 60_000

/** A confirmed miss, which is kept for a short while like a value. */
export interface Gone {
  gone: { kind: 'gone'; reason: GoneReason }
}

/** What a post in a list is known by: a repost has the id of what it repeats. */
export function postKey(post: Post): string {
  return `${post.id}:${post.reposted_by?.id ?? post.reposted_by?.screen_name ?? ''}`
}

/** A page of a list, or the fault that there is none. @throws UpstreamError */
export function pageOf<T>(outcome: Outcome<ListPage<T>>): ListPage<T> {
  if (outcome.kind === 'found') return outcome.value
  throw new UpstreamError('miss', `A list was not found: ${outcome.kind}`)
}
