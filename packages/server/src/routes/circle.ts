import { XmdError } from '@x-md/core/errors.ts'
import { type GetCircleOutput, getCircle } from '@x-md/core/operations/get-circle.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { CIRCLE_POLICY, circleSvg } from '@x-md/core/render/circle-svg.ts'
import { parseCircleRequest } from '@x-md/core/request/circle-request.ts'
import { type Answer, answer, cacheHeaders, SITE_WIDE } from '../http/answer.ts'
import { CallContext } from '../http/call-context.ts'
import { MEDIA_TYPES, negotiator, type Representation } from '../http/negotiate.ts'
import { namedFormat, refuseLongValues } from '../http/query.ts'
import type { Route } from '../http/surface.ts'
import { namedOptions, WARNED_TTL } from './list-route.ts'

/** Others keep a circle no longer than this, in seconds; without `until`, it moves on within the hour. */
const MAX_TTL = 600

/** Whom an account talks with: Markdown, JSON or a picture. */
export function circleRoute(context: Context): Route {
  const byAccept = negotiator(['markdown', 'json', 'svg', 'html', 'text'])
  const ttl = Math.min(context.config.CACHE_TTL_SECONDS, MAX_TTL)
  return async (c) => {
    const options = namedOptions(c)
    refuseLongValues(options)
    const request = parseCircleRequest(options, context.now())
    const shape = namedFormat(options) ? request.format : byAccept(c.req.header('accept'))
    if (!shape) {
      throw new XmdError(
        'not_acceptable',
        'A circle is given as Markdown, JSON or SVG; none of them fits Accept.',
      )
    }
    // HEAD tells that the request is good; to build a circle for it would cost an import.
    if (c.req.method === 'HEAD') {
      return { status: 200, headers: { ...SITE_WIDE, ...typeHeaders(shape), ...NOT_KEPT }, body: null }
    }
    return circleAnswer(await getCircle.run(request, new CallContext(context, c)), shape, ttl)
  }
}

const NOT_KEPT = { 'Cache-Control': 'no-store' }

function typeHeaders(shape: Representation): Record<string, string> {
  return {
    'Content-Type': MEDIA_TYPES[shape === 'html' ? 'markdown' : shape],
    Vary: 'Accept',
    ...(shape === 'svg' && { 'Content-Security-Policy': CIRCLE_POLICY }),
  }
}

function circleAnswer(result: GetCircleOutput, shape: Representation, ttl: number): Answer {
  const { cache, source, resource, members, coverage } = result
  return answer(
    shape === 'json' ? JSON.stringify(result) : shape === 'svg' ? circleSvg(result) : result.markdown,
    {
      ...typeHeaders(shape),
      'X-Source': source,
      'X-Cache': cache.toUpperCase(),
      'X-Browse-Resource': resource,
      'X-Result-Count': String(members.length),
      ...cacheHeaders(cache, coverage.partial ? Math.min(ttl, WARNED_TTL) : ttl),
    },
    { cache, source },
  )
}
