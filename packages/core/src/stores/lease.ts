import { randomUUID } from 'node:crypto'
import type { Store } from './store.ts'

/** A slot that is held. It is renewed until it is released, and dies with its process. */
export interface Lease {
  /** Aborted when the slot is lost: the store was away for too long, or this process slept. Then stop the work. */
  readonly signal: AbortSignal
  /** Ends it. A store that is down lets it end by itself. */
  release(): Promise<void>
}

/** Slots that processes share: no more than so many are held at one time. */
export class Leases {
  readonly #store: Store
  readonly #keys: readonly string[]
  readonly #ttlMs: number

  /** @param options.ttlMs how long a slot outlives a process that has died; renewed three times as often */
  constructor(store: Store, options: { name: string; slots: number; ttlMs: number }) {
    this.#store = store
    this.#keys = Array.from({ length: options.slots }, (_, slot) => `lease:${options.name}:${slot}`)
    this.#ttlMs = options.ttlMs
  }

  /**
   * Takes a free slot.
   * @returns undefined when all are held
   * @throws StoreError
   */
  async acquire(): Promise<Lease | undefined> {
    const token = randomUUID()
    const holders = await this.#store.getMany(this.#keys)
    for (const [slot, key] of this.#keys.entries()) {
      if (holders[slot] !== undefined) continue
      const since = performance.now()
      if (await this.#store.set(key, token, { ttlMs: this.#ttlMs, onlyIf: 'absent' }))
        return this.#hold(key, token, since)
    }
    return undefined
  }

  #hold(key: string, token: string, since: number): Lease {
    const lost = new AbortController()
    let heldUntil = since + this.#ttlMs
    let released = false
    const lose = () => {
      clearInterval(timer)
      if (released) return
      lost.abort(new Error('The slot was lost'))
    }
    const renew = async () => {
      const asked = performance.now()
      try {
        if (!(await this.#store.set(key, token, { ttlMs: this.#ttlMs, onlyIf: { equals: token } })))
          return lose()
        heldUntil = asked + this.#ttlMs
      } catch {
        if (performance.now() >= heldUntil) lose()
      }
    }
    const timer = setInterval(() => void renew(), this.#ttlMs / 3)
    timer.unref()
    return {
      signal: lost.signal,
      release: async () => {
        released = true
        clearInterval(timer)
        await this.#store.delete(key, { equals: token }).catch(() => false)
      },
    }
  }
}
