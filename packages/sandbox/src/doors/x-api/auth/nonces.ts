/** The nonces that were used, the latest ones: by the world's clock, which stands still, a signature stays good. */
export class Nonces {
  readonly #capacity: number
  /** In the order of being used. */
  readonly #used = new Set<string>()

  /** @param capacity past it the oldest are forgotten, so that memory stays bounded */
  constructor(capacity = 100_000) {
    this.#capacity = capacity
  }

  /** Uses a nonce up; false where it was already. */
  take(nonce: string): boolean {
    if (this.#used.has(nonce)) return false
    this.#used.add(nonce)
    if (this.#used.size > this.#capacity) {
      const oldest = this.#used.keys().next()
      if (!oldest.done) this.#used.delete(oldest.value)
    }
    return true
  }
}
