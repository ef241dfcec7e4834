import { Agent, type Dispatcher, errors } from 'undici'
import { parseRetryAfter } from './retry-after.ts'
import { UpstreamError } from './upstream-error.ts'

export interface HttpClientOptions {
  /** Sent with every request: upstreams refuse anonymous clients. */
  userAgent: string
  /** Milliseconds for one request from start to last byte. */
  timeoutMs: number
  /** Bytes of a body that are read at most. */
  maxBytes: number
}

export interface JsonAnswer {
  status: number
  body: unknown
}

/**
 * The one way out to an upstream. It keeps connections alive, ends a request after its time, caps what it
 * reads, and hands on JSON only when the answer says that it is JSON.
 */
export class HttpClient {
  readonly #agent = new Agent({
    connect: { timeout: 5_000 },
    keepAliveTimeout: 30_000,
    connections: 64,
  })
  readonly #options: HttpClientOptions

  constructor(options: HttpClientOptions) {
    this.#options = options
  }

  /**
   * GETs a JSON document.
   * @returns the status and parsed body of any answer that is JSON, error statuses included, since some
   *   upstreams put the meaning of a 404 in its body
   * @throws UpstreamError when there is no answer in time, when it is throttled (429) or not JSON
   */
  async getJson(url: URL, signal?: AbortSignal): Promise<JsonAnswer> {
    const { status, headers, text } = await this.#request(url, 'GET', signal)
    if (status === 429) {
      throw new UpstreamError('rate_limited', `${url.host} is throttling requests`, {
        status,
        retryAfter: parseRetryAfter(header(headers, 'retry-after')),
      })
    }
    if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(header(headers, 'content-type') ?? '')) {
      throw new UpstreamError('body', `${url.host} answered ${status} with something that is not JSON`, {
        status,
        retryable: status >= 500 || status < 400,
      })
    }
    return { status, body: parseJson(text, url, status) }
  }

  /**
   * Sends one HEAD, follows nothing.
   * @returns the status and the Location header
   */
  async head(url: URL, signal?: AbortSignal): Promise<{ status: number; location: string | undefined }> {
    const { status, headers } = await this.#request(url, 'HEAD', signal)
    return { status, location: header(headers, 'location') }
  }

  async close(): Promise<void> {
    await this.#agent.close()
  }

  async #request(url: URL, method: 'GET' | 'HEAD', signal: AbortSignal | undefined) {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs)
    try {
      const answer = await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { 'user-agent': this.#options.userAgent, accept: 'application/json' },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const text = await readCapped(answer.body, this.#options.maxBytes, url)
      return { status: answer.statusCode, headers: answer.headers, text }
    } catch (cause) {
      if (cause instanceof UpstreamError) throw cause
      if (signal?.aborted) throw signal.reason
      if (timeout.aborted || cause instanceof errors.ConnectTimeoutError) {
        throw new UpstreamError('timeout', `${url.host} did not answer in time`, { cause })
      }
      throw new UpstreamError('network', `${url.host} could not be reached`, { cause })
    }
  }
}

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

function parseJson(text: string, url: URL, status: number): unknown {
  try {
    return LONE_SURROGATE.test(text)
      ? JSON.parse(text, (_key, value) => (typeof value === 'string' ? value.toWellFormed() : value))
      : JSON.parse(text)
  } catch {
    // The parser's own message quotes the body, so it is not passed on.
    throw new UpstreamError('body', `${url.host} answered ${status} with broken JSON`, { status })
  }
}
