import type { Context } from '@x-md/core/operations/operation.ts'
import type { Route } from '../http/surface.ts'
import { adminRoute } from './admin-route.ts'

/** `/api/admin/upstream`: the sources of X data in the order in which they are asked, and which of them rest. */
export function adminUpstreamRoute(context: Context): Route {
  const { providers, searchBreaker, accounts, store, config, now } = context
  return adminRoute(context, {
    GET: {
      async run() {
        const until = await searchBreaker.openUntil()
        return {
          providers: providers.map(({ name, paid, search }) => ({
            name,
            paid: paid ?? false,
            ...(search && { search: { kind: search.kind, feeds: search.feeds } }),
          })),
          fxtwitter: { bases: config.FXTWITTER_BASE_URL.length },
          search: {
            resting: until !== undefined,
            ...(until !== undefined && { resumesInSec: Math.ceil((until - now()) / 1000) }),
            capacityPer15m: accounts.capacity,
          },
          store: store.name,
        }
      },
    },
  })
}
