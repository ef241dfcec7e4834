import { XmdError } from '../errors.ts'
import { type Charge, type PolicyState, type Store, StoreError } from '../stores/store.ts'
import type { AccountShare } from './account-share.ts'
import type { Walker } from './import-admission.ts'
import { POLICIES, type Policy, type PolicyName } from './policies.ts'
import { Reserve } from './reserve.ts'

/** Who calls: an address, and the key that was shown, where there was one. */
export interface Caller {
  /** An IP address, or what stands for the callers that share one. */
  ip: string
  key?: { id: string; limitPer15m: number; importLimit?: number | undefined } | undefined
}

/** How one quota of a caller stands, as headers tell it. */
export interface QuotaState {
  name: PolicyName
  limit: number
  windowSeconds: number
  remaining: number
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number
}

/** The quotas of everybody: one object a process. */
export class Quotas {
  readonly #store: Store
  readonly #reserve: Reserve
  readonly #share: AccountShare | undefined
  readonly #now: () => number

  /** @param options.share what callers without a key may ask of accounts together */
  constructor(store: Store, { now, share }: { now: () => number; share?: AccountShare | undefined }) {
    this.#share = share
    this.#store = store
    this.#reserve = new Reserve(store)
    this.#now = now
  }

  /** @param names the quotas that a route draws from, or may draw from: all are told in its headers */
  of(caller: Caller, names: readonly PolicyName[]): CallerQuotas {
    return new CallerQuotas(this.#store, this.#reserve, this.#share, this.#now, caller, names)
  }
}

/** The quotas of a caller in one call. */
export class CallerQuotas {
  readonly #store: Store
  readonly #reserve: Reserve
  readonly #share: AccountShare | undefined
  readonly #now: () => number
  readonly #caller: Caller
  readonly #names: readonly PolicyName[]
  readonly #states = new Map<PolicyName, PolicyState>()
  /** When and what was spent, to be given back. */
  readonly #spent = new Map<PolicyName, number>()
  #enteredAt: number | undefined

  constructor(
    store: Store,
    reserve: Reserve,
    share: AccountShare | undefined,
    now: () => number,
    caller: Caller,
    names: readonly PolicyName[],
  ) {
    this.#store = store
    this.#reserve = reserve
    this.#share = share
    this.#now = now
    this.#caller = caller
    this.#names = names
  }

  /**
   * Spends a unit of `api-ip`, which every call does.
   * @returns nothing when that needed no call of the store
   * @throws XmdError `rate_limited`
   */
  enter(): void | Promise<void> {
    const charge = this.#charge('api-ip')
    const now = this.#now()
    const known = this.#reserve.spend(charge, now)
    if (known) return this.#entered(known, now)
    return this.#reserve.draw(charge, now).then(
      (state) => this.#entered(state, now),
      (error: unknown) => this.#down(error, 'api-ip'),
    )
  }

  /**
   * Spends a unit of each quota, or of none.
   * @throws XmdError `rate_limited` when one has too little left, or when the store is down and that one is
   * not to be passed unseen
   */
  async spend(...names: PolicyName[]): Promise<void> {
    const now = this.#now()
    try {
      const charges = names.map((name) => this.#charge(name))
      // Those without a key share what is left of the accounts.
      if (this.#share && names.includes('account-ip')) charges.push(await this.#share.publicCharge())
      const { taken, policies } = await this.#store.take(charges, now)
      for (const [index, name] of names.entries()) {
        this.#states.set(name, policies[index] as PolicyState)
        if (taken) this.#spent.set(name, now)
      }
      if (taken) return
      const spent = names.filter((_, index) => policies[index]?.remaining === 0)
      if (spent.length === 0) throw this.#refused('account-ip', PUBLIC_REFUSAL)
      throw this.#refused(longest(spent, this.#states))
    } catch (error) {
      for (const name of names) this.#down(error, name)
    }
  }

  /** Gives back what this call has spent of a quota: it turned out that nothing was used. */
  async refund(...names: PolicyName[]): Promise<void> {
    for (const name of names) {
      const at = this.#spent.get(name)
      if (at === undefined) continue
      this.#spent.delete(name)
      const state = this.#states.get(name)
      if (state) this.#states.set(name, { ...state, remaining: Math.min(state.limit, state.remaining + 1) })
      await this.#store.refund([this.#charge(name)], at).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error
      })
    }
  }

  /** Gives back the unit that `enter` has spent: the call cost nothing. */
  leave(): void {
    const state = this.#states.get('api-ip')
    if (this.#enteredAt === undefined || !state) return
    this.#reserve.giveBack(this.#charge('api-ip'), this.#enteredAt)
    this.#enteredAt = undefined
    this.#states.set('api-ip', { ...state, remaining: Math.min(state.limit, state.remaining + 1) })
  }

  /** Who calls, as far as the places of imports are shared out by that. */
  get walker(): Walker {
    const { ip, key } = this.#caller
    return { caller: key ? `key:${key.id}` : `ip:${ip}`, hasKey: key !== undefined }
  }

  /** What is known of the quotas of this call; `look` first asks for those that were not drawn from. */
  states(): QuotaState[] {
    const now = this.#now()
    return this.#names.map((name) => {
      const { limit, windowMs } = this.#charge(name)
      const state = this.#states.get(name)
      const resetMs = state?.resetMs ?? windowMs - (now % windowMs)
      return {
        name,
        limit,
        windowSeconds: windowMs / 1000,
        // A store that is down limits nobody, and the headers say what holds.
        remaining: state?.remaining ?? limit,
        resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
      }
    })
  }

  /** Learns how the quotas stand that this call has not drawn from. @returns nothing when there is none */
  look(): void | Promise<void> {
    const unknown = this.#names.filter((name) => !this.#states.has(name))
    if (unknown.length > 0) return this.#look(unknown)
  }

  async #look(unknown: readonly PolicyName[]): Promise<void> {
    const charges = unknown.map((name) => ({ ...this.#charge(name), cost: 0 }))
    const { policies } = await this.#store.take(charges, this.#now()).catch((error: unknown) => {
      if (error instanceof StoreError) return { policies: [] }
      throw error
    })
    for (const [index, state] of policies.entries()) this.#states.set(unknown[index] as PolicyName, state)
  }

  #entered(state: PolicyState & { taken: boolean }, now: number): void {
    this.#states.set('api-ip', state)
    if (!state.taken) throw this.#refused('api-ip')
    this.#enteredAt = now
  }

  #charge(name: PolicyName): Charge {
    const { quota, windowSeconds, counter }: Policy = POLICIES[name]
    const { ip, key } = this.#caller
    return {
      key: counter(name.endsWith('-key') ? (key?.id ?? '') : ip),
      limit: (key && OWN_LIMITS[name]?.(key)) ?? quota,
      windowMs: windowSeconds * 1000,
    }
  }

  #refused(name: PolicyName, why = POLICIES[name].refusal): XmdError {
    const { key, limit, windowMs } = this.#charge(name)
    const resetMs = this.#states.get(name)?.resetMs ?? windowMs - (this.#now() % windowMs)
    this.#states.set(name, { key, limit, remaining: 0, resetMs })
    const seconds = Math.max(1, Math.ceil(resetMs / 1000))
    return new XmdError('rate_limited', `${why} Ask again in ${seconds} seconds.`, { retryAfter: seconds })
  }

  #down(error: unknown, name: PolicyName): void {
    if (!(error instanceof StoreError)) throw error
    if (POLICIES[name].whenDown === 'closed') throw this.#refused(name, DOWN_REFUSAL)
  }
}

/** What a key may have of its own. */
const OWN_LIMITS: Partial<Record<PolicyName, (key: NonNullable<Caller['key']>) => number | undefined>> = {
  'account-key': ({ limitPer15m }) => limitPer15m,
  'import-key': ({ importLimit }) => importLimit,
}

const PUBLIC_REFUSAL =
  'Callers without a key have used up together what the accounts may ask; a key has an allowance of its own.'
const DOWN_REFUSAL = 'What the accounts may ask cannot be counted now, so they are not asked.'

function longest(names: readonly PolicyName[], states: ReadonlyMap<PolicyName, PolicyState>): PolicyName {
  return [...names].sort(
    (a, b) => (states.get(b)?.resetMs ?? 0) - (states.get(a)?.resetMs ?? 0),
  )[0] as PolicyName
}
