import type { Context } from '@x-md/core/operations/operation.ts'
import type { Cache, CacheStatus } from '@x-md/core/stores/cache.ts'
import { NotKept } from './failures.ts'

/**
 * The context of a caller whose allowance is spent: what the cache holds is given, and nothing is read.
 * @throws NotKept from whatever would have to read
 */
export class KeptOnly implements Context {
  readonly config: Context['config']
  readonly providers: Context['providers']
  readonly cache: Cache
  readonly store: Context['store']
  readonly archive: Context['archive']
  readonly media: Context['media']
  readonly written: Context['written']
  readonly shortLinks: Context['shortLinks']
  readonly accounts: Context['accounts']
  readonly searchBreaker: Context['searchBreaker']
  readonly log: Context['log']
  readonly now: Context['now']

  constructor(context: Context) {
    this.config = context.config
    this.providers = context.providers
    this.cache = new KeptCache(context.cache)
    this.store = context.store
    this.archive = context.archive
    this.media = context.media
    this.written = context.written
    this.shortLinks = context.shortLinks
    this.accounts = context.accounts
    this.searchBreaker = context.searchBreaker
    this.log = context.log
    this.now = context.now
  }
}

class KeptCache implements Cache {
  readonly #cache: Cache

  constructor(cache: Cache) {
    this.#cache = cache
  }

  async read<T extends object>(key: string): Promise<{ value: T; status: CacheStatus }> {
    const value = await this.find<T>(key)
    if (!value) throw new NotKept()
    return { value, status: 'hit' }
  }

  find<T extends object>(key: string): Promise<T | undefined> {
    return this.#cache.find<T>(key)
  }
}
