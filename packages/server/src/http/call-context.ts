import type { Context } from '@x-md/core/operations/operation.ts'
import type { Context as HonoContext } from 'hono'

/** The context of one call. Its signal is made only when it is asked for, which a cached read never does. */
export function callContext(context: Context, c: HonoContext): Context {
  return {
    ...context,
    get signal() {
      return c.req.raw.signal
    },
  }
}
