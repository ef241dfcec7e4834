import { UpstreamError } from './upstream-error.ts'

/** How long a base rests that failed, or that throttles without saying for how long, in milliseconds. */
const FAILED_MS = 15_000
const THROTTLED_MS = 60_000
const MAX_REST_MS = 15 * 60_000
/** Refusals with no answer between them that make the only base rest: fewer may have met one request alone. */
const STRIKES = 3

/**
 * The addresses of one upstream, taken in turn. Where there are others to go to, one that throttles or fails
 * rests at once, for as long as it asks or a while; the only one rests when it throttles three times in a row.
 */
export class BasePool {
  readonly #bases: readonly string[]
  readonly #restingUntil = new Map<string, number>()
  readonly #strikes = new Map<string, number>()
  readonly #now: () => number
  #turn = 0

  /**
   * @param bases addresses without a trailing slash, at least one
   * @param now a clock in milliseconds that only goes forward; not the time of day, which a sandbox may stop
   */
  constructor(bases: readonly string[], now: () => number = () => performance.now()) {
    this.#bases = bases
    this.#now = now
  }

  get size(): number {
    return this.#bases.length
  }

  /**
   * The base whose turn it is.
   * @throws UpstreamError `rate_limited` with the shortest wait, when all of them rest
   */
  take(): string {
    const now = this.#now()
    for (let tried = 0; tried < this.#bases.length; tried++) {
      const base = this.#bases[this.#turn++ % this.#bases.length] as string
      if ((this.#restingUntil.get(base) ?? 0) <= now) return base
    }
    const soonest = Math.min(...this.#restingUntil.values())
    throw new UpstreamError('rate_limited', 'Every base of this upstream is resting', {
      retryAfter: Math.max(1, Math.ceil((soonest - now) / 1000)),
    })
  }

  /** Tells that a base gave an answer. */
  answered(base: string): void {
    this.#strikes.delete(base)
  }

  /** Tells that a base failed, and lets it rest where that is called for. */
  failed(base: string, error: UpstreamError): void {
    if (!error.retryable) return
    const alone = this.#bases.length === 1
    if (alone && error.kind !== 'rate_limited') return
    const strikes = (this.#strikes.get(base) ?? 0) + 1
    this.#strikes.set(base, strikes)
    if (alone && strikes < STRIKES) return
    const asked = error.retryAfter === undefined ? undefined : Math.min(error.retryAfter * 1000, MAX_REST_MS)
    const rest = asked ?? (alone ? 0 : error.kind === 'rate_limited' ? THROTTLED_MS : FAILED_MS)
    if (rest > 0) this.#restingUntil.set(base, this.#now() + rest)
  }
}
