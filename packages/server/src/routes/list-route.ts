import { XmdError } from '@x-md/core/errors.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import type { TextOptions } from '@x-md/core/request/post-request.ts'
import type { Context as HonoContext } from 'hono'
import { type Answer, answer, cacheHeaders } from '../http/answer.ts'
import { CallContext } from '../http/call-context.ts'
import { AnswerMemo } from '../http/memo.ts'
import { MEDIA_TYPES, negotiator, type Representation } from '../http/negotiate.ts'
import { namedFormat, queryOptions, refuseLongValues } from '../http/query.ts'
import type { Route } from '../http/surface.ts'

/** What all list requests have. */
export interface ListRequest {
  format: 'markdown' | 'json'
  limit: number
  page: number
  cursor?: string | undefined
  full: boolean
}

/** What all list answers have. */
export interface ListResult {
  resource: string
  markdown: string
  source: string
  cache: string
  nextCursor?: string | undefined
  warnings?: string[] | undefined
  degraded?: boolean | undefined
  posts?: unknown[] | undefined
  users?: unknown[] | undefined
}

/** An operation that gives a list, as HTTP calls it. */
export interface ListBinding<Request extends ListRequest, Result extends ListResult> {
  parse(options: TextOptions): Request
  run(request: Request, context: Context): Promise<Result>
  /** The permalink of the list, and what of its own options it takes, for links to what follows. */
  permalink(request: Request): { path: string; options: Record<string, string | undefined> }
  /** How long others may keep it where posts may be kept for so long, in seconds. */
  ttl(posts: number): number
}

/** What is odd may be better soon, so others keep it no longer than this, in seconds. */
export const WARNED_TTL = 60
const DEFAULT_LIMIT = 20
const LAST_PAGE = 10

/** A list as Markdown, for a browser too, or as JSON; both say where it goes on. */
export function listRoute<Request extends ListRequest, Result extends ListResult>(
  context: Context,
  publicUrl: () => string,
  binding: ListBinding<Request, Result>,
): Route {
  const byAccept = negotiator(['markdown', 'json', 'html', 'text'])
  const memo = new AnswerMemo()
  return async (c) => {
    const options = namedOptions(c)
    refuseLongValues(options)
    const request = binding.parse(options)
    const shape = namedFormat(options) ? request.format : byAccept(c.req.header('accept'))
    if (!shape)
      throw new XmdError('not_acceptable', 'A list is given as Markdown or JSON; neither fits Accept.')
    const found = await binding.run(request, new CallContext(context, c))
    // Links to what follows say whether JSON was asked for by name.
    return memo.of(found, `${shape} ${request.format}`, () => {
      const result = withContinuation(found, request, binding, publicUrl())
      return listAnswer(result, shape, binding.ttl(context.config.CACHE_TTL_SECONDS))
    })
  }
}

/** The handle stands in the path, whatever a query says. */
export function namedOptions(c: HonoContext): Record<string, string | undefined> {
  const options = queryOptions(c.req.url)
  const handle = c.req.param('handle')
  return handle === undefined ? options : { ...options, handle }
}

/** Ends the Markdown with links to what follows, in the permalink form whichever route was asked. */
function withContinuation<Request extends ListRequest, Result extends ListResult>(
  result: Result,
  request: Request,
  { permalink }: ListBinding<Request, Result>,
  site: string,
): Result {
  const { nextCursor } = result
  if (nextCursor === undefined) return result
  const { path, options } = permalink(request)
  const link = (text: string, place: Record<string, string>) => {
    const all = {
      ...options,
      limit: request.limit === DEFAULT_LIMIT ? undefined : String(request.limit),
      full: request.full ? 'true' : undefined,
      format: request.format === 'json' ? 'json' : undefined,
      ...place,
    }
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value)
    return `[${text}](${site}${path}?${query})`
  }
  const links = [link('Continue →', { cursor: nextCursor })]
  const next = request.page + 1
  if (request.cursor === undefined && next <= LAST_PAGE) {
    links.push(link(`Next page (${next}) →`, { page: String(next) }))
  }
  return { ...result, markdown: `${result.markdown}\n${links.join(' · ')}\n` }
}

function listAnswer(result: ListResult, shape: Representation, ttl: number): Answer {
  const { cache, source, resource, degraded, warnings } = result
  const count = (result.posts ?? result.users ?? []).length
  return answer(
    shape === 'json' ? JSON.stringify(result) : result.markdown,
    {
      'Content-Type': MEDIA_TYPES[shape === 'html' ? 'markdown' : shape],
      Vary: 'Accept',
      'X-Source': source,
      'X-Cache': cache.toUpperCase(),
      'X-Browse-Resource': resource,
      'X-Result-Count': String(count),
      ...(degraded && { 'X-Search-Degraded': 'true' }),
      ...cacheHeaders(cache, degraded || warnings ? Math.min(ttl, WARNED_TTL) : ttl),
    },
    { cache, source },
  )
}
