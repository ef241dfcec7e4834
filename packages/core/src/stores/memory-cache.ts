import { LRUCache } from 'lru-cache'
import { SingleFlight } from '../single-flight.ts'
import type { Cache, CacheStatus, Loaded } from './cache.ts'

/** How much is kept: in the weight of its values, which for posts is their number. */
const MAX_WEIGHT = 20_000

interface Kept {
  value: object
  /** When it goes stale, by the cache's clock. */
  freshUntil: number
}

/** A cache in this process. The least recently used goes first. */
export class MemoryCache implements Cache {
  readonly #kept: LRUCache<string, Kept>
  readonly #loading = new SingleFlight()
  readonly #now: () => number

  /** @param options.now Unix milliseconds, or any clock that only goes forward */
  constructor(options: { maxWeight?: number; now?: () => number } = {}) {
    this.#now = options.now ?? Date.now
    this.#kept = new LRUCache({
      maxSize: options.maxWeight ?? MAX_WEIGHT,
      ttlResolution: 0,
      perf: { now: this.#now },
    })
  }

  async read<T extends object>(
    key: string,
    load: () => Promise<Loaded<T>>,
    { bypass = false }: { bypass?: boolean } = {},
  ): Promise<{ value: T; status: CacheStatus }> {
    const work = async (isCurrent: () => boolean): Promise<T> => {
      const loaded = await load()
      // A slow load must not undo what a newer one has kept.
      if (loaded.ttlMs > 0 && isCurrent()) this.#keep(key, loaded)
      return loaded.value
    }
    if (bypass) return { value: await this.#loading.replace(key, work), status: 'bypass' }
    const kept = this.#kept.get(key)
    if (!kept) return { value: await this.#loading.run(key, work), status: 'miss' }
    if (kept.freshUntil <= this.#now()) {
      // Nobody waits for this one; when it fails, the stale value serves on for as long as it may.
      this.#loading.run(key, work).catch(() => undefined)
    }
    return { value: kept.value as T, status: 'hit' }
  }

  #keep(key: string, { value, ttlMs, staleMs = 0, weight }: Loaded<object>): void {
    const kept = { value, freshUntil: this.#now() + ttlMs }
    this.#kept.set(key, kept, { ttl: ttlMs + staleMs, size: Math.max(1, weight) })
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
