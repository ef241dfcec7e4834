import type { QuotaState } from '@x-md/core/limits/quotas.ts'

/** The policies that a route goes by (draft-ietf-httpapi-ratelimit-headers): names, units, seconds of a window. */
export function policyHeader(states: readonly QuotaState[]): Record<string, string> {
  const list = states.map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
  return { 'RateLimit-Policy': list.join(', ') }
}

/**
 * What is left of each policy, and once more of the tightest one alone, in the older form of three headers.
 */
export function rateHeaders(states: readonly QuotaState[]): Record<string, string> {
  const list = states.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
  const tightest = states.reduce((one, other) =>
    other.remaining < one.remaining ||
    (other.remaining === one.remaining && other.resetSeconds < one.resetSeconds)
      ? other
      : one,
  )
  return {
    ...policyHeader(states),
    RateLimit: list.join(', '),
    'RateLimit-Limit': String(tightest.limit),
    'RateLimit-Remaining': String(tightest.remaining),
    'RateLimit-Reset': String(tightest.resetSeconds),
  }
}
