import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { withSignal } from '@x-md/core/operations/derived-context.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { type Door, HttpEdge } from '@x-md/mcp/http/edge.ts'
import { type EdgeAnswer, errorAnswer, namesModern, refusal } from '@x-md/mcp/http/messages.ts'
import type { Layer } from '@x-md/mcp/layer.ts'
import { close, GRACE_MS, listen, urlOf } from '../http/listening.ts'
import { isLoopback, isLoopbackHost } from '../http/loopback.ts'

export interface McpServerOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  graceMs?: number
}

/** Tools that move whole files or histories: each has an end of its own, long after that of other answers. */
const LONG = new Set(['x_media_upload', 'x_md_import_posts'])

/** Headers of a request have to be there by then, in milliseconds, or when the whole has to be, if that is sooner. */
const HEADERS_MS = 15_000

/**
 * Serves an MCP layer, and nothing else, under one path: for those who may do all that it can. A token, where one is
 * set, is asked of everybody; without one, it is served to this machine only.
 * @returns the address of the endpoint, and `close`, which lets running calls finish for a while. Rejects when the
 *   address cannot be listened on
 */
export async function startMcp(
  context: Context,
  layer: Layer,
  { host, port, graceMs = GRACE_MS }: McpServerOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const { config } = context
  let isLocal = true
  const edge = new HttpEdge(layer, {
    isHost: (name) => !isLocal || isLoopbackHost(name),
    log: (err) => context.log.error({ err }, 'unexpected error'),
  })
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === '/healthz') return Response.json({ ok: true })
    if (pathname !== config.MCP_PATH) return new Response('Not found\n', { status: 404 })
    const refused = refuse(request, edge, { isLocal, publicUrl: config.X_MD_PUBLIC_URL })
    if (refused) return toResponse(refused)
    if (config.MCP_AUTH_TOKEN !== undefined && !isBearer(request, config.MCP_AUTH_TOKEN)) {
      return toResponse(unauthorized(request))
    }
    if (request.method !== 'POST') return toResponse(onlyPost(request))
    return inTime(request, config.SERVER_WRITE_TIMEOUT, (signal, free) => {
      const timed = new Request(request, { signal })
      return edge.post(timed, doorOf(withSignal(context, signal), free))
    })
  }
  const server = createServer(
    {
      headersTimeout: Math.min(HEADERS_MS, config.SERVER_READ_TIMEOUT),
      requestTimeout: config.SERVER_READ_TIMEOUT,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16 * 1024,
    },
    getRequestListener(answer, { hostname: 'localhost' }),
  )
  const address = await listen(server, host, port)
  isLocal = isLoopback(address.address)
  if (!isLocal && config.MCP_AUTH_TOKEN === undefined) {
    await close(server, 0)
    throw new Error(`${host} leads beyond this machine: set MCP_AUTH_TOKEN to listen there.`)
  }
  return { url: `${urlOf(address)}${config.MCP_PATH}`, close: () => close(server, graceMs) }
}

/** Whose calls are limited by nothing but the money that they may spend. */
function doorOf(context: Context, free: () => void): Door {
  return {
    context,
    enter: () => undefined,
    greet: () => undefined,
    free: () => undefined,
    wait: () => undefined,
    calls: (tool) => {
      if (LONG.has(tool)) free()
    },
  }
}

/** A page of somewhere else must not reach it, whether by its own name or by one that was made to lead here. */
function refuse(
  request: Request,
  edge: HttpEdge,
  { isLocal, publicUrl }: { isLocal: boolean; publicUrl: string | undefined },
): EdgeAnswer | undefined {
  const refused = edge.refuse(request)
  if (refused) return refused
  const origin = request.headers.get('origin')
  if (origin === null) return undefined
  const { host, origin: normal } = new URL(origin)
  const isOwn = isLocal
    ? isLoopbackHost(host)
    : host === request.headers.get('host') ||
      (publicUrl !== undefined && new URL(publicUrl).origin === normal)
  return isOwn
    ? undefined
    : refusal(403, 'Pages of other origins have no business here.', namesModern(request.headers))
}

function isBearer({ headers }: Request, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  // Digests are as long as each other, whatever was sent.
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

function unauthorized({ headers }: Request): EdgeAnswer {
  const error = { code: -32600, message: 'Send Authorization: Bearer with the token of this server.' }
  return errorAnswer(401, error, {
    isModern: namesModern(headers),
    headers: { 'WWW-Authenticate': 'Bearer' },
  })
}

function onlyPost({ headers }: Request): EdgeAnswer {
  const message = 'Nothing is sent unasked here, and there are no sessions. POST a message.'
  return refusal(405, message, namesModern(headers), { Allow: 'POST' })
}

/**
 * Gives an answer its time, after which the call is ended.
 * @param work is given a function, too, that frees it of the limit
 */
async function inTime(
  request: Request,
  limitMs: number,
  work: (signal: AbortSignal, free: () => void) => Promise<EdgeAnswer>,
): Promise<Response> {
  const late = new AbortController()
  const signal = AbortSignal.any([request.signal, late.signal])
  const timeUp = Promise.withResolvers<EdgeAnswer>()
  const timer = setTimeout(() => {
    const message =
      'This took longer than SERVER_WRITE_TIMEOUT allows, so it was ended; a write may have been done.'
    timeUp.resolve(errorAnswer(504, { code: -32603, message }, { isModern: namesModern(request.headers) }))
    late.abort(new Error(message))
  }, limitMs)
  const free = () => clearTimeout(timer)
  const answering = work(signal, free)
  const answer = await Promise.race([answering, timeUp.promise]).catch((error: unknown) => {
    free()
    throw error
  })
  // Whoever lost the race fails unheard.
  answering.catch(() => undefined)
  if (!(answer.body instanceof ReadableStream)) {
    free()
    return toResponse(answer)
  }
  const watched = answer.body.pipeThrough(new TransformStream({ flush: free }))
  return toResponse({ ...answer, body: watched })
}

function toResponse({ status, headers, body }: EdgeAnswer): Response {
  return new Response(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
