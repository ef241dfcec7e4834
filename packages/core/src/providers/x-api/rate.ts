import type { RawAnswer } from '../../upstream/http-client.ts'
import { parseRetryAfter } from '../../upstream/retry-after.ts'

/** What X says of an allowance: of 15 minutes, or of a day. */
export interface Rate {
  limit: number
  remaining: number
  /** Unix seconds. */
  reset: number
}

/** The allowance of 15 minutes; undefined where an answer tells none, as those of X's gateway do. */
export function rateOf(answer: Pick<RawAnswer, 'header'>): Rate | undefined {
  return readRate(answer, 'x-rate-limit')
}

/** Seconds until a refused request may work again, by the allowance that is used up; undefined where X does not say. */
export function retryAfterOf(answer: Pick<RawAnswer, 'header'>, nowMs: number): number | undefined {
  const rates = ['x-user-limit-24hour', 'x-app-limit-24hour', 'x-rate-limit'].map((name) =>
    readRate(answer, name),
  )
  const spent = rates.flatMap((rate) => (rate?.remaining === 0 ? [rate.reset] : []))
  const reset = spent.length > 0 ? Math.max(...spent) : rates.at(-1)?.reset
  if (reset === undefined) return parseRetryAfter(answer.header('retry-after'))
  return Math.max(1, Math.ceil(reset - nowMs / 1000))
}

function readRate({ header }: Pick<RawAnswer, 'header'>, name: string): Rate | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((part) => header(`${name}-${part}`))
  const rate = { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) }
  // An empty header is the number 0 to Number.
  const isWhole = [limit, remaining, reset].every((value) => /^\d{1,12}$/.test(value ?? ''))
  return isWhole ? rate : undefined
}
