import type { Context } from '@x-md/core/operations/operation.ts'
import type { Context as HonoContext } from 'hono'
import type { Call } from './callers.ts'

/**
 * The context of one call. Its signal is made only when it is asked for, which a cached read never does; it
 * is a class, since an object literal with a getter costs more than all the rest of such a read.
 */
export class CallContext implements Context {
  readonly config: Context['config']
  readonly providers: Context['providers']
  readonly cache: Context['cache']
  readonly archive: Context['archive']
  readonly written: Context['written']
  readonly shortLinks: Context['shortLinks']
  readonly media: Context['media']
  readonly accounts: Context['accounts']
  readonly searchBreaker: Context['searchBreaker']
  readonly log: Context['log']
  readonly store: Context['store']
  readonly now: Context['now']
  readonly #call: HonoContext

  constructor(context: Context, call: HonoContext) {
    this.config = context.config
    this.providers = context.providers
    this.cache = context.cache
    this.archive = context.archive
    this.written = context.written
    this.shortLinks = context.shortLinks
    this.media = context.media
    this.accounts = context.accounts
    this.searchBreaker = context.searchBreaker
    this.log = context.log
    this.store = context.store
    this.now = context.now
    this.#call = call
  }

  get quotas(): Context['quotas'] {
    return (this.#call.get('call') as Call | undefined)?.quotas
  }

  get signal(): AbortSignal {
    return this.#call.req.raw.signal
  }
}
