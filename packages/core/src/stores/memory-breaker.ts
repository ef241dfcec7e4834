/** Lets what fails rest, longer each time, so that nobody waits for it. */
export interface Breaker {
  /** Milliseconds for which a thing rests still; 0 when it may be tried. */
  restsFor(name: string): Promise<number>
  failed(name: string): Promise<void>
  succeeded(name: string): Promise<void>
}

const FIRST_REST_MS = 60_000
const MAX_REST_MS = 30 * 60_000
/** So long after its rest, a failure is forgotten. */
const MEMORY_MS = 30 * 60_000

/** A breaker of this process. */
export class MemoryBreaker implements Breaker {
  readonly #now: () => number
  readonly #failures = new Map<string, { strikes: number; until: number }>()

  /** @param now Unix milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  async restsFor(name: string): Promise<number> {
    return Math.max(0, (this.#failures.get(name)?.until ?? 0) - this.#now())
  }

  async failed(name: string): Promise<void> {
    const now = this.#now()
    const known = this.#failures.get(name)
    // Who began before the rest did and fails within it says nothing new.
    if (known && known.until > now) return
    const strikes = known && known.until + MEMORY_MS > now ? known.strikes + 1 : 1
    const rest = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (strikes - 1))
    this.#failures.set(name, { strikes, until: now + rest })
  }

  async succeeded(name: string): Promise<void> {
    this.#failures.delete(name)
  }
}
