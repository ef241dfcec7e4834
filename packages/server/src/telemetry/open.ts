import type { Config } from '@x-md/core/config.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import type { MiddlewareHandler } from 'hono'
import type { Metrics } from '../metrics.ts'
import type { Background } from './event-sender.ts'
import type { Observer } from './observer.ts'

/** What watches a service, as far as the settings ask for it. */
export interface Telemetry {
  metrics: Metrics | undefined
  observers: readonly Observer[]
  tracing: MiddlewareHandler | undefined
  /** Sends what waits to be sent, for a few seconds at most. */
  close(): Promise<void>
}

/**
 * Opens what the settings ask for. What they do not ask for is not even loaded.
 * @param background told of work that outlives an answer, where a platform would stop it
 */
export async function openTelemetry(
  context: Context,
  { background }: { background?: Background | undefined } = {},
): Promise<Telemetry> {
  const { config } = context
  const metrics = config.X_MD_METRICS ? new (await import('../metrics.ts')).Metrics(config) : undefined
  const tracing = config.X_MD_OTEL ? (await import('./tracing.ts')).startTracing(config) : undefined
  const project = postHogProject(config)
  const analytics =
    project && new (await import('./analytics.ts')).Analytics(context, { ...project, background })
  return {
    metrics,
    observers: [metrics, analytics].filter((observer) => observer !== undefined),
    tracing: tracing?.middleware,
    async close() {
      metrics?.close()
      await Promise.all([tracing?.close(), analytics?.close()])
    },
  }
}

/** Where events go, if anywhere: somebody trying the service out is no use of it. */
function postHogProject(config: Config): { token: string; host: string } | undefined {
  const token = config.POSTHOG_PROJECT_TOKEN ?? config.NEXT_PUBLIC_POSTHOG_PROJECT_TOKEN
  const host = config.POSTHOG_HOST ?? config.NEXT_PUBLIC_POSTHOG_HOST
  // Vercel builds its previews in production mode, too, and says here what they are.
  const isProduction = (config.VERCEL_ENV ?? config.NODE_ENV) === 'production'
  return token !== undefined && host !== undefined && isProduction ? { token, host } : undefined
}
