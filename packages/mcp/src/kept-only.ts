import { DerivedContext } from '@x-md/core/operations/derived-context.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import type { Cache, CacheStatus } from '@x-md/core/stores/cache.ts'
import { NotKept } from './failures.ts'

/**
 * The context of a caller whose allowance is spent: what the cache holds is given, and nothing is read.
 * @throws NotKept from whatever would have to read
 */
export class KeptOnly extends DerivedContext {
  constructor(context: Context) {
    super(context, { cache: new KeptCache(context.cache) })
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
