import type { ApiKeys } from '../stores/api-keys.ts'
import { peek } from '../stores/counters.ts'
import type { Charge, Store } from '../stores/store.ts'
import { POLICIES } from './policies.ts'

/** Questions that X itself allows one account in a window, about; failures count, too. */
export const X_CAP_PER_ACCOUNT = 50
/** Those that are asked of it. */
export const ACCOUNT_BUDGET = 40
export const ACCOUNT_WINDOW_MS = POLICIES['account-ip'].windowSeconds * 1000

/** Where the setting is kept that a keeper has changed. */
const IDLE_KEY = 'pool:idle-release-minutes'
const IDLE_RANGE = { min: 15, max: 1440 }

/** How long what was worked out is taken for true: keys and their use change slowly. */
const TRUST_MS = 5_000

/** What is set aside for a key, and what it has used, in this window. */
export interface KeyShare {
  id: string
  label: string
  limitPer15m: number
  used: number
  reserved: number
}

/** How the questions that accounts may ask are shared in this window. */
export interface Share {
  capacity: number
  windowSec: number
  windowElapsedSec: number
  windowRemainingSec: number
  idleReleaseMinutes: number
  keysUsed: number
  keysReserved: number
  /** What callers without a key may use together. */
  publicCap: number
  publicUsed: number
  publicRemaining: number
  keys: KeyShare[]
}

export interface AccountShareOptions {
  /** Accounts that may ask now. */
  activeAccounts: () => number
  /** Minutes after its last use in which a key keeps its share, unless the store says otherwise. */
  idleReleaseMinutes: number
  /** Unix milliseconds. */
  now: () => number
}

/**
 * Shares what the accounts may ask between key holders, each of whom has an allowance, and everybody else.
 * What the public may use is what keys have not used and are not likely to use any more in this window.
 */
export class AccountShare {
  readonly #store: Store
  readonly #keys: ApiKeys
  readonly #options: AccountShareOptions
  #known: { at: number; publicCap: number } | undefined

  constructor(store: Store, keys: ApiKeys, options: AccountShareOptions) {
    this.#store = store
    this.#keys = keys
    this.#options = options
  }

  /** Questions in a window over all accounts. */
  get capacity(): number {
    return this.#options.activeAccounts() * ACCOUNT_BUDGET
  }

  /** The allowance of a key for which none was given. */
  get defaultKeyLimit(): number {
    return Math.max(1, Math.floor(this.capacity / 3))
  }

  /** What one question of a caller without a key draws from, besides its own quota. @throws StoreError */
  async publicCharge(): Promise<Charge> {
    const now = this.#options.now()
    const isFresh = this.#known && now - this.#known.at < TRUST_MS && sameWindow(this.#known.at, now)
    if (!isFresh) this.#known = { at: now, publicCap: (await this.describe()).publicCap }
    return publicCharge(this.#known?.publicCap ?? 0)
  }

  /** @throws StoreError */
  async describe(): Promise<Share> {
    const now = this.#options.now()
    const elapsed = now % ACCOUNT_WINDOW_MS
    const [keys, idleReleaseMinutes] = await Promise.all([this.#keys.list(), this.idleReleaseMinutes()])
    const charges = keys.map(({ id, limitPer15m }) => ({
      key: POLICIES['account-key'].counter(id),
      limit: limitPer15m,
      windowMs: ACCOUNT_WINDOW_MS,
    }))
    const [publicState, ...states] = await peek(this.#store, [publicCharge(0), ...charges], now)
    const shares = keys.map(({ id, label, limitPer15m, disabled, lastUsedAt }, index): KeyShare => {
      const used = states[index]?.used ?? 0
      const idleMs = lastUsedAt === undefined ? Number.POSITIVE_INFINITY : now - Date.parse(lastUsedAt)
      const isIdle = disabled || idleMs > idleReleaseMinutes * 60_000
      const reserved = isIdle ? 0 : reservation(limitPer15m, used, elapsed)
      return { id, label, limitPer15m, used, reserved }
    })
    const keysUsed = sum(shares.map(({ used }) => used))
    const keysReserved = sum(shares.map(({ reserved }) => reserved))
    const publicCap = Math.max(0, this.capacity - keysUsed - keysReserved)
    const publicUsed = publicState?.used ?? 0
    return {
      capacity: this.capacity,
      windowSec: ACCOUNT_WINDOW_MS / 1000,
      windowElapsedSec: Math.floor(elapsed / 1000),
      windowRemainingSec: Math.ceil((ACCOUNT_WINDOW_MS - elapsed) / 1000),
      idleReleaseMinutes,
      keysUsed,
      keysReserved,
      publicCap,
      publicUsed,
      publicRemaining: Math.max(0, publicCap - publicUsed),
      keys: shares,
    }
  }

  async idleReleaseMinutes(): Promise<number> {
    const minutes = Number(await this.#store.get(IDLE_KEY))
    return isIdleRelease(minutes) ? minutes : this.#options.idleReleaseMinutes
  }

  /** @param minutes within `isIdleRelease` */
  async setIdleReleaseMinutes(minutes: number): Promise<void> {
    await this.#store.set(IDLE_KEY, String(minutes))
    this.#known = undefined
  }
}

export function isIdleRelease(minutes: number): boolean {
  return Number.isInteger(minutes) && minutes >= IDLE_RANGE.min && minutes <= IDLE_RANGE.max
}

function publicCharge(limit: number): Charge {
  return { key: 'xsearch:public', limit, windowMs: ACCOUNT_WINDOW_MS }
}

/**
 * What a key in use may still need: its allowance as far as time is left for it, or twice its pace so far if
 * that is more; never more than is left of the allowance.
 */
function reservation(limit: number, used: number, elapsedMs: number): number {
  const left = Math.max(0, limit - used)
  const timeLeft = 1 - elapsedMs / ACCOUNT_WINDOW_MS
  const atTwiceItsPace = elapsedMs > 0 ? 2 * (used / elapsedMs) * (ACCOUNT_WINDOW_MS - elapsedMs) : 0
  return Math.min(left, Math.ceil(Math.max(left * timeLeft, atTwiceItsPace)))
}

function sameWindow(one: number, other: number): boolean {
  return Math.floor(one / ACCOUNT_WINDOW_MS) === Math.floor(other / ACCOUNT_WINDOW_MS)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
