import { XmdError } from '@x-md/core/errors.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { endpointCard } from '@x-md/mcp/card.ts'
import { type Door, HttpEdge, OverAllowance } from '@x-md/mcp/http/edge.ts'
import { acceptsEvents, type EdgeAnswer, errorAnswer, namesModern, refusal } from '@x-md/mcp/http/messages.ts'
import type { Context as HonoContext } from 'hono'
import { type Answer, answer, SITE_WIDE } from '../http/answer.ts'
import { CallContext } from '../http/call-context.ts'
import type { Call } from '../http/callers.ts'
import { isLoopbackHost } from '../http/loopback.ts'
import { MEDIA_TYPES } from '../http/negotiate.ts'
import type { Route, Surface } from '../http/surface.ts'
import type { ServiceLayer } from './service-layer.ts'
import { cardFacts } from './write-document.ts'

const METHODS = 'GET, HEAD, POST, OPTIONS'
const CORS = {
  'Access-Control-Allow-Methods': METHODS,
  'Access-Control-Allow-Headers':
    'Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
  'Access-Control-Expose-Headers': `${SITE_WIDE['Access-Control-Expose-Headers']}, MCP-Protocol-Version`,
  'Access-Control-Max-Age': '86400',
}

const WHY_NOT: Readonly<Record<string, string>> = {
  GET: 'This server sends nothing unasked, so there is no stream to open.',
  DELETE: 'There are no sessions to end.',
}

/**
 * The endpoint of the MCP server: POST is the protocol, GET tells how to speak it.
 * @param options.isLocal whether the Host header has to name this machine
 */
export function mcpRoute(
  context: Context,
  surface: Surface,
  layer: Pick<ServiceLayer, 'get'>,
  { publicUrl, isLocal }: { publicUrl: () => string; isLocal: () => boolean },
): Route {
  let edge: HttpEdge | undefined
  // What is offered names the address of the service, which is known once it listens.
  const edgeNow = () => {
    edge ??= new HttpEdge(layer.get(), {
      isHost: (host) => !isLocal() || isLoopbackHost(host),
      log: (err) => context.log.error({ err }, 'unexpected error'),
    })
    return edge
  }
  return async (c) => {
    const { method, raw } = c.req
    if (method === 'OPTIONS') return { status: 204, headers: { ...SITE_WIDE, ...CORS }, body: null }
    if (method === 'POST') return post(c, edgeNow(), context, surface)
    const refused = edgeNow().refuse(raw)
    if (refused) return toAnswer(refused)
    if ((method === 'GET' || method === 'HEAD') && !acceptsEvents(raw.headers.get('accept'))) {
      const headers = { 'Content-Type': MEDIA_TYPES.json, 'Cache-Control': 'public, max-age=300', ...CORS }
      return answer(
        JSON.stringify(endpointCard(layer.get(), cardFacts(publicUrl(), context.config)), null, 2),
        headers,
      )
    }
    const message = `${WHY_NOT[method] ?? `${method} means nothing here.`} POST a message.`
    return toAnswer(refusal(405, message, namesModern(raw.headers), { Allow: METHODS }))
  }
}

async function post(c: HonoContext, edge: HttpEdge, context: Context, surface: Surface): Promise<Answer> {
  const isModern = namesModern(c.req.raw.headers)
  const door: Door = {
    context: new CallContext(context, c),
    async enter(scope) {
      try {
        await surface.enter(c, scope)
      } catch (error) {
        if (!(error instanceof XmdError) || error.code !== 'rate_limited') throw error
        throw new OverAllowance(error.message, error.retryAfter ?? 1)
      }
    },
    async greet() {
      const isUnknown = c.req.header('authorization') === undefined
      if (isUnknown && !context.config.X_MD_REQUIRE_API_KEY) return
      // It counts like any call until it is known that the key is good.
      await this.enter('read')
      this.free()
    },
    free: () => (c.get('call') as Call | undefined)?.quotas?.leave(),
    wait: (seconds) => {
      waits = seconds
    },
  }
  let waits: number | undefined
  try {
    const given = toAnswer(await edge.post(c.req.raw, door))
    if (waits === undefined) return given
    return { ...given, headers: { ...given.headers, 'Retry-After': String(waits) } }
  } catch (error) {
    if (!(error instanceof XmdError) || error.entry.status !== 401) throw error
    const { code, message, entry } = error
    const data = { status: entry.status, code }
    const headers = { 'WWW-Authenticate': 'Bearer' }
    return toAnswer(errorAnswer(401, { code: -32600, message, data }, { isModern, headers }))
  }
}

function toAnswer({ status, headers, body }: EdgeAnswer): Answer {
  return {
    status,
    headers: {
      ...SITE_WIDE,
      ...CORS,
      'Cache-Control': 'no-store',
      ...headers,
      ...(typeof body === 'string' && { 'Content-Length': String(Buffer.byteLength(body)) }),
    },
    body,
  }
}
