import { LRUCache } from 'lru-cache'

/** How much is kept of what was written, in characters of Markdown. */
const MAX_CHARACTERS = 32 * 1024 * 1024

/**
 * Answers that were written from what the cache gave. One reading serves many callers, so each form of it is
 * written once, as long as the cache gives the same object. Beyond a size the least recently used go first.
 */
export class WrittenAnswers {
  /** A number for each reading, so that answers can be found without holding the reading itself. */
  readonly #numbers = new WeakMap<object, number>()
  readonly #kept: LRUCache<string, { markdown: string }>
  #last = 0

  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#kept = new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: ({ markdown }) => Math.max(1, markdown.length),
    })
  }

  /**
   * @param reading what the cache gave
   * @param form tells apart what is written from one reading: its format and options
   * @returns the same object for the same reading and form, while it is kept
   */
  of<T extends { markdown: string }>(reading: object, form: string, write: () => T): T {
    let number = this.#numbers.get(reading)
    if (number === undefined) {
      number = ++this.#last
      this.#numbers.set(reading, number)
    }
    const key = `${number}:${form}`
    const known = this.#kept.get(key) as T | undefined
    if (known) return known
    const answer = write()
    this.#kept.set(key, answer)
    return answer
  }
}
