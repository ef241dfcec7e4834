/** Forms of one reading that are kept: more than anybody asks of one, and few enough to bound memory. */
const MAX_FORMS = 8

/**
 * Answers that were written from what the cache gave. One reading serves many callers, so each form of it is
 * written once. They live as long as the cache keeps the reading, which bounds how many readings there are.
 */
export class WrittenAnswers {
  readonly #kept = new WeakMap<object, Map<string, object>>()

  /**
   * @param reading what the cache gave
   * @param form tells apart what is written from one reading: its format and options
   * @returns the same object for the same reading and form, unless many other forms were asked for since
   */
  of<T extends object>(reading: object, form: string, write: () => T): T {
    let forms = this.#kept.get(reading)
    if (!forms) {
      forms = new Map()
      this.#kept.set(reading, forms)
    }
    const known = forms.get(form) as T | undefined
    if (known) return known
    const answer = write()
    if (forms.size >= MAX_FORMS) forms.delete(forms.keys().next().value as string)
    forms.set(form, answer)
    return answer
  }
}
