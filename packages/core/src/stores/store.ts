/**
 * What processes of the product share: strings under keys, sets of strings, and counters. Every store does
 * the same; `store-contract.test.ts` says what that is. Whether a store that is down lets a caller through is
 * the caller's decision: here it is a StoreError, within about a second.
 */
export interface Store {
  readonly name: StoreName
  get(key: string): Promise<string | undefined>
  /** The values in the order of the keys. */
  getMany(keys: readonly string[]): Promise<(string | undefined)[]>
  /** @returns false if `onlyIf` did not hold, and then nothing has changed */
  set(key: string, value: string, options?: SetOptions): Promise<boolean>
  /** @returns false if there was nothing, or not the value that `equals` names */
  delete(key: string, options?: { equals?: string }): Promise<boolean>
  addMember(set: string, member: string): Promise<void>
  removeMember(set: string, member: string): Promise<void>
  /** All of them, in no order: sets are for what people make, a few thousand at most. */
  members(set: string): Promise<string[]>
  /**
   * Adds members to a set that ends after a time of its first one, each of them at most once whoever asks.
   * @returns for each member whether it was not in it before
   */
  claim(set: string, members: readonly string[], ttlMs: number): Promise<boolean[]>
  /**
   * Spends from several quotas or from none: one that has too little left refuses all. Keys with one `{hash tag}`
   * are charged in one step on a cluster, too; `RedisStore` says what becomes of others.
   * @param charges each of another counter
   * @param now Unix milliseconds; it says which window is meant
   */
  take(charges: readonly Charge[], now: number): Promise<Taken>
  /** Gives back what `take` spent. @param at the time that was given to `take` */
  refund(charges: readonly Charge[], at: number): Promise<void>
  close(): Promise<void>
}

export type StoreName = 'memory' | 'sqlite' | 'redis' | 'upstash'

export interface SetOptions {
  /** How long it is kept; without it, until it is deleted. */
  ttlMs?: number
  /** Change only a key that has no value, or this one. */
  onlyIf?: 'absent' | { equals: string }
  /** It may go before its time, which it must have, when room is short: what can be read again. */
  disposable?: boolean
}

/** A quota that is drawn from: fixed windows, aligned to the clock. */
export interface Charge {
  /** Whose quota, such as `api:ip:192.0.2.7`. One key has windows of one length. */
  key: string
  /** Units in a window, a whole number. */
  limit: number
  windowMs: number
  /** Units that are spent, a whole number; 0 reports the quota and never refuses. Default 1. */
  cost?: number
}

export interface Taken {
  /** Whether the charges were spent: all, or none. */
  taken: boolean
  /** In the order of the charges, as they stand afterwards. */
  policies: PolicyState[]
}

/** How a quota stands. */
export interface PolicyState {
  key: string
  limit: number
  remaining: number
  /** Milliseconds until the window ends, above 0. */
  resetMs: number
}

/** A store that cannot be opened, does not answer in time, or refuses. It names no address and no secret. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code = 'store_unavailable'
}
