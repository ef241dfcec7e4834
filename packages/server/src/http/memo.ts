import type { Answer } from './answer.ts'

/**
 * Answers that were written out for a result before. An operation gives the same object for every hit of its
 * cache, so what is kept here lives exactly as long as that object, and no bytes are made twice.
 */
export class AnswerMemo {
  readonly #kept = new WeakMap<object, Map<string, Answer>>()

  /** @param key tells apart the forms of one result */
  of(result: { readonly cache: string }, key: string, write: () => Answer): Answer {
    // What was read just now is given once; its hits are another object.
    if (result.cache !== 'hit') return write()
    let forms = this.#kept.get(result)
    if (!forms) {
      forms = new Map()
      this.#kept.set(result, forms)
    }
    let known = forms.get(key)
    if (!known) {
      known = write()
      forms.set(key, known)
    }
    return known
  }
}
