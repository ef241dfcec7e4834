import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isLegacyRequest,
  LOG_LEVEL_META_KEY,
  type McpHttpHandler,
  SERVER_INFO_META_KEY,
  type Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { withSignal } from '@x-md/core/operations/derived-context.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { findTool } from '../answers.ts'
import { buildServer, progressOf } from '../build-server.ts'
import { CODES, NotKept, ProtocolFailure } from '../failures.ts'
import { handingFor } from '../handing.ts'
import { type Call, type Era, type Handing, type Layer, MODERN, REVISIONS, type Scope } from '../layer.ts'
import { forSdk, NOT_TAKEN } from '../mended.ts'
import { mend, mendedEvents } from './mend.ts'
import {
  acceptsEvents,
  claimedVersion,
  type EdgeAnswer,
  errorAnswer,
  eventOf,
  faultOf,
  type Id,
  idOf,
  isObject,
  isOrigin,
  JSON_TYPE,
  type Json,
  namesModern,
  refusal,
  unspokenVersion,
} from './messages.ts'
import { type PlainCall, plainCall } from './plain-call.ts'
import { readBody } from './read-body.ts'

/** Who calls over HTTP, and what it may cost them. One object a request. */
export interface Door {
  readonly context: Context
  /** Lets the call in. @throws OverAllowance */
  enter(scope: Scope): void | Promise<void>
  /** Knows the caller, for a message that costs nothing. */
  greet(): void | Promise<void>
  /** Gives back what entering cost. */
  free(): void
  /** Notes that the caller has to wait, in seconds. */
  wait(seconds: number): void
  /** Told which tool is about to be called. */
  calls?(tool: string): void
}

/** The caller's general allowance is spent. */
export class OverAllowance extends Error {
  override readonly name = 'OverAllowance'
  readonly retryAfter: number

  constructor(message: string, retryAfter: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

export interface EdgeOptions {
  /** Whether a Host header may be what it is; absent where any may. */
  isHost?: ((host: string | null) => boolean) | undefined
  /** Told of faults of our own, which no client is. */
  log(error: unknown): void
}

/** Bytes of a body at most, as in the SDK. */
const MAX_BYTES = 4 * 1024 * 1024

/** The methods that a door is entered for. Whatever else is asked costs nothing to answer. */
const METERED = new Set(['tools/call', 'resources/read'])

/**
 * Streamable HTTP in both eras, without sessions: what the SDK leaves to its edge, and the SDK behind it. Plain
 * calls of tools are answered without it, since its work for one costs many times what a kept answer does; they
 * go through the same tools, and every test of the wire runs over both ways.
 */
export class HttpEdge {
  readonly #layer: Layer
  readonly #options: EdgeOptions
  readonly #modern: McpHttpHandler
  readonly #calls = new WeakMap<Request, { door: Door; handing: Handing }>()
  readonly #written = new WeakMap<object, Partial<Record<Era, string>>>()
  readonly #stamp: string

  constructor(layer: Layer, options: EdgeOptions) {
    this.#layer = layer
    this.#options = options
    this.#stamp = `"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: layer.info })}`
    this.#modern = createMcpHandler(({ requestInfo }) => this.#server(requestInfo as Request), {
      legacy: 'reject',
      maxRequestBodySize: MAX_BYTES,
    })
  }

  /** Answers a POST. @param url its query may say how posts are handed over */
  async post(request: Request, door: Door): Promise<EdgeAnswer> {
    const { headers } = request
    const isModern = namesModern(headers)
    const refused = this.refuse(request)
    if (refused) return refused
    if (!/^application\/json(?:\s*;|\s*$)/i.test(headers.get('content-type') ?? '')) {
      return refusal(415, 'Send the message as application/json.', isModern)
    }
    const text = await readBody(request, MAX_BYTES)
    if (text === undefined) return refusal(413, `A message has at most ${MAX_BYTES} bytes.`, isModern)
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return refusal(400, 'The body is no JSON.', isModern)
    }
    const fault = faultOf(body)
    if (fault !== undefined) {
      const error = { code: CODES.invalidRequest, message: fault }
      return errorAnswer(400, error, { id: idOf(body), isModern })
    }
    const version = headers.get('mcp-protocol-version')
    const unspoken = unspokenIn(body as Json, version)
    if (unspoken !== undefined) {
      return errorAnswer(400, unspokenVersion(unspoken), { id: idOf(body), isModern })
    }
    const answer = await this.#answer(request, body as Json, door)
    const isSpoken = (REVISIONS as readonly (string | null)[]).includes(version)
    return {
      ...answer,
      headers: {
        'Cache-Control': 'no-store',
        ...answer.headers,
        ...(isSpoken && { 'MCP-Protocol-Version': version as string }),
      },
    }
  }

  /** Refuses what comes from where nothing may come from, whatever the method. */
  refuse(request: Request): EdgeAnswer | undefined {
    const { headers } = request
    const origin = headers.get('origin')
    if (origin !== null && !isOrigin(origin)) {
      return refusal(403, 'The Origin header is no origin.', namesModern(headers))
    }
    const { isHost } = this.#options
    if (isHost && !isHost(headers.get('host'))) {
      return refusal(403, 'This server is reached by the name of its own machine only.', namesModern(headers))
    }
    return undefined
  }

  async #answer(request: Request, message: Json, door: Door): Promise<EdgeAnswer> {
    const wantsEvents = acceptsEvents(request.headers.get('accept'))
    const handing = handingOf(request, message)
    const plain = plainCall(message, request.headers)
    if (message.method === 'tools/call' && isObject(message.params)) door.calls?.(String(message.params.name))
    try {
      const scope = this.#scopeOf(message)
      if (scope) await door.enter(scope)
      else await door.greet()
    } catch (error) {
      if (!(error instanceof OverAllowance)) throw error
      if (!plain || !this.#isFreeWhenKept(plain.name)) return overAllowance(error, idOf(message))
      const call: Call = { context: door.context, handing, isKeptOnly: true }
      const answer = await this.#plain(plain, call, wantsEvents)
      return answer ?? overAllowance(error, plain.id)
    }
    if (
      plain &&
      this.#layer.tools.some(({ definition, isPlain }) => isPlain && definition.name === plain.name)
    ) {
      const call: Call = { ...callBy(door), context: door.context, handing }
      const answer = await this.#plain(plain, call, wantsEvents)
      if (answer) return answer
    }
    const known = forSdk(message)
    if (!known) {
      const error = { code: CODES.invalidParams, message: NOT_TAKEN }
      return errorAnswer(400, error, { id: idOf(message), isModern: namesModern(request.headers) })
    }
    return this.#bySdk(request, wantsEvents ? known : unaccompanied(known), { door, handing }, wantsEvents)
  }

  /** What a message costs to answer; undefined where that is nothing, or it will be refused as it is. */
  #scopeOf({ method, params }: Json): Scope | undefined {
    if (!METERED.has(method as string) || !isObject(params)) return undefined
    if (method === 'tools/call') {
      return this.#layer.tools.find(({ definition }) => definition.name === params.name)?.scope
    }
    const { uri } = params
    if (typeof uri !== 'string') return undefined
    if (this.#layer.resources.some(({ definition }) => definition.uri === uri)) return undefined
    return this.#layer.templates.find((template) => template.match(uri))?.scope
  }

  #isFreeWhenKept(name: string): boolean {
    return this.#layer.tools.some(
      ({ definition, isFreeWhenKept }) => definition.name === name && isFreeWhenKept,
    )
  }

  /** @returns undefined where nothing that may be given is kept */
  async #plain(
    { era, id, name, args }: PlainCall,
    call: Call,
    wantsEvents: boolean,
  ): Promise<EdgeAnswer | undefined> {
    let json: string
    try {
      const result = await findTool(this.#layer, name).call(args, call)
      json = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${this.#write(result, era)}}`
    } catch (error) {
      if (error instanceof NotKept) return undefined
      json = JSON.stringify({ jsonrpc: '2.0', id, error: this.#errorOf(error, call.context.signal) })
    }
    return wantsEvents ? eventAnswer(eventOf(json)) : jsonAnswer(json)
  }

  #errorOf(error: unknown, signal: AbortSignal | undefined): Json {
    if (error instanceof ProtocolFailure) {
      const { code, message, data } = error
      return { code, message, ...(data && { data }) }
    }
    if (!signal?.aborted) this.#options.log(error)
    return { code: CODES.internal, message: 'Something went wrong here that was not foreseen.' }
  }

  /** A result as JSON. The same object stands for the same answer, so it is written once. */
  #write(result: object, era: Era): string {
    const known = this.#written.get(result) ?? {}
    const found = known[era]
    if (found) return found
    const plain = JSON.stringify(result)
    const json = era === 'modern' ? `{${this.#stamp},${plain.slice(1)}` : plain
    this.#written.set(result, { ...known, [era]: json })
    return json
  }

  #server(request: Request): Server {
    const known = this.#calls.get(request)
    if (!known) throw new Error('A request that came by no door')
    const { door, handing } = known
    const callOf = (sdk: ServerContext): Call => ({
      context: withSignal(door.context, sdk.mcpReq.signal, progressOf(sdk)),
      handing,
      sdk,
      ...callBy(door),
    })
    return buildServer(this.#layer, callOf, (error) => this.#options.log(error))
  }

  async #bySdk(
    { url, headers: sent, signal }: Request,
    message: Json,
    known: { door: Door; handing: Handing },
    wantsEvents: boolean,
  ): Promise<EdgeAnswer> {
    const headers = new Headers(sent)
    // What a client can read is settled here; the SDK would refuse some of it.
    headers.set('accept', 'application/json, text/event-stream')
    const request = new Request(url, { method: 'POST', headers, signal })
    this.#calls.set(request, known)
    const isLegacy = await isLegacyRequest(request, message)
    const response = isLegacy
      ? await this.#legacy(request, message, wantsEvents)
      : await this.#modern.fetch(request, { parsedBody: message })
    const method = typeof message.method === 'string' ? message.method : undefined
    const isJson = response.headers.get('content-type')?.includes('json') === true
    if (response.body && !isJson) return eventAnswer(mendedEvents(response.body, isLegacy, method))
    const text = await response.text()
    if (!text) return { status: response.status, headers: {}, body: null }
    const json = mend(text, isLegacy, method)
    if (wantsEvents && response.ok) return eventAnswer(eventOf(json))
    return jsonAnswer(json, response.status)
  }

  async #legacy(request: Request, parsedBody: Json, wantsEvents: boolean): Promise<Response> {
    const server = this.#server(request)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsEvents })
    await server.connect(transport)
    const close = () => void server.close().catch((error: unknown) => this.#options.log(error))
    request.signal.addEventListener('abort', close, { once: true })
    const response = await transport.handleRequest(request, { parsedBody })
    if (!response.body || response.headers.get('content-type')?.includes('json')) {
      close()
      return response
    }
    // The answer ends with its last message, and then the server has done its work.
    const watched = response.body.pipeThrough(new TransformStream({ flush: close }))
    return new Response(watched, { status: response.status, headers: response.headers })
  }
}

/** The revision that a message is of by all that it says, where that is none that can be answered. */
function unspokenIn(message: Json, header: string | null): string | undefined {
  // What a client has to say before it knows what is spoken, and what does not agree, is the SDK's to judge.
  if (header === null || message.method === 'initialize') return undefined
  const claimed = claimedVersion(message)
  if (claimed === undefined) return (REVISIONS as readonly string[]).includes(header) ? undefined : header
  return claimed === header && claimed !== MODERN ? claimed : undefined
}

/** A message that asks for its answer and nothing before it, which only a stream could bring. */
function unaccompanied(message: Json): Json {
  const { params } = message
  if (!isObject(params) || !isObject(params._meta)) return message
  const { progressToken: _, [LOG_LEVEL_META_KEY]: __, ...meta } = params._meta
  return { ...message, params: { ...params, _meta: meta } }
}

function callBy(door: Door): Pick<Call, 'free' | 'wait'> {
  return { free: () => door.free(), wait: (seconds) => door.wait(seconds) }
}

/** How posts are handed over: as the address says by `structured`, or as the client is known to show them. */
function handingOf({ url, headers }: Request, { params }: Json): Handing {
  const at = url.indexOf('?')
  const asked = at > 0 ? new URLSearchParams(url.slice(at)).get('structured') : undefined
  const meta = isObject(params) ? params._meta : undefined
  const info = isObject(meta) ? meta[CLIENT_INFO_META_KEY] : undefined
  const name = isObject(info) && typeof info.name === 'string' ? info.name : undefined
  return handingFor(asked, name, headers.get('user-agent'))
}

function overAllowance({ message, retryAfter }: OverAllowance, id: Id | undefined): EdgeAnswer {
  const data = { status: 429, code: 'rate_limited', policy: 'api-ip', retryAfter }
  const headers = { 'Retry-After': String(retryAfter) }
  return errorAnswer(429, { code: CODES.overAllowance, message, data }, { id, isModern: false, headers })
}

function jsonAnswer(body: string, status = 200): EdgeAnswer {
  return { status, headers: { 'Content-Type': JSON_TYPE }, body }
}

function eventAnswer(body: string | ReadableStream<Uint8Array>): EdgeAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    },
    body,
  }
}
