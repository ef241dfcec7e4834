import { LRUCache } from 'lru-cache'
import { SingleFlight } from '../single-flight.ts'
import type { Cache, CacheStatus, Loaded } from './cache.ts'

/** How much is kept: in the weight of its values, which for posts is their number. */
const MAX_WEIGHT = 20_000

/** A cache in this process. The least recently used goes first. */
export class MemoryCache implements Cache {
  readonly #kept: LRUCache<string, object>
  readonly #loading = new SingleFlight()

  /** @param options.now Unix milliseconds, or any clock that only goes forward */
  constructor(options: { maxWeight?: number; now?: () => number } = {}) {
    this.#kept = new LRUCache({
      maxSize: options.maxWeight ?? MAX_WEIGHT,
      ttlResolution: 0,
      perf: { now: options.now ?? Date.now },
    })
  }

  async read<T extends object>(
    key: string,
    load: () => Promise<Loaded<T>>,
    { bypass = false }: { bypass?: boolean } = {},
  ): Promise<{ value: T; status: CacheStatus }> {
    const kept = bypass ? undefined : (this.#kept.get(key) as T | undefined)
    if (kept) return { value: kept, status: 'hit' }
    const work = async (isCurrent: () => boolean): Promise<T> => {
      const { value, ttlMs, weight } = await load()
      // A slow load must not undo what a newer one has kept.
      if (ttlMs > 0 && isCurrent()) this.#kept.set(key, value, { ttl: ttlMs, size: Math.max(1, weight) })
      return value
    }
    if (bypass) return { value: await this.#loading.replace(key, work), status: 'bypass' }
    return { value: await this.#loading.run(key, work), status: 'miss' }
  }
}

/** A cache that keeps nothing, for CACHE_DISABLED; callers at one time still share a load. */
export class NoCache implements Cache {
  readonly #sharing = new MemoryCache({ maxWeight: 1 })

  async read<T extends object>(
    key: string,
    load: () => Promise<Loaded<T>>,
  ): Promise<{ value: T; status: CacheStatus }> {
    const { value } = await this.#sharing.read(key, async () => ({ ...(await load()), ttlMs: 0 }))
    return { value, status: 'bypass' }
  }
}
