import type { Charge, PolicyState, Store } from './store.ts'

/** A charge, and the key of the counter that holds its window. */
export interface Counter {
  key: string
  limit: number
  cost: number
  /** How long the counter is kept: its own window and the one after. */
  ttlMs: number
}

/**
 * The counters of charges at a time.
 * @throws RangeError for charges that make no sense, among them two of one counter
 */
export function toCounters(charges: readonly Charge[], now: number): Counter[] {
  const counters = charges.map(({ key, limit, windowMs, cost = 1 }) => {
    if (![limit, windowMs, cost].every((n) => Number.isSafeInteger(n) && n >= 0) || windowMs === 0)
      throw new RangeError(`A charge of ${key} is not in whole numbers`)
    return { key: `rl:${key}:${Math.floor(now / windowMs)}`, limit, cost, ttlMs: 2 * windowMs }
  })
  if (new Set(counters.map(({ key }) => key)).size < counters.length)
    throw new RangeError('Two charges draw from one counter')
  return counters
}

/** How quotas stand when this much of each is used. */
export function toPolicies(charges: readonly Charge[], used: readonly number[], now: number): PolicyState[] {
  return charges.map(({ key, limit, windowMs }, index) => ({
    key,
    limit,
    remaining: Math.max(0, limit - (used[index] ?? 0)),
    resetMs: windowMs - (now % windowMs),
  }))
}

/** Reads how quotas stand and how much of each is used, and spends nothing. @throws StoreError */
export async function peek(
  store: Store,
  charges: readonly Charge[],
  now: number,
): Promise<(PolicyState & { used: number })[]> {
  const values = await store.getMany(toCounters(charges, now).map(({ key }) => key))
  const used = values.map((value) => Number(value ?? 0))
  return toPolicies(charges, used, now).map((state, index) => ({ ...state, used: used[index] ?? 0 }))
}
