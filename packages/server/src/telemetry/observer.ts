import type { Context as HonoContext } from 'hono'
import { routePath } from 'hono/route'

/** One request that was answered. */
export interface Served {
  /** The pattern of its route, such as `/:handle/status/:id`. */
  route: string
  method: string
  status: number
  cache: string | undefined
  /** Whether a search was answered by a source that finds less. */
  degraded: boolean
  ms: number
  /** What was thrown, where that made the answer. */
  error: unknown
}

/** Who is told of every request. It must not throw, and must not hold an answer up. */
export interface Observer {
  arrived?(c: HonoContext): void
  served(c: HonoContext, served: Served): void
}

/** The pattern of the route that a call goes by, or `none`: what callers write in an address is no name. */
export function routeOf(c: HonoContext): string {
  const route = routePath(c)
  // What stands around all routes is none.
  return route && route !== '/*' ? route : 'none'
}
