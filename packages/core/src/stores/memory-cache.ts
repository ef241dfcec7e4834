import { LRUCache } from 'lru-cache'
import { SingleFlight, type Waiter } from '../single-flight.ts'
import type { Cache, CacheBacking, CacheStatus, Kept, Loaded } from './cache.ts'

/** How much is kept: in the weight of its values, which for posts is their number. */
const MAX_WEIGHT = 20_000

/** A cache in this process, with another place behind it if there is one. The least recently used goes first. */
export class MemoryCache implements Cache {
  readonly #kept: LRUCache<string, Kept>
  readonly #loading = new SingleFlight()
  readonly #recalling = new SingleFlight()
  readonly #backing: CacheBacking | undefined
  readonly #now: () => number

  /** @param options.now Unix milliseconds; without a backing, any clock that only goes forward */
  constructor(options: { maxWeight?: number; now?: () => number; backing?: CacheBacking | undefined } = {}) {
    this.#now = options.now ?? Date.now
    this.#backing = options.backing
    this.#kept = new LRUCache({
      maxSize: options.maxWeight ?? MAX_WEIGHT,
      ttlResolution: 0,
      perf: { now: this.#now },
    })
  }

  async read<T extends object>(
    key: string,
    load: (signal: AbortSignal) => Promise<Loaded<T>>,
    { bypass = false, caller }: { bypass?: boolean; caller?: Waiter } = {},
  ): Promise<{ value: T; status: CacheStatus }> {
    const work = async (isCurrent: () => boolean, signal: AbortSignal): Promise<T> => {
      const loaded = await load(signal)
      // A slow load must not undo what a newer one has kept.
      if (loaded.ttlMs > 0 && isCurrent()) this.#keep(key, loaded)
      return loaded.value
    }
    if (bypass) return { value: await this.#loading.replace(key, work, caller), status: 'bypass' }
    const kept = this.#kept.get(key) ?? (await this.#recall(key))
    if (!kept) return { value: await this.#loading.run(key, work, caller), status: 'miss' }
    if (!this.#isFresh(kept)) {
      // Nobody waits for this one; when it fails, the stale value serves on for as long as it may.
      this.#loading
        .run(key, (isCurrent, signal) => this.#renew(key, () => work(isCurrent, signal)))
        .catch(() => undefined)
    }
    return { value: kept.value as T, status: 'hit' }
  }

  async find<T extends object>(key: string): Promise<T | undefined> {
    const kept = this.#kept.get(key) ?? (await this.#recall(key))
    return kept?.value as T | undefined
  }

  /** What another process has renewed need not be loaded again. */
  async #renew(key: string, work: () => Promise<object>): Promise<object> {
    const kept = await this.#recall(key)
    return kept && this.#isFresh(kept) ? kept.value : work()
  }

  /** Looks behind, and takes what it finds into memory unless that has something fresh. */
  async #recall(key: string): Promise<Kept | undefined> {
    const backing = this.#backing
    if (!backing) return undefined
    const found = await this.#recalling.run(key, async () => {
      const kept = await backing.recall(key)
      if (!kept || kept.staleUntil <= this.#now()) return undefined
      const known = this.#kept.get(key)
      if (!known || (!this.#isFresh(known) && known.freshUntil < kept.freshUntil)) this.#remember(key, kept)
      return kept
    })
    return this.#kept.get(key) ?? found
  }

  #keep(key: string, { value, ttlMs, staleMs = 0, weight }: Loaded<object>): void {
    const freshUntil = this.#now() + ttlMs
    const kept = { value, freshUntil, staleUntil: freshUntil + staleMs, weight: Math.max(1, weight) }
    this.#remember(key, kept)
    void this.#backing?.keep(key, kept, () => this.#kept.peek(key) === kept)
  }

  #remember(key: string, kept: Kept): void {
    this.#kept.set(key, kept, { ttl: kept.staleUntil - this.#now(), size: kept.weight })
  }

  #isFresh(kept: Kept): boolean {
    return kept.freshUntil > this.#now()
  }
}

/** A cache that keeps nothing, for CACHE_DISABLED; callers at one time still share a load. */
export class NoCache implements Cache {
  readonly #sharing = new MemoryCache({ maxWeight: 1 })

  async read<T extends object>(
    key: string,
    load: (signal: AbortSignal) => Promise<Loaded<T>>,
    { caller }: { caller?: Waiter } = {},
  ): Promise<{ value: T; status: CacheStatus }> {
    const loadOnly = async (signal: AbortSignal) => ({ ...(await load(signal)), ttlMs: 0 })
    const { value } = await this.#sharing.read(key, loadOnly, caller ? { caller } : {})
    return { value, status: 'bypass' }
  }

  async find(): Promise<undefined> {
    return undefined
  }
}
