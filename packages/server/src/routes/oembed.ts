import { getOembed, parseOembedRequest } from '@x-md/core/operations/get-oembed.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { answer } from '../http/answer.ts'
import { MEDIA_TYPES } from '../http/negotiate.ts'
import { queryOptions } from '../http/query.ts'
import type { Route } from '../http/surface.ts'

/** The oEmbed document that a preview names; always JSON. */
export function oembedRoute(context: Context, publicUrl: () => string): Route {
  return async (c) => {
    const request = parseOembedRequest(queryOptions(c.req.url), publicUrl())
    return answer(JSON.stringify(await getOembed.run(request, context)), {
      'Content-Type': MEDIA_TYPES.json,
      'Cache-Control': 'public, max-age=3600',
    })
  }
}
