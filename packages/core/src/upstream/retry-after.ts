/** A day: no upstream means more. */
const MAX_SECONDS = 86_400

/**
 * Reads a Retry-After header: seconds, or an HTTP date (RFC 9110, 10.2.3).
 * @param now Unix milliseconds, for a date
 * @returns whole seconds, at least 0; undefined when absent or unreadable
 */
export function parseRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d+\s*$/.test(value)) return Math.min(Number(value), MAX_SECONDS)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.min(MAX_SECONDS, Math.max(0, Math.ceil((date - now) / 1000)))
}
