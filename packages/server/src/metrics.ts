import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Config } from '@x-md/core/config.ts'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** One request that was answered. */
export interface Served {
  /** The pattern of its route, such as `/:handle/status/:id`. */
  route: string
  method: string
  status: number
  cache: string | undefined
  ms: number
}

/**
 * What the service has done, for Prometheus. What it asked of others is counted where undici says so, so that
 * no request can be forgotten.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Counter
  readonly #seconds: Histogram
  readonly #upstream: Counter
  readonly #failures: Counter
  readonly #bases: readonly (readonly [name: string, base: string])[]
  readonly #channels: readonly (readonly [string, (message: unknown) => void])[]

  constructor(config: Config) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Counter({
      name: 'x_md_requests_total',
      help: 'Requests that were answered',
      labelNames: ['route', 'method', 'status', 'cache'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'x_md_request_duration_seconds',
      help: 'Time from a request to its answer',
      labelNames: ['route'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    })
    this.#upstream = new Counter({
      name: 'x_md_upstream_requests_total',
      help: 'Requests that were sent to sources of X data, retries included',
      labelNames: ['upstream'],
      registers,
    })
    this.#failures = new Counter({
      name: 'x_md_upstream_answers_total',
      help: 'What became of them: a status, or "error" where no answer came',
      labelNames: ['upstream', 'status'],
      registers,
    })
    this.#bases = basesOf(config)
    this.#channels = [
      ['undici:request:create', (message) => this.#sent(message as UndiciMessage)],
      ['undici:request:headers', (message) => this.#answered(message as UndiciMessage)],
      ['undici:request:error', (message) => this.#failed(message as UndiciMessage)],
    ]
    for (const [name, listen] of this.#channels) subscribe(name, listen)
  }

  served({ route, method, status, cache, ms }: Served): void {
    this.#requests.inc({ route, method, status, cache: cache ?? 'none' })
    this.#seconds.observe({ route }, ms / 1000)
  }

  /** The text format of Prometheus, and its media type. */
  async text(): Promise<{ body: string; type: string }> {
    return { body: await this.#registry.metrics(), type: this.#registry.contentType }
  }

  /** Stops to listen. */
  close(): void {
    for (const [name, listen] of this.#channels) unsubscribe(name, listen)
  }

  #sent({ request }: UndiciMessage): void {
    const upstream = this.#upstreamOf(request)
    if (upstream) this.#upstream.inc({ upstream })
  }

  #answered({ request, response }: UndiciMessage): void {
    const upstream = this.#upstreamOf(request)
    if (upstream) this.#failures.inc({ upstream, status: response?.statusCode ?? 'error' })
  }

  #failed({ request }: UndiciMessage): void {
    const upstream = this.#upstreamOf(request)
    if (upstream) this.#failures.inc({ upstream, status: 'error' })
  }

  /** Requests to anything else in this process, such as a store, are none of these. */
  #upstreamOf({ origin, path }: UndiciMessage['request']): string | undefined {
    const url = `${origin}${path}`
    return this.#bases.find(([, base]) => url.startsWith(`${base}/`))?.[0]
  }
}

/** What undici tells (its docs/api/DiagnosticsChannel.md), as far as it is used here. */
interface UndiciMessage {
  request: { origin: string | URL; path: string }
  response?: { statusCode: number }
}

/** The upstreams by the names of their variables, the longest address first. */
function basesOf(config: Config): [string, string][] {
  return Object.entries(config)
    .flatMap(([variable, value]) => {
      if (!variable.endsWith('_BASE_URL')) return []
      const name = variable.replace(/_BASE_URL$/, '').toLowerCase()
      return [value].flat().map((base): [string, string] => [name, String(base)])
    })
    .sort(([, one], [, other]) => other.length - one.length)
}
