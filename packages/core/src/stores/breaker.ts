import { z } from 'zod'
import type { Store } from './store.ts'

/** The first pause; each failure in a row doubles it. */
const FIRST_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 30 * 60_000
const MAX_STRIKES = 12

/** How long failures are remembered after their pause. */
const MEMORY_MS = 30 * 60_000

/** How long what the store said is taken for true. */
const TRUST_MS = 5000

const State = z.object({ until: z.number(), strikes: z.number().int().min(1) })
type State = z.infer<typeof State>

/** What was read: the state, if any, and the text that it stands in. */
interface Reading {
  state: State | undefined
  text: string | undefined
  at: number
}

/**
 * Keeps every process from asking something that fails: it pauses for a minute, and twice as long after each
 * further failure. A store that is down reads as closed, so it never keeps anybody from asking; what this
 * process has itself met still holds for a few seconds.
 */
export class SharedBreaker {
  readonly #store: Store
  readonly #key: string
  readonly #now: () => number
  #last: Reading | undefined

  /** @param options.key where it is shared, such as `search:fxtwitter:breaker` */
  constructor(store: Store, options: { key: string; now: () => number }) {
    this.#store = store
    this.#key = options.key
    this.#now = options.now
  }

  /** Until when nothing should be asked, Unix milliseconds; undefined when it may be. */
  async openUntil(): Promise<number | undefined> {
    const { state } = await this.#recent()
    return state && state.until > this.#now() ? state.until : undefined
  }

  /** Something asked has failed. Failures of questions that were under way together count once. */
  async fail(): Promise<void> {
    const { state, text } = await this.#read()
    const now = this.#now()
    if (state && state.until > now) return
    const strikes = Math.min((state?.strikes ?? 0) + 1, MAX_STRIKES)
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (strikes - 1), MAX_PAUSE_MS)
    const next = { until: now + pause, strikes }
    const written = JSON.stringify(next)
    this.#last = { state: next, text: written, at: now }
    const onlyIf = text === undefined ? 'absent' : { equals: text }
    const isFirst = await this.#store
      .set(this.#key, written, { ttlMs: pause + MEMORY_MS, onlyIf })
      .catch(() => true)
    if (!isFirst) await this.#read()
  }

  /** Something asked has worked, so earlier failures no longer count. */
  async succeed(): Promise<void> {
    const { text } = await this.#recent()
    if (text === undefined) return
    this.#last = { state: undefined, text: undefined, at: this.#now() }
    // Not a failure that came after what is known here.
    await this.#store.delete(this.#key, { equals: text }).catch(() => false)
  }

  async #recent(): Promise<Reading> {
    const last = this.#last
    return last && this.#now() - last.at < TRUST_MS ? last : this.#read()
  }

  async #read(): Promise<Reading> {
    const text = await this.#store.get(this.#key).catch(() => undefined)
    this.#last = { state: parse(text, this.#now()), text, at: this.#now() }
    return this.#last
  }
}

function parse(text: string | undefined, now: number): State | undefined {
  try {
    const state = text === undefined ? undefined : State.parse(JSON.parse(text))
    return state && state.until + MEMORY_MS > now ? state : undefined
  } catch {
    return undefined
  }
}
