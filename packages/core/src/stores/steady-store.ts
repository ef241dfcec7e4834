import { toCounters } from './counters.ts'
import { type Charge, type SetOptions, type Store, StoreError, type StoreName, type Taken } from './store.ts'

/** How long a call may take before its caller goes on without it. */
const TIMEOUT_MS = 1000

/** How long nothing is asked of a store after a call that ran into its timeout, so that few callers wait. */
const REST_MS = 1000

/** How long a store must have answered without a fault before it is said to be well again. */
const WELL_AFTER_MS = 5000

interface SteadyOptions {
  timeoutMs?: number
  wellAfterMs?: number
  /** Told once when the store stops working, with the fault, and once when it works again, with nothing. */
  report?: (fault: StoreError | undefined) => void
}

/**
 * A store that never keeps a caller waiting: it gives up in time, refuses at once while the store behind it
 * hangs, and turns every fault into a StoreError without anything secret. What was given up may have happened.
 */
export class SteadyStore implements Store {
  readonly name: StoreName
  readonly #store: Store
  readonly #timeoutMs: number
  readonly #wellAfterMs: number
  readonly #report: (fault: StoreError | undefined) => void
  #restUntil = 0
  #isClosed = false
  #faultAt: number | undefined

  constructor(store: Store, options: SteadyOptions = {}) {
    this.name = store.name
    this.#store = store
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#wellAfterMs = options.wellAfterMs ?? WELL_AFTER_MS
    this.#report = options.report ?? (() => undefined)
  }

  get(key: string): Promise<string | undefined> {
    return this.#run(() => this.#store.get(key))
  }

  getMany(keys: readonly string[]): Promise<(string | undefined)[]> {
    return this.#run(() => this.#store.getMany(keys))
  }

  set(key: string, value: string, options?: SetOptions): Promise<boolean> {
    return this.#run(() => this.#store.set(key, value, options))
  }

  delete(key: string, options?: { equals?: string }): Promise<boolean> {
    return this.#run(() => this.#store.delete(key, options))
  }

  addMember(set: string, member: string): Promise<void> {
    return this.#run(() => this.#store.addMember(set, member))
  }

  removeMember(set: string, member: string): Promise<void> {
    return this.#run(() => this.#store.removeMember(set, member))
  }

  members(set: string): Promise<string[]> {
    return this.#run(() => this.#store.members(set))
  }

  claim(set: string, members: readonly string[], ttlMs: number): Promise<boolean[]> {
    return this.#run(() => this.#store.claim(set, members, ttlMs))
  }

  async take(charges: readonly Charge[], now: number): Promise<Taken> {
    // A charge that makes no sense is our own fault, and none of the store's.
    toCounters(charges, now)
    return this.#run(() => this.#store.take(charges, now))
  }

  refund(charges: readonly Charge[], at: number): Promise<void> {
    return this.#run(() => this.#store.refund(charges, at))
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#store.close()
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreError(`The ${this.name} store is closed`)
    if (performance.now() < this.#restUntil) throw new StoreError(`The ${this.name} store does not answer`)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      // After a long pause of this process, a reply may lie there that was not read yet: it is read first.
      timer = setTimeout(() => setImmediate(() => reject(new Late())), this.#timeoutMs)
    })
    try {
      const result = await Promise.race([work(), late])
      this.#wentWell()
      return result
    } catch (error) {
      throw this.#wentWrong(error)
    } finally {
      clearTimeout(timer)
    }
  }

  #wentWell(): void {
    if (this.#faultAt === undefined || performance.now() - this.#faultAt < this.#wellAfterMs) return
    this.#faultAt = undefined
    this.#report(undefined)
  }

  #wentWrong(error: unknown): StoreError {
    const now = performance.now()
    if (error instanceof Late) this.#restUntil = now + REST_MS
    const fault = toStoreError(this.name, error)
    if (this.#faultAt === undefined) this.#report(fault)
    this.#faultAt = now
    return fault
  }
}

class Late extends Error {}

/** The word that a Redis error begins with, such as NOAUTH; the rest may repeat the command. */
const REDIS_CODE = /^[A-Z]{3,}\b/

/** A fault of a store as it may be told. */
export function toStoreError(name: StoreName, error: unknown): StoreError {
  return new StoreError(`The ${name} store ${reason(error)}`)
}

/** What is known of a fault and safe to say: clients put addresses, passwords and commands into their errors. */
function reason(error: unknown): string {
  if (error instanceof Late) return 'does not answer'
  const { code, errstr, message, cause } = error as {
    code?: unknown
    errstr?: unknown
    message?: unknown
    cause?: { code?: unknown }
  }
  // SQLite's own words for the kind of fault.
  if (typeof errstr === 'string') return `failed: ${errstr}`
  const known = [code, cause?.code, REDIS_CODE.exec(String(message))?.[0]].find(
    (part) => typeof part === 'string',
  )
  return known ? `failed: ${known}` : 'cannot be reached'
}
