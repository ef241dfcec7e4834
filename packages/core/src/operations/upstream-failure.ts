import { XmdError } from '../errors.ts'
import type { Outcome } from '../providers/provider.ts'
import { reasonText } from '../render/post-markdown.ts'
import type { Loaded } from '../stores/cache.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'

/**
 * An upstream fault as what a caller reads; anything else is passed on as it is.
 * @param thing what was asked for, within a sentence
 */
export function toCallerError(error: unknown, thing = 'this post'): unknown {
  if (!(error instanceof UpstreamError)) return error
  switch (error.kind) {
    case 'rate_limited':
      return new XmdError(
        'upstream_rate_limited',
        `The source of X data is limiting our requests; nothing is known of ${thing} yet.`,
        { retryAfter: error.retryAfter, cause: error },
      )
    case 'miss':
      return new XmdError(
        'upstream_unavailable',
        `The source of X data does not have ${thing}, which it says as well when it is overloaded.`,
        { cause: error },
      )
    case 'network':
    case 'timeout':
      return new XmdError(
        'upstream_unavailable',
        `The source of X data did not answer; nothing is known of ${thing} yet.`,
        { cause: error },
      )
    default:
      return new XmdError(
        'upstream_error',
        `The source of X data answered with something unusable; nothing is known of ${thing} yet.`,
        { retryAfter: error.retryAfter, cause: error },
      )
  }
}

/** A post that could not be found, as what a caller reads: confirmed, or not known. */
export function missingPost(id: string, outcome: Exclude<Outcome<unknown>, { kind: 'found' }>): XmdError {
  return outcome.kind === 'gone'
    ? new XmdError('not_found', `Post ${id} cannot be read: ${reasonText(outcome.reason)}.`)
    : new XmdError(
        'upstream_unavailable',
        `Post ${id} was not found, but its source says the same when it is overloaded, so it may exist.`,
      )
}

const ACCOUNT_REASONS: ReadonlyMap<string, string> = new Map([
  ['suspended', 'X has suspended it'],
  ['private', 'its posts are protected'],
])

/** An account that could not be found, as what a caller reads. */
export function missingAccount(
  handle: string,
  outcome: Exclude<Outcome<unknown>, { kind: 'found' }>,
): XmdError {
  return outcome.kind === 'gone'
    ? new XmdError(
        'not_found',
        `The account @${handle} cannot be read: ${ACCOUNT_REASONS.get(outcome.reason) ?? 'X does not show it'}.`,
      )
    : new XmdError(
        'upstream_unavailable',
        `The account @${handle} was not found, but its source says the same when it is overloaded, so it may exist.`,
      )
}

/** How long a confirmed miss is believed, in milliseconds: a post may be made public again. */
const MISS_TTL_MS = 60_000

/** What the cache keeps of something that is confirmed to be missing. Plain data: it may be kept in a file. */
export interface Missing {
  /** What the caller is told. */
  missing: string
}

/** Lets a confirmed miss be kept like a value, for a short while. A miss that proves nothing stays an error. */
export async function rememberMiss<T extends object>(load: Promise<Loaded<T>>): Promise<Loaded<T | Missing>> {
  try {
    return await load
  } catch (error) {
    if (!(error instanceof XmdError) || error.code !== 'not_found') throw error
    return { value: { missing: error.message }, ttlMs: MISS_TTL_MS, weight: 1 }
  }
}

/** @throws XmdError where the cache keeps that it is missing */
export function unlessMissing<T extends object>(value: T | Missing): T {
  if ('missing' in value) throw new XmdError('not_found', (value as Missing).missing)
  return value as T
}
