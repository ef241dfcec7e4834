/** The nonces seen in the window of time in which a signature is good. */
export class Nonces {
  readonly #windowMs: number
  readonly #capacity: number
  /** By nonce, when it was seen; in the order of being seen. */
  readonly #seen = new Map<string, number>()

  /**
   * @param windowMs how long a nonce is remembered
   * @param capacity past it the oldest make room, so that memory stays bounded
   */
  constructor(windowMs: number, capacity = 100_000) {
    this.#windowMs = windowMs
    this.#capacity = capacity
  }

  /**
   * Remembers a nonce; false where it was there already.
   * @param ms of a clock that only goes on
   */
  take(nonce: string, ms: number): boolean {
    for (const [old, at] of this.#seen) {
      if (at >= ms - this.#windowMs && this.#seen.size < this.#capacity) break
      this.#seen.delete(old)
    }
    if (this.#seen.has(nonce)) return false
    this.#seen.set(nonce, ms)
    return true
  }

  clear(): void {
    this.#seen.clear()
  }
}
