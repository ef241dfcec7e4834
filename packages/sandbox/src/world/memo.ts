/** Remembers the latest results by key, and forgets the oldest ones past its capacity. */
export class Memo<K, V> {
  readonly #capacity: number
  readonly #entries = new Map<K, V>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: K, make: () => V): V {
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#entries.set(key, made)
    if (this.#entries.size > this.#capacity) {
      const oldest = this.#entries.keys().next()
      if (!oldest.done) this.#entries.delete(oldest.value)
    }
    return made
  }
}
