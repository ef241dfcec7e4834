/** Lets something that fails rest, longer each time, so that nobody waits for it. */
export interface Breaker {
  /** Until when nothing should be asked, Unix milliseconds; undefined when it may be. */
  openUntil(): Promise<number | undefined>
  fail(): Promise<void>
  succeed(): Promise<void>
}

const FIRST_REST_MS = 60_000
const MAX_REST_MS = 30 * 60_000
/** So long after its rest, a failure is forgotten. */
const MEMORY_MS = 30 * 60_000

/** A breaker of this process alone. */
export class MemoryBreaker implements Breaker {
  readonly #now: () => number
  #last: { strikes: number; until: number } | undefined

  /** @param now Unix milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  async openUntil(): Promise<number | undefined> {
    return this.#last && this.#last.until > this.#now() ? this.#last.until : undefined
  }

  async fail(): Promise<void> {
    const now = this.#now()
    const last = this.#last
    // Who began before the rest did and fails within it says nothing new.
    if (last && last.until > now) return
    const strikes = last && last.until + MEMORY_MS > now ? last.strikes + 1 : 1
    this.#last = { strikes, until: now + Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (strikes - 1)) }
  }

  async succeed(): Promise<void> {
    this.#last = undefined
  }
}
