import { isHandle } from '@x-md/core/domain/handle.ts'
import { XmdError } from '@x-md/core/errors.ts'
import { shown } from '@x-md/core/request/status-url.ts'
import { pathOf } from './query.ts'
import type { Route } from './surface.ts'

/** First segments of paths that are pages, here or on X; accounts of these names are read under `/api/v1`. */
const RESERVED = new Set(
  'about account admin api app compose contact docs download explore feed hashtag healthz help home i intent jobs login logout mcp messages metrics notifications oembed openapi privacy search settings share signup tos terms'.split(
    ' ',
  ),
)

/** A route whose first segment is a handle; for any other word there is nothing at that path. */
export function forHandles(route: Route): Route {
  return (c) => {
    const handle = c.req.param('handle')?.replace(/^@/, '') ?? ''
    if (isHandle(handle) && !RESERVED.has(handle.toLowerCase())) return route(c)
    throw new XmdError('route_not_found', `Nothing stands at ${shown(pathOf(c.req.url).path)}.`)
  }
}
