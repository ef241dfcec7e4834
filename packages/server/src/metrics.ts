import type { Config } from '@x-md/core/config.ts'
import type { Context as HonoContext } from 'hono'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Observer, Served } from './telemetry/observer.ts'
import { listenToUpstreams } from './telemetry/upstream-requests.ts'

/** What the service has done, for Prometheus. */
export class Metrics implements Observer {
  readonly #registry = new Registry()
  readonly #requests: Counter
  readonly #seconds: Histogram
  readonly #upstream: Counter
  readonly #failures: Counter
  readonly #stopListening: () => void

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
    this.#stopListening = listenToUpstreams(config, {
      sent: (upstream) => this.#upstream.inc({ upstream }),
      answered: (upstream, _, status) => this.#failures.inc({ upstream, status }),
      failed: (upstream) => this.#failures.inc({ upstream, status: 'error' }),
    })
  }

  served(_c: HonoContext, { route, method, status, cache, ms }: Served): void {
    this.#requests.inc({ route, method, status, cache: cache ?? 'none' })
    this.#seconds.observe({ route }, ms / 1000)
  }

  /** The text format of Prometheus, and its media type. */
  async text(): Promise<{ body: string; type: string }> {
    return { body: await this.#registry.metrics(), type: this.#registry.contentType }
  }

  /** Stops to listen. */
  close(): void {
    this.#stopListening()
  }
}
