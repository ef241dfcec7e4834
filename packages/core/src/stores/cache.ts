import type { Waiter } from '../single-flight.ts'

export type CacheStatus = 'hit' | 'miss' | 'bypass'

/** A value that a load gives to the cache, and how long and at what cost it is worth keeping. */
export interface Loaded<T> {
  value: T
  /** Milliseconds for which it is good; 0 keeps nothing. */
  ttlMs: number
  /** Milliseconds after that in which it may be given while it is loaded anew. */
  staleMs?: number
  /** Posts in it, or another measure of its size; at least 1. */
  weight: number
}

/** Answers that were worked out before, by what was asked. */
export interface Cache {
  /**
   * Gives the kept value of a key or loads it. Callers that ask for one key while it loads share that load,
   * which therefore outlives any one of them, and ends when all have left; a load that fails is kept by nobody. What has gone stale is given
   * at once, while one load renews it. Values are plain JSON and nobody changes them: one may be given to many,
   * and may have been kept by another process.
   * @param load is given a signal that says when nobody waits for it any more
   * @param options.bypass load anew, and keep that
   * @param options.caller who waits; without one, nobody can leave
   * @throws the reason of the caller's signal when it leaves
   */
  read<T extends object>(
    key: string,
    load: (signal: AbortSignal) => Promise<Loaded<T>>,
    options?: { bypass?: boolean; caller?: Waiter },
  ): Promise<{ value: T; status: CacheStatus }>
  /** The kept value of a key, fresh or stale; nothing is loaded or renewed for it. */
  find<T extends object>(key: string): Promise<T | undefined>
}

/** A value as it is kept. */
export interface Kept {
  value: object
  /** When it goes stale, and when it goes altogether: Unix milliseconds. */
  freshUntil: number
  staleUntil: number
  weight: number
}

/** Where what a cache keeps in memory outlives its process, and other processes find it. It never fails. */
export interface CacheBacking {
  recall(key: string): Promise<Kept | undefined>
  /** @param isCurrent whether nothing newer has taken its place since */
  keep(key: string, kept: Kept, isCurrent: () => boolean): Promise<void>
}
