import type { Context } from '@x-md/core/operations/operation.ts'
import type { Context as HonoContext } from 'hono'

/**
 * The context of one call. Its signal is made only when it is asked for, which a cached read never does; it
 * is a class, since an object literal with a getter costs more than all the rest of such a read.
 */
export class CallContext implements Context {
  readonly config: Context['config']
  readonly providers: Context['providers']
  readonly cache: Context['cache']
  readonly written: Context['written']
  readonly shortLinks: Context['shortLinks']
  readonly breaker: Context['breaker']
  readonly admitAccountSearch: Context['admitAccountSearch']
  readonly log: Context['log']
  readonly now: Context['now']
  readonly #call: HonoContext

  constructor(context: Context, call: HonoContext) {
    this.config = context.config
    this.providers = context.providers
    this.cache = context.cache
    this.written = context.written
    this.shortLinks = context.shortLinks
    this.breaker = context.breaker
    this.admitAccountSearch = context.admitAccountSearch
    this.log = context.log
    this.now = context.now
    this.#call = call
  }

  get signal(): AbortSignal {
    return this.#call.req.raw.signal
  }
}
