import { Agent, type Dispatcher, errors } from 'undici'
import { nestsTooDeep } from './json-depth.ts'
import { parseRetryAfter } from './retry-after.ts'
import { UpstreamError } from './upstream-error.ts'

export interface HttpClientOptions {
  /** Sent with every request: upstreams refuse anonymous clients. */
  userAgent: string
  /** Milliseconds for one request from start to last byte. */
  timeoutMs: number
  /** Milliseconds until the first byte of an answer; default: as long as the whole. */
  headersTimeoutMs?: number
  /** Bytes of a body that are read at most. */
  maxBytes: number
  /** Connections to one host at most; default: 64. */
  connections?: number
}

export interface JsonAnswer {
  status: number
  body: unknown
}

/** An answer as it came. */
export interface RawAnswer {
  status: number
  header(name: string): string | undefined
  text: string
}

export interface RequestOptions {
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

/** What the caller did wrong, which no repetition mends. */
const CALLERS_FAULT = new Set([400, 401, 402, 403, 405, 410, 413, 414, 422])

/**
 * The one way out to an upstream. It keeps connections alive, ends a request after its time, caps what it
 * reads, and hands on JSON only when the answer says that it is JSON. It sends each request once; see
 * `Upstream` for what is shared and sent again.
 */
export class HttpClient {
  readonly #agent: Agent
  readonly #options: HttpClientOptions

  constructor(options: HttpClientOptions) {
    this.#options = options
    this.#agent = new Agent({
      connect: { timeout: Math.min(5_000, options.timeoutMs) },
      headersTimeout: options.headersTimeoutMs ?? options.timeoutMs,
      bodyTimeout: options.timeoutMs,
      keepAliveTimeout: 30_000,
      connections: options.connections ?? 64,
    })
  }

  /**
   * GETs a JSON document.
   * @returns the status and parsed body of any answer below 500 that is JSON, error statuses included, since
   *   some upstreams put the meaning of a 404 in its body
   * @throws UpstreamError when there is no answer in time, when it is throttled (429), a 5xx or not JSON
   */
  getJson(url: URL, options: RequestOptions = {}): Promise<JsonAnswer> {
    return this.#json(url, 'GET', options)
  }

  /** POSTs a JSON document; answers and errors as for `getJson`. */
  postJson(url: URL, body: unknown, options: RequestOptions = {}): Promise<JsonAnswer> {
    return this.#json(url, 'POST', options, JSON.stringify(body))
  }

  /**
   * Sends one HEAD, follows nothing.
   * @returns the status and the Location header
   */
  async head(url: URL, signal?: AbortSignal): Promise<{ status: number; location: string | undefined }> {
    const { status, headers } = await this.#request(url, 'HEAD', { signal })
    return { status, location: header(headers, 'location') }
  }

  /**
   * GETs a file of any size, a piece at a time: its first byte has to come in time, and then each next one.
   * @returns any answer; whoever does not read its body has to discard it
   * @throws UpstreamError when there is no answer in time; reading the body throws it, too
   */
  async getStream(url: URL, { signal, headers }: RequestOptions = {}) {
    try {
      const answer = await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: { 'user-agent': this.#options.userAgent, ...headers },
        ...(signal && { signal }),
      })
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(
          Object.keys(answer.headers).map((name) => [name, header(answer.headers, name)]),
        ),
        body: withUpstreamErrors(answer.body, url, signal),
        discard: () => {
          answer.body.on('error', () => undefined).destroy()
        },
      }
    } catch (cause) {
      throw asUpstreamError(cause, url, signal)
    }
  }

  /**
   * Sends one request and reads its answer, whatever that means.
   * @param options `timeoutMs`: in place of what all requests may take, for one that sends much
   * @returns any answer, 429 and 5xx included
   * @throws UpstreamError when there is none in time, or it is larger than the cap
   */
  async send(
    method: Method,
    url: URL,
    {
      body,
      ...options
    }: RequestOptions & { body?: string | Uint8Array | undefined; timeoutMs?: number | undefined },
  ): Promise<RawAnswer> {
    const { status, headers, text } = await this.#request(url, method, options, body)
    return { status, header: (name) => header(headers, name), text }
  }

  async close(): Promise<void> {
    await this.#agent.close()
  }

  async #json(url: URL, method: 'GET' | 'POST', options: RequestOptions, sent?: string): Promise<JsonAnswer> {
    const { status, headers, text } = await this.#request(url, method, options, sent)
    if (status === 429) {
      throw new UpstreamError('rate_limited', `${url.host} is throttling requests`, {
        status,
        retryAfter: parseRetryAfter(header(headers, 'retry-after')),
      })
    }
    if (status >= 500) {
      throw new UpstreamError('status', `${url.host} answered ${status}`, {
        status,
        retryAfter: parseRetryAfter(header(headers, 'retry-after')),
      })
    }
    if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(header(headers, 'content-type') ?? '')) {
      throw new UpstreamError('body', `${url.host} answered ${status} with something that is not JSON`, {
        status,
        retryable: !CALLERS_FAULT.has(status),
      })
    }
    return { status, body: parseJson(text, url, status) }
  }

  async #request(
    url: URL,
    method: Method,
    options: RequestOptions & { timeoutMs?: number | undefined },
    sent?: string | Uint8Array,
  ) {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? this.#options.timeoutMs)
    const { signal } = options
    try {
      const answer = await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: {
          'user-agent': this.#options.userAgent,
          accept: 'application/json',
          ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.timeoutMs !== undefined && {
          headersTimeout: options.timeoutMs,
          bodyTimeout: options.timeoutMs,
        }),
        ...(sent !== undefined && { body: sent }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const text = await readCapped(answer.body, this.#options.maxBytes, url)
      return { status: answer.statusCode, headers: answer.headers, text }
    } catch (cause) {
      throw asUpstreamError(cause, url, signal, timeout.aborted)
    }
  }
}

/** @returns what is to be thrown: the caller's own reason when it has left */
function asUpstreamError(cause: unknown, url: URL, signal: AbortSignal | undefined, isLate = false): unknown {
  if (cause instanceof UpstreamError) return cause
  if (signal?.aborted) return signal.reason
  if (isLate || TIMEOUTS.some((kind) => cause instanceof kind)) {
    return new UpstreamError('timeout', `${url.host} did not answer in time`, { cause })
  }
  return new UpstreamError('network', `${url.host} could not be reached`, { cause })
}

async function* withUpstreamErrors(
  body: Dispatcher.ResponseData['body'],
  url: URL,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) yield chunk
  } catch (cause) {
    throw asUpstreamError(cause, url, signal)
  }
}

const TIMEOUTS = [errors.ConnectTimeoutError, errors.HeadersTimeoutError, errors.BodyTimeoutError]

type Headers = Dispatcher.ResponseData['headers']

function header(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

async function readCapped(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  url: URL,
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      body.destroy()
      throw new UpstreamError('body', `${url.host} sent more than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A high surrogate without its low one, or the reverse, written as an escape. */
const LONE_SURROGATE =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}/

/**
 * Reads JSON by a stranger: what nests too deep is refused, lone surrogates are replaced.
 * @throws UpstreamError that does not quote it
 */
export function parseJson(text: string, url: URL, status: number): unknown {
  if (nestsTooDeep(text)) {
    throw new UpstreamError('body', `${url.host} answered ${status} with JSON that nests too deep`, {
      status,
    })
  }
  try {
    return LONE_SURROGATE.test(text)
      ? JSON.parse(text, (_key, value) => (typeof value === 'string' ? value.toWellFormed() : value))
      : JSON.parse(text)
  } catch {
    // The parser's own message quotes the body, so it is not passed on.
    throw new UpstreamError('body', `${url.host} answered ${status} with broken JSON`, { status })
  }
}
