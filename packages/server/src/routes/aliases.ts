import { isHandle } from '@x-md/core/domain/handle.ts'
import { XmdError } from '@x-md/core/errors.ts'
import { shown } from '@x-md/core/request/status-url.ts'
import type { Context as HonoContext } from 'hono'
import { DEPRECATION, SUNSET } from '../http/lifecycle.ts'
import { queryOptions } from '../http/query.ts'
import type { Route } from '../http/surface.ts'

type Handler = (c: HonoContext) => Promise<Response>

/**
 * A route that works on until its sunset; every answer of it says so, errors included.
 * @param successor path of the route to move to, or undefined where a request names none
 */
export function deprecated(
  handler: Handler,
  publicUrl: () => string,
  successor: (c: HonoContext) => string | undefined,
): Handler {
  return async (c) => {
    const response = await handler(c)
    const site = publicUrl()
    const next = successor(c)
    const links = [
      response.headers.get('Link'),
      next && `<${site}${next}>; rel="successor-version"`,
      `<${site}/docs/versioning>; rel="deprecation"; type="text/html"`,
      `<${site}/docs/versioning>; rel="sunset"; type="text/html"`,
    ]
    response.headers.set('Deprecation', DEPRECATION)
    response.headers.set('Sunset', SUNSET)
    response.headers.set('Link', links.filter(Boolean).join(', '))
    return response
  }
}

export type BrowseResource = 'profile' | 'followers' | 'following' | 'search'

/** `/api/browse`: one route for all lists, which `resource` tells apart. */
export function browseRoute(routes: Readonly<Record<BrowseResource, Route>>, otherwise: Route): Route {
  return (c) => {
    const resource = resourceOf(c)
    return Object.hasOwn(routes, resource) ? routes[resource as BrowseResource](c) : otherwise(c)
  }
}

export const unknownResource: Route = (c) => {
  throw new XmdError(
    'invalid_resource',
    `resource=${shown(resourceOf(c))} is not known; use profile, search, followers or following.`,
  )
}

function resourceOf(c: HonoContext): string {
  return queryOptions(c.req.url).resource?.trim().toLowerCase() ?? ''
}

/** Where a call of `/api/browse` would go today. */
export function browseSuccessor(c: HonoContext): string | undefined {
  const { handle = '' } = queryOptions(c.req.url)
  const resource = resourceOf(c)
  if (resource === 'search') return '/api/v1/search'
  const bare = handle.replace(/^@/, '')
  if (!isHandle(bare)) return undefined
  if (resource === 'profile') return `/api/v1/profiles/${bare}`
  return resource === 'followers' || resource === 'following'
    ? `/api/v1/profiles/${bare}/${resource}`
    : undefined
}
