import type { UpstreamError } from './upstream-error.ts'

/** Tries of one request, the first included. */
export const MAX_TRIES = 3

const BASE_MS = 200
const MAX_MS = 2_000
/** A longer wait than this is the caller's to make: it is told how long instead. */
const MAX_RETRY_AFTER_MS = 1_000

/**
 * How long to wait before a failed request is sent again: full jitter over a doubling span, or what upstream
 * asked for where that is short.
 * @param tries how often it was sent
 * @param random a number from 0 up to 1
 * @returns milliseconds, or undefined when sending it again is no use
 */
export function retryDelay(error: UpstreamError, tries: number, random: number): number | undefined {
  if (!error.retryable || tries >= MAX_TRIES) return undefined
  if (error.kind === 'rate_limited') {
    // Without a word on how long, more requests only make it longer, and another source may know.
    const asked = (error.retryAfter ?? Number.POSITIVE_INFINITY) * 1000
    return asked <= MAX_RETRY_AFTER_MS ? asked : undefined
  }
  return Math.round(random * Math.min(MAX_MS, BASE_MS * 2 ** tries))
}
