import { setTimeout as wait } from 'node:timers/promises'
import { SingleFlight } from '../single-flight.ts'
import { BasePool } from './base-pool.ts'
import type { HttpClient, JsonAnswer } from './http-client.ts'
import { retryDelay } from './retry.ts'
import { UpstreamError } from './upstream-error.ts'

export interface UpstreamOptions {
  /** Addresses of the upstream, without a trailing slash. */
  bases: readonly string[]
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>
  /** Milliseconds for a request and all its retries. */
  deadlineMs: number
}

/**
 * One upstream: its bases in turn, retries where they help, and one request for all who ask for the same.
 * Shared requests are ended by their deadline, or when all who wait for them have left.
 */
export class Upstream {
  readonly #http: HttpClient
  readonly #pool: BasePool
  readonly #options: UpstreamOptions
  readonly #flights = new SingleFlight()

  constructor(http: HttpClient, options: UpstreamOptions) {
    this.#http = http
    this.#options = options
    this.#pool = new BasePool(options.bases)
  }

  /**
   * GETs a JSON document below the base.
   * @param path without a leading slash, with its query
   * @throws UpstreamError when no try gave one; the signal's reason when the caller left
   */
  getJson(path: string, signal?: AbortSignal): Promise<JsonAnswer> {
    return this.#flights.run(
      path,
      (_, allLeft) =>
        this.#retry(
          (url, ends) => this.#http.getJson(url, { signal: ends, headers: this.#options.headers }),
          path,
          allLeft,
        ),
      { signal },
    )
  }

  /** POSTs JSON below the base. It is never shared, and sent again only where nothing can have come of it. */
  async postJson(path: string, body: unknown, signal?: AbortSignal): Promise<JsonAnswer> {
    return this.#retry(
      (url, ends) => this.#http.postJson(url, body, { signal: ends, headers: this.#options.headers }),
      path,
      signal,
    )
  }

  async #retry(
    send: (url: URL, ends: AbortSignal) => Promise<JsonAnswer>,
    path: string,
    left: AbortSignal | undefined,
  ): Promise<JsonAnswer> {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs)
    const ends = left ? AbortSignal.any([deadline, left]) : deadline
    for (let tries = 1; ; tries++) {
      let base: string | undefined
      try {
        base = this.#pool.take()
        const answer = await send(new URL(`${base}/${path}`), ends)
        this.#pool.answered(base)
        return answer
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw deadline.aborted && base ? late(base) : error
        if (base) this.#pool.failed(base, error)
        // Another base may answer at once what this one throttles.
        const isAnotherFree = base !== undefined && tries < this.#pool.size
        // A rest that is nearly over is sat out, as a short Retry-After is.
        const delay = isAnotherFree ? 0 : retryDelay(error, tries, Math.random())
        if (delay === undefined || !error.retryable) throw error
        await wait(delay, undefined, { signal: ends }).catch(() => {
          throw left?.aborted ? left.reason : error
        })
      }
    }
  }
}

function late(base: string): UpstreamError {
  return new UpstreamError('timeout', `${new URL(base).host} did not answer in time`)
}
