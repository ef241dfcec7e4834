/** A list that is made as far as it was asked for. */
export class LazyList<T> {
  readonly #made: T[] = []
  readonly #rest: Iterator<T>

  constructor(items: Iterable<T>) {
    this.#rest = items[Symbol.iterator]()
  }

  slice(start: number, end: number): T[] {
    while (this.#made.length < end) {
      const next = this.#rest.next()
      if (next.done) break
      this.#made.push(next.value)
    }
    return this.#made.slice(start, end)
  }
}
