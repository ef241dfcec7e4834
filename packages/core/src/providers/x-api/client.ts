import { randomBytes } from 'node:crypto'
import { SingleFlight } from '../../single-flight.ts'
import { type HttpClient, parseJson, type RawAnswer } from '../../upstream/http-client.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { authorization, encode, type OAuth1Keys } from './oauth1.ts'
import { problemOf } from './problem.ts'
import { type Rate, rateOf, retryAfterOf } from './rate.ts'
import { inWordsOfTweets, parameterIn, type Vocabulary } from './vocabulary.ts'
import { XApiError } from './x-api-error.ts'

/** One request of the X API v2, in the words of tweets. */
export interface XApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base, such as `2/users/me`. */
  path: string
  /** Lists are joined by commas; what is undefined is not sent. */
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  json?: unknown
  /** In place of `json`; what is signed does not hold it. */
  raw?: { type: string; bytes: Uint8Array }
  /** By whose right: the account's keys, the app's own token, or the account's OAuth 2.0 token. Default: user. */
  auth?: 'user' | 'app' | 'oauth2'
  /** Milliseconds that this one may take, where it is more than what others may. */
  timeoutMs?: number
}

export interface XApiAnswer {
  status: number
  /** Of JSON, in the words of tweets. */
  body: Readonly<Record<string, unknown>>
  /** What the token may do, where X says so. */
  access: string | undefined
  /** What is left of the endpoint's allowance, where X says so. */
  rate: Rate | undefined
}

/** A request as a log may know it: no header, no query, no body. */
export interface XApiTrace {
  method: string
  path: string
  /** Undefined where no answer came. */
  status: number | undefined
  ms: number
}

export interface XApiOptions {
  /** Without a trailing slash. */
  base: string
  keys: OAuth1Keys
  /** The account's own OAuth 2.0 token, where there is one. */
  userToken?: ((signal?: AbortSignal) => Promise<string | undefined>) | undefined
  /** The words of what is sent; answers are read in either. Default: tweet. */
  vocabulary?: Vocabulary
  /** Told of each request. */
  trace?: ((request: XApiTrace) => void) | undefined
  /** Unix milliseconds. */
  now(): number
}

/** A thin client of the X API v2. It sends each request once: what costs money is not repeated by itself. */
export class XApi {
  readonly #http: HttpClient
  readonly #options: XApiOptions
  readonly #flights = new SingleFlight()
  #bearer: string | undefined

  constructor(http: HttpClient, options: XApiOptions) {
    this.#http = http
    this.#options = options
  }

  /**
   * Sends one request.
   * @returns any answer below 400
   * @throws XApiError for a refusal, or where none came; the signal's reason when the caller left
   */
  async send(call: XApiCall, signal?: AbortSignal): Promise<XApiAnswer> {
    if (call.auth !== 'app') return this.#sendOnce(call, undefined, signal)
    const token = await this.#appToken(signal)
    try {
      return await this.#sendOnce(call, token, signal)
    } catch (error) {
      if (!(error instanceof XApiError) || error.kind !== 'bad_credentials') throw error
      // X took the token back, so that nothing was done or charged: with a new one it is the same request still.
      if (this.#bearer === token) this.#bearer = undefined
      return this.#sendOnce(call, await this.#appToken(signal), signal)
    }
  }

  async #sendOnce(
    call: XApiCall,
    appToken: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<XApiAnswer> {
    const url = this.#address(call)
    const headers = {
      authorization: appToken === undefined ? await this.#authorize(call, url, signal) : `Bearer ${appToken}`,
      ...(call.raw && { 'content-type': call.raw.type }),
    }
    const body = call.raw?.bytes ?? (call.json === undefined ? undefined : JSON.stringify(call.json))
    const { method, timeoutMs } = call
    const answer = await this.#request(method, url, { headers, body, timeoutMs, signal })
    return this.#read(method, url, answer)
  }

  #address({ path, query = {} }: XApiCall): URL {
    const { base, vocabulary = 'tweet' } = this.#options
    const url = new URL(`${base}/${path}`)
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined) continue
      const text = typeof value === 'object' ? value.join(',') : String(value)
      url.searchParams.set(...parameterIn(vocabulary, name, text))
    }
    return url
  }

  /** @throws XApiError for a refusal, or an answer that cannot be read */
  #read(method: XApiCall['method'], url: URL, answer: RawAnswer): XApiAnswer {
    const { status } = answer
    const body = bodyOf(answer, url)
    // A refusal comes before anything is done; a failure may come after.
    const mayHaveHappened = method !== 'GET' && (status < 400 || status >= 500)
    if (status >= 400) {
      throw problemOf(status, body, retryAfterOf(answer, this.#options.now()), mayHaveHappened)
    }
    if (body === undefined) throw new XApiError('unavailable', { status, mayHaveHappened })
    return { status, body, access: answer.header('x-access-level'), rate: rateOf(answer) }
  }

  /** @throws XApiError where no answer came; the signal's reason when the caller left */
  async #request(
    method: XApiCall['method'],
    url: URL,
    options: {
      headers: Record<string, string>
      body?: string | Uint8Array | undefined
      timeoutMs?: number | undefined
      signal: AbortSignal | undefined
    },
  ): Promise<RawAnswer> {
    options.signal?.throwIfAborted()
    const started = performance.now()
    let status: number | undefined
    try {
      const answer = await this.#http.send(method, url, options)
      status = answer.status
      return answer
    } catch (cause) {
      if (!(cause instanceof UpstreamError)) throw cause
      const wasSent = !NEVER_SENT.has(codeOf(cause.cause))
      throw new XApiError(cause.kind === 'timeout' ? 'timed_out' : 'unavailable', {
        mayHaveHappened: method !== 'GET' && wasSent,
        wasSent,
        cause,
      })
    } finally {
      const ms = Math.round(performance.now() - started)
      this.#options.trace?.({ method, path: url.pathname, status, ms })
    }
  }

  async #authorize(
    { method, auth = 'user' }: XApiCall,
    url: URL,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    if (auth === 'oauth2') {
      const token = await this.#options.userToken?.(signal)
      if (token !== undefined) return `Bearer ${token}`
    }
    const timestamp = Math.floor(this.#options.now() / 1000)
    return authorization(method, url, this.#options.keys, {
      nonce: randomBytes(16).toString('hex'),
      timestamp,
    })
  }

  /** Fetched once with the app's keys, by all who need it; it does not end. */
  async #appToken(signal: AbortSignal | undefined): Promise<string> {
    this.#bearer ??= await this.#flights.run('app', (_, shared) => this.#fetchAppToken(shared), { signal })
    return this.#bearer
  }

  async #fetchAppToken(signal: AbortSignal): Promise<string> {
    const { apiKey, apiSecret } = this.#options.keys
    const basic = Buffer.from(`${encode(apiKey)}:${encode(apiSecret)}`).toString('base64')
    const url = new URL(`${this.#options.base}/oauth2/token`)
    const answer = await this.#request('POST', url, {
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal,
    }).catch((error: unknown) => {
      // A token more or less is nothing that happened.
      if (!(error instanceof XApiError)) throw error
      throw new XApiError(error.kind, { wasSent: error.wasSent, cause: error })
    })
    const body = bodyOf(answer, url)
    // X refuses wrong keys with 403 here, and with an error's code alone.
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
      throw new XApiError('bad_credentials', { status: answer.status })
    }
    if (answer.status >= 400) throw problemOf(answer.status, body, retryAfterOf(answer, this.#options.now()))
    if (typeof body?.access_token !== 'string') throw new XApiError('unavailable', { status: answer.status })
    return body.access_token
  }
}

/** Of errors that come before anything is sent. */
const NEVER_SENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function codeOf(cause: unknown): unknown {
  return (cause as { code?: unknown } | undefined)?.code
}

/** In the words of tweets; undefined for what is no JSON object, or none that is safe to walk. */
function bodyOf({ text, status }: RawAnswer, url: URL): Readonly<Record<string, unknown>> | undefined {
  try {
    const body = parseJson(text, url, status)
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    return isObject ? (inWordsOfTweets(body) as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}
