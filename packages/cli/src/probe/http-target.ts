import { Agent, type Dispatcher, request } from 'undici'
import { type Answer, type Call, type Exchange, MAX_ANSWER_BYTES, since } from './exchange.ts'
import { readBody } from './http-body.ts'
import { isRpc, parseJson, rpcAnswer } from './rpc-answer.ts'
import type { Connection, Target } from './target.ts'

export interface HttpTargetOptions {
  /** Sent with every request that is not anonymous, and only to the origin of the address. */
  headers: Readonly<Record<string, string>>
  timeoutMs: number
  userAgent: string
}

/** A request other than a message: how a GET, a DELETE or a preflight is sent. */
export interface PlainRequest {
  method: 'GET' | 'DELETE' | 'OPTIONS'
  headers?: Readonly<Record<string, string>>
  anonymous?: boolean
}

interface Sent {
  method: Dispatcher.HttpMethod
  headers: Record<string, string>
  call?: Call
}

/** Redirects of one request that are followed at most. */
const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 307, 308])

/** A server behind an address, spoken to raw: nothing is sent again, no other origin is ever asked. */
export class HttpTarget implements Target {
  readonly transport = 'http'
  readonly #agent: Agent
  readonly #options: HttpTargetOptions
  #url: URL

  constructor(url: URL, options: HttpTargetOptions) {
    this.#url = url
    this.#options = options
    this.#agent = new Agent({ connect: { timeout: options.timeoutMs }, keepAliveTimeout: 30_000 })
  }

  open(): Connection {
    return {
      send: (step, call, options) => this.#send(step, call, options?.anonymous === true),
      close: async () => undefined,
    }
  }

  /** Asks without a message; a stream is read to its first event only. */
  plain(step: string, { method, headers, anonymous }: PlainRequest): Promise<Exchange> {
    return this.#exchange(step, { method, headers: this.#headers({ ...headers }, anonymous === true) })
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  #send(step: string, call: Call, anonymous: boolean): Promise<Exchange> {
    const own = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...call.headers,
    }
    return this.#exchange(step, { method: 'POST', headers: this.#headers(own, anonymous), call })
  }

  #headers(own: Record<string, string>, anonymous: boolean): Record<string, string> {
    return { 'user-agent': this.#options.userAgent, ...own, ...(!anonymous && this.#options.headers) }
  }

  async #exchange(step: string, sent: Sent): Promise<Exchange> {
    const { method, headers, call } = sent
    const start = performance.now()
    const exchange: Exchange = {
      step,
      request: { method, url: this.#url.href, headers, ...(call && { message: call.message }) },
      answer: { kind: 'none', silence: 'unreachable', detail: '' },
      raw: '',
      bytes: 0,
      ms: 0,
      before: 0,
    }
    try {
      await this.#read(exchange, sent, AbortSignal.timeout(this.#options.timeoutMs))
    } catch (error) {
      exchange.answer = silence(error, this.#options.timeoutMs, exchange.http?.status)
    }
    exchange.ms = since(start)
    return exchange
  }

  async #read(exchange: Exchange, { method, headers, call }: Sent, signal: AbortSignal): Promise<void> {
    const response = await this.#follow({
      method,
      headers,
      signal,
      ...(call && { body: JSON.stringify(call.message) }),
    })
    exchange.request.url = this.#url.href
    const received = flatten(response.headers)
    exchange.http = { status: response.statusCode, headers: received }
    const body = await readBody(response.body, {
      type: received['content-type'] ?? '',
      id: call?.message.id,
      onText: (text, bytes) => {
        exchange.raw += text
        exchange.bytes += bytes
      },
    })
    exchange.before = body.before
    exchange.answer = body.tooLarge
      ? { kind: 'none', silence: 'too_large', detail: `more than ${MAX_ANSWER_BYTES} bytes` }
      : (body.answer ?? withoutStream(exchange, call))
  }

  /** Follows redirects inside the origin, and goes straight to where they led from then on. */
  async #follow(
    options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'>,
  ): Promise<Dispatcher.ResponseData> {
    for (let hops = 0; ; hops++) {
      const response = await request(this.#url, { ...options, dispatcher: this.#agent })
      const location = flatten(response.headers).location
      if (hops === MAX_REDIRECTS || !location || !REDIRECTS.has(response.statusCode)) return response
      const next = URL.canParse(location, this.#url) ? new URL(location, this.#url) : undefined
      if (next?.origin !== this.#url.origin) return response
      await response.body.dump()
      this.#url = next
    }
  }
}

/** What a body that was read whole says. */
function withoutStream({ raw, http }: Exchange, call: Call | undefined): Answer {
  const parsed = parseJson(raw)
  const answer = parsed && call && rpcAnswer(parsed.value, call.message.id)
  if (answer) return answer
  const { status = 0, headers = {} } = http ?? {}
  if (call && call.message.id === undefined && status >= 200 && status < 300 && raw === '') {
    return { kind: 'accepted' }
  }
  if (REDIRECTS.has(status) && headers.location) {
    return { kind: 'other', detail: `leads to ${headers.location}; not followed` }
  }
  const type = headers['content-type']?.split(';')[0]
  if (raw === '') return { kind: 'other', detail: type ? `${type}, nothing read` : 'empty' }
  if (parsed && call) {
    return { kind: 'other', detail: isRpc(parsed.value) ? 'JSON-RPC, but no answer' : 'JSON, no JSON-RPC' }
  }
  return { kind: 'other', detail: type ?? 'no content type' }
}

function silence(error: unknown, timeoutMs: number, status: number | undefined): Answer {
  const { name, message, code } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    const what = status === undefined ? 'nothing' : `${status}, but no whole answer`
    return { kind: 'none', silence: 'timeout', detail: `${what} in ${timeoutMs / 1000} s` }
  }
  // A connection refused at several addresses has a code and no message.
  const detail = [message.includes(String(code)) ? '' : code, message].filter(Boolean).join(': ') || name
  return { kind: 'none', silence: status === undefined ? 'unreachable' : 'closed', detail }
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')]),
  )
}
