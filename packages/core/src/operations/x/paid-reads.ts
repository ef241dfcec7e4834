import { createHash, randomUUID } from 'node:crypto'
import type { Charge } from '../../money/prices.ts'
import type { Receipt } from '../../money/purse.ts'
import type { XApiAnswer, XApiCall } from '../../providers/x-api/client.ts'
import type { Cache } from '../../stores/cache.ts'
import { type Store, StoreError } from '../../stores/store.ts'

const DAY_MS = 86_400_000

/** An answer that was paid for. */
export interface Paid {
  answer: XApiAnswer
  charge: Charge
  receipt: Receipt
}

interface PaidReadsOptions {
  cache: Cache
  store: Store
  /** Whose reads they are: no secret and nothing that leads to one. */
  account: string
  /** Unix milliseconds. */
  now(): number
}

/**
 * Answers of the X API that were paid for, each kept until its UTC day ends. Whatever the account writes drops those
 * that X charges by the resource: it gives the same resources again for nothing on that day, so only the request is
 * lost. Answers that X charges by the request, such as counts, outlive a write. One account never sees what another
 * has read.
 */
export class PaidReads {
  readonly #options: PaidReadsOptions
  /** Whether a write could not be noted, so that what is kept may be older than it. */
  #isBehind = false

  constructor(options: PaidReadsOptions) {
    this.#options = options
  }

  /**
   * Gives what is kept, or what `pay` gives. Callers at one time share a call.
   * @param isFresh pay in any case, and keep that
   * @returns a receipt only for who has paid
   */
  async read(
    call: XApiCall,
    pay: (signal: AbortSignal | undefined) => Promise<Paid>,
    { isFresh, byRequest, signal }: { isFresh: boolean; byRequest: boolean; signal: AbortSignal | undefined },
  ): Promise<{ answer: XApiAnswer; receipt: Receipt | undefined }> {
    const { cache } = this.#options
    const key = await this.#key(call, byRequest)
    if (key === undefined) return pay(signal)
    let receipt: Receipt | undefined
    const load = async (shared: AbortSignal) => {
      const paid = await pay(shared)
      receipt = paid.receipt
      const weight = 'ids' in paid.charge ? paid.charge.ids.length : 1
      return { value: paid.answer, ttlMs: weight > 0 ? this.#untilMidnight() : 0, weight }
    }
    const { value } = await cache.read(key, load, { bypass: isFresh, ...(signal && { caller: { signal } }) })
    return { answer: value, receipt }
  }

  /** Drops what a write may have changed, in every process. */
  async forget(): Promise<void> {
    this.#isBehind = true
    await this.#catchUp()
  }

  /** @returns undefined where nobody can say whether what is kept is older than a write */
  async #key(call: XApiCall, byRequest: boolean): Promise<string | undefined> {
    const { store, account, now } = this.#options
    await this.#catchUp()
    if (this.#isBehind) return undefined
    try {
      const since = byRequest ? '' : await store.get(this.#writesKey)
      return `x:read:${account}:${Math.floor(now() / DAY_MS)}:${since ?? ''}:${hashOf(call)}`
    } catch (error) {
      if (error instanceof StoreError) return undefined
      throw error
    }
  }

  async #catchUp(): Promise<void> {
    if (!this.#isBehind) return
    try {
      await this.#options.store.set(this.#writesKey, randomUUID(), { ttlMs: 2 * DAY_MS })
      this.#isBehind = false
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }

  get #writesKey(): string {
    return `x:writes:${this.#options.account}`
  }

  #untilMidnight(): number {
    return DAY_MS - (this.#options.now() % DAY_MS)
  }
}

/** What is asked, page and right included, in a form that tells no words. */
function hashOf({ method, path, query = {}, auth = 'user' }: XApiCall): string {
  const asked = Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([method, path, asked, auth]))
    .digest('hex')
}
