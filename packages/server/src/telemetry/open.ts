import type { Context } from '@x-md/core/operations/operation.ts'
import type { MiddlewareHandler } from 'hono'
import type { Metrics } from '../metrics.ts'
import type { Observer } from './observer.ts'

/** What watches a service, as far as the settings ask for it. */
export interface Telemetry {
  metrics: Metrics | undefined
  observers: readonly Observer[]
  tracing: MiddlewareHandler | undefined
  /** Sends what waits to be sent, for a few seconds at most. */
  close(): Promise<void>
}

/** Opens what the settings ask for. What they do not ask for is not even loaded. */
export async function openTelemetry(context: Context): Promise<Telemetry> {
  const { config } = context
  const metrics = config.X_MD_METRICS ? new (await import('../metrics.ts')).Metrics(config) : undefined
  const tracing = config.X_MD_OTEL ? (await import('./tracing.ts')).startTracing(config) : undefined
  return {
    metrics,
    observers: metrics ? [metrics] : [],
    tracing: tracing?.middleware,
    async close() {
      metrics?.close()
      tracing?.close()
    },
  }
}
