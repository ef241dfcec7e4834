import { LRUCache } from 'lru-cache'
import type { Charge, PolicyState, Store } from '../stores/store.ts'

/** Callers that are remembered; what was set aside for others is lost to them until their window ends. */
const MAX_CALLERS = 20_000
/** Units that are taken at once, at most, and as a part of what is left: few are left, so one is taken. */
const MAX_BLOCK = 32
const BLOCK_DIVISOR = 16

interface Reserved {
  /** Index of the window. */
  window: number
  /** Units that were taken from the store and not used yet. */
  units: number
  /** Units that the store had left after that. */
  left: number
  /** Whether the store has no more for this window. */
  isSpent: boolean
  drawing: Promise<void> | undefined
}

/**
 * Draws from quotas in blocks, so that most units cost no call of the store. A quota is never passed, however
 * many processes draw from it; near its end the blocks are single units, so that nobody is refused because of
 * what another process has set aside.
 */
export class Reserve {
  readonly #store: Store
  readonly #kept = new LRUCache<string, Reserved>({ max: MAX_CALLERS })

  constructor(store: Store) {
    this.#store = store
  }

  /**
   * Spends one unit where that needs no call of the store.
   * @returns undefined when it does; `draw` then decides
   */
  spend(charge: Charge, now: number): (PolicyState & { taken: boolean }) | undefined {
    const reserved = this.#of(charge, now)
    if (reserved.units > 0) {
      reserved.units--
      return this.#state(charge, reserved, now, true)
    }
    return reserved.isSpent ? this.#state(charge, reserved, now, false) : undefined
  }

  /** Spends one unit. @throws StoreError when the store is down */
  async draw(charge: Charge, now: number): Promise<PolicyState & { taken: boolean }> {
    for (;;) {
      const known = this.spend(charge, now)
      if (known) return known
      const reserved = this.#of(charge, now)
      reserved.drawing ??= this.#refill(charge, reserved, now).finally(() => {
        reserved.drawing = undefined
      })
      await reserved.drawing
    }
  }

  /** Takes back a unit that was spent at a time, where its window still runs; what has ended needs none. */
  giveBack(charge: Charge, at: number): void {
    const reserved = this.#kept.get(charge.key)
    if (reserved?.window === Math.floor(at / charge.windowMs)) reserved.units++
  }

  #of(charge: Charge, now: number): Reserved {
    const window = Math.floor(now / charge.windowMs)
    const kept = this.#kept.get(charge.key)
    // Who came before the window ended, and waited, goes on in the next: what is set aside there is not lost.
    if (kept?.window === window || kept?.window === window + 1) return kept
    const fresh = { window, units: 0, left: charge.limit, isSpent: charge.limit === 0, drawing: undefined }
    this.#kept.set(charge.key, fresh)
    return fresh
  }

  async #refill(charge: Charge, reserved: Reserved, now: number): Promise<void> {
    const at = within(reserved, charge, now)
    const block = Math.max(1, Math.min(MAX_BLOCK, Math.floor(reserved.left / BLOCK_DIVISOR)))
    for (const cost of block > 1 ? [block, 1] : [1]) {
      const { taken, policies } = await this.#store.take([{ ...charge, cost }], at)
      reserved.left = policies[0]?.remaining ?? 0
      if (taken) {
        reserved.units += cost
        return
      }
    }
    reserved.isSpent = true
  }

  #state(charge: Charge, reserved: Reserved, now: number, taken: boolean): PolicyState & { taken: boolean } {
    return {
      key: charge.key,
      limit: charge.limit,
      remaining: reserved.units + (reserved.isSpent ? 0 : reserved.left),
      resetMs: charge.windowMs - (within(reserved, charge, now) % charge.windowMs),
      taken,
    }
  }
}

/** A time that lies in the window of what is set aside: the given one, or where the window begins. */
function within({ window }: Reserved, { windowMs }: Charge, now: number): number {
  return Math.max(now, window * windowMs)
}
