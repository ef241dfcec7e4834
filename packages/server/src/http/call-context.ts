import { DerivedContext } from '@x-md/core/operations/derived-context.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import type { Context as HonoContext } from 'hono'
import type { Call } from './callers.ts'

/**
 * The context of one call. Its signal is made only when it is asked for, which a cached read never does; it
 * is a class, since an object literal with a getter costs more than all the rest of such a read.
 */
export class CallContext extends DerivedContext {
  readonly #call: HonoContext

  constructor(context: Context, call: HonoContext) {
    super(context)
    this.#call = call
  }

  get quotas(): Context['quotas'] {
    return (this.#call.get('call') as Call | undefined)?.quotas
  }

  get signal(): AbortSignal {
    return this.#call.req.raw.signal
  }
}
