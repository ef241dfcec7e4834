import { XmdError } from '@x-md/core/errors.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { shown } from '@x-md/core/request/status-url.ts'
import { Hono } from 'hono'
import { adminKeysRoute } from './admin/keys.ts'
import { answer } from './http/answer.ts'
import { MEDIA_TYPES } from './http/negotiate.ts'
import { pathOf } from './http/query.ts'
import { Surface } from './http/surface.ts'
import type { Metrics } from './metrics.ts'
import { homeRoute } from './routes/home.ts'
import { metricsRoute } from './routes/metrics.ts'
import { oembedRoute } from './routes/oembed.ts'
import { postRoute } from './routes/posts.ts'
import { repliesRoute } from './routes/replies.ts'

/**
 * The service without a socket.
 * @param options.publicUrl the address under which people reach it, without a trailing slash; a function,
 * since a free port is known only when it listens
 * @example await createApp(context, { publicUrl: () => 'https://x.example' }).request('/jack/status/20')
 */
export function createApp(
  context: Context,
  { publicUrl, metrics }: { publicUrl: () => string; metrics?: Metrics | undefined },
): Hono {
  const app = new Hono({ strict: false })
  const surface = new Surface(context, publicUrl, metrics)
  const posts = surface.reads(postRoute(context, publicUrl), 'read')
  const oembed = surface.reads(oembedRoute(context, publicUrl), 'read')

  app.all('/:handle/status/:id', posts)
  app.all('/:handle/status/:id/:kind{photo|video}/:number{[1-9][0-9]*}', posts)
  app.all('/i/web/status/:id', posts)
  app.all('/i/web/status/:id/:kind{photo|video}/:number{[1-9][0-9]*}', posts)
  app.all('/api/v1/posts', posts)
  app.all('/api/v1/posts/:id/replies', surface.reads(repliesRoute(context), 'read'))
  app.all('/oembed', oembed)
  app.all('/api/v1/oembed', oembed)
  if (metrics) app.all('/metrics', surface.reads(metricsRoute(metrics)))
  app.all('/api/admin/keys', surface.answers(adminKeysRoute(context, () => 20)))
  app.all('/', surface.reads(homeRoute(publicUrl)))
  app.all('/healthz', surface.reads(health))
  app.notFound(
    surface.answers((c) => {
      throw new XmdError('route_not_found', `Nothing stands at ${shown(pathOf(c.req.url).path)}.`)
    }),
  )
  return app
}

function health() {
  return answer('{"status":"ok"}', { 'Content-Type': MEDIA_TYPES.json, 'Cache-Control': 'no-store' })
}
