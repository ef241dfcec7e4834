import { answer } from '../http/answer.ts'
import type { Route } from '../http/surface.ts'
import type { Metrics } from '../metrics.ts'

/** What the service has done, for Prometheus. */
export function metricsRoute(metrics: Metrics): Route {
  return async () => {
    const { body, type } = await metrics.text()
    return answer(body, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  }
}
