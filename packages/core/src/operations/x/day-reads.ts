import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { XApiAnswer, XApiCall } from '../../providers/x-api/client.ts'
import { type Store, StoreError } from '../../stores/store.ts'

/** An answer that was paid for. */
export interface PaidRead {
  answer: XApiAnswer
  /** When X gave it, Unix milliseconds. */
  at: number
}

/** As it is kept; `epoch` is what `#epoch` was before X was asked. */
const Kept = z.object({
  epoch: z.string(),
  at: z.number(),
  answer: z.object({
    status: z.number(),
    body: z.record(z.string(), z.unknown()),
    access: z.string().optional(),
  }),
})

const DAY_MS = 86_400_000
/** Characters of an answer that is worth keeping: a page of a hundred posts has a tenth of it. */
const MAX_LENGTH = 2_000_000

/**
 * Answers that an account paid for, kept for the rest of their UTC day: X would charge for what is new in them only,
 * and they cost none of its rate limits. What the account itself changes ends them all, since it may show in any.
 */
export class DayReads {
  readonly #store: Store
  readonly #account: string
  readonly #now: () => number

  /** @param account whose reads they are: no secret and nothing that leads to one */
  constructor(store: Store, account: string, now: () => number) {
    this.#store = store
    this.#account = account
    this.#now = now
  }

  /**
   * Looks for the answer to a read, and says how to keep a new one.
   * @returns `keep` for what X answers after this
   */
  async find(call: XApiCall): Promise<{ found?: PaidRead; keep(answer: XApiAnswer): Promise<void> }> {
    const now = this.#now()
    const key = this.#keyOf(call, now)
    const [epoch = '', text] = (await this.#quietly(() => this.#store.getMany([this.#epochKey, key]))) ?? []
    const kept = text === undefined ? undefined : Kept.safeParse(JSON.parse(text)).data
    return {
      ...(kept?.epoch === epoch && {
        found: { answer: { ...kept.answer, access: kept.answer.access, rate: undefined }, at: kept.at },
      }),
      keep: async (answer) => {
        const value = JSON.stringify({ epoch, at: now, answer })
        if (value.length > MAX_LENGTH) return
        const ttlMs = DAY_MS - (now % DAY_MS)
        await this.#quietly(() => this.#store.set(key, value, { ttlMs, disposable: true }))
      },
    }
  }

  /** Ends all that is kept: the account has changed something. */
  async forget(): Promise<void> {
    await this.#quietly(() => this.#store.set(this.#epochKey, randomUUID(), { ttlMs: 2 * DAY_MS }))
  }

  get #epochKey(): string {
    return `x:reads:${this.#account}:epoch`
  }

  #keyOf({ path, query = {}, auth = 'user' }: XApiCall, now: number): string {
    const day = Math.floor(now / DAY_MS)
    const asked = JSON.stringify([auth, path, Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))])
    return `x:reads:${this.#account}:${day}:${createHash('sha256').update(asked).digest('base64url')}`
  }

  /** Without its store, nothing is kept, and nothing else is different. */
  async #quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof StoreError) return undefined
      throw error
    }
  }
}
