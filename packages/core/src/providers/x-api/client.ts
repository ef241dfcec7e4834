import { randomBytes } from 'node:crypto'
import type { HttpClient, RawAnswer } from '../../upstream/http-client.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { authorization, encode, type OAuth1Keys } from './oauth1.ts'
import { problemOf } from './problem.ts'
import { XApiError } from './x-api-error.ts'

/** One request of the X API v2, in the words of tweets. */
export interface XApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base, such as `2/users/me`. */
  path: string
  /** Lists are joined by commas; what is undefined is not sent. */
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  json?: unknown
  /** By whose right: the account's keys, the app's own token, or the account's OAuth 2.0 token. Default: user. */
  auth?: 'user' | 'app' | 'oauth2'
}

export interface XApiAnswer {
  status: number
  /** Of JSON, in the words of tweets. */
  body: Readonly<Record<string, unknown>>
  /** What the token may do, where X says so. */
  access: string | undefined
}

export interface XApiOptions {
  /** Without a trailing slash. */
  base: string
  keys: OAuth1Keys
  /** The account's own OAuth 2.0 token, where there is one. */
  userToken?: (signal?: AbortSignal) => Promise<string | undefined>
  /** Unix milliseconds. */
  now(): number
}

/** A thin client of the X API v2. It sends each request once: what costs money is not repeated by itself. */
export class XApi {
  readonly #http: HttpClient
  readonly #options: XApiOptions
  #bearer: Promise<string> | undefined

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
    const url = new URL(`${this.#options.base}/${call.path}`)
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined)
        url.searchParams.set(name, typeof value === 'object' ? value.join(',') : String(value))
    }
    const headers = {
      authorization: await this.#authorize(call, url, signal),
      ...(call.json !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = call.json === undefined ? undefined : JSON.stringify(call.json)
    const answer = await this.#request(call.method, url, { headers, body: sent, signal })
    const body = bodyOf(answer)
    if (answer.status >= 400) throw problemOf(answer.status, body, this.#retryAfter(answer))
    if (body === undefined) throw new XApiError('unavailable', { status: answer.status })
    return { status: answer.status, body, access: answer.header('x-access-level') }
  }

  /** @throws XApiError where no answer came; the signal's reason when the caller left */
  async #request(
    method: XApiCall['method'],
    url: URL,
    options: { headers: Record<string, string>; body?: string | undefined; signal: AbortSignal | undefined },
  ): Promise<RawAnswer> {
    const { body, ...more } = options
    try {
      return await this.#http.send(method, url, { ...more, ...(body !== undefined && { body }) })
    } catch (cause) {
      if (!(cause instanceof UpstreamError)) throw cause
      const wasSent = !NEVER_SENT.has(codeOf(cause.cause))
      throw new XApiError(cause.kind === 'timeout' ? 'timed_out' : 'unavailable', {
        mayHaveHappened: method !== 'GET' && wasSent,
        wasSent,
        cause,
      })
    }
  }

  async #authorize(
    { method, auth = 'user' }: XApiCall,
    url: URL,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    if (auth === 'app') return `Bearer ${await this.#appToken(signal)}`
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

  /** Fetched once with the app's keys; it does not end. */
  #appToken(signal: AbortSignal | undefined): Promise<string> {
    this.#bearer ??= this.#fetchAppToken(signal).catch((error) => {
      this.#bearer = undefined
      throw error
    })
    return this.#bearer
  }

  async #fetchAppToken(signal: AbortSignal | undefined): Promise<string> {
    const { apiKey, apiSecret } = this.#options.keys
    const basic = Buffer.from(`${encode(apiKey)}:${encode(apiSecret)}`).toString('base64')
    const url = new URL(`${this.#options.base}/oauth2/token`)
    const answer = await this.#request('POST', url, {
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal,
    })
    const body = bodyOf(answer)
    if (answer.status >= 400) throw problemOf(answer.status, body, undefined)
    if (typeof body?.access_token !== 'string') throw new XApiError('unavailable', { status: answer.status })
    return body.access_token
  }

  #retryAfter(answer: RawAnswer): number | undefined {
    const reset = Number(answer.header('x-rate-limit-reset'))
    if (!Number.isFinite(reset) || reset <= 0) return undefined
    return Math.max(1, Math.ceil(reset - this.#options.now() / 1000))
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

function bodyOf({ text }: RawAnswer): Readonly<Record<string, unknown>> | undefined {
  try {
    const body = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined
  } catch {
    return undefined
  }
}
