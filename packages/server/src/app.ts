import { XmdError } from '@x-md/core/errors.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { shown } from '@x-md/core/request/status-url.ts'
import { Hono } from 'hono'
import { adminFeedbackRoute } from './admin/feedback.ts'
import { adminKeysRoute } from './admin/keys.ts'
import { adminPoolRoute } from './admin/pool.ts'
import { adminUpstreamRoute } from './admin/upstream.ts'
import { documentRoute } from './discovery/document.ts'
import { staticDocuments } from './discovery/documents.ts'
import { answer } from './http/answer.ts'
import type { Scope } from './http/callers.ts'
import { forHandles } from './http/handles.ts'
import { MEDIA_TYPES } from './http/negotiate.ts'
import { previewBot } from './http/preview-bots.ts'
import { pathOf } from './http/query.ts'
import { Site } from './http/site.ts'
import { type Route, Surface } from './http/surface.ts'
import { mcpDocuments } from './mcp/documents.ts'
import { mcpRoute } from './mcp/mcp-route.ts'
import { ServiceLayer } from './mcp/service-layer.ts'
import { pageRoute } from './pages/page-route.ts'
import { loadPages } from './pages/pages.ts'
import { browseRoute, browseSuccessor, deprecated, unknownResource } from './routes/aliases.ts'
import { apiIndexRoute } from './routes/api-index.ts'
import { circleRoute } from './routes/circle.ts'
import { profileFeed, searchFeed } from './routes/feeds.ts'
import { homeRoute } from './routes/home.ts'
import { importRoute } from './routes/import.ts'
import { listRoute } from './routes/list-route.ts'
import { metricsRoute } from './routes/metrics.ts'
import { oembedRoute } from './routes/oembed.ts'
import { askedPreview, postRoute } from './routes/posts.ts'
import { FOLLOWERS, FOLLOWING, PROFILE } from './routes/profiles.ts'
import { repliesRoute } from './routes/replies.ts'
import { SEARCH } from './routes/search.ts'
import type { Telemetry } from './telemetry/open.ts'

/**
 * The service without a socket.
 * @param options.publicUrl the address under which people reach it, without a trailing slash; a function,
 * since a free port is known only when it listens
 * @param options.own other addresses that lead here, in the same form; only by these may a request change what
 * links begin with
 * @param options.isLocal whether only programs on this machine reach it, so that a page in a browser, which is one,
 * may not pretend that its own host is this one
 * @example await createApp(context, { publicUrl: () => 'https://x.example' }).request('/jack/status/20')
 */
export function createApp(
  context: Context,
  {
    publicUrl,
    own,
    isLocal = () => false,
    telemetry,
  }: {
    publicUrl: () => string
    own?: () => readonly string[]
    isLocal?: () => boolean
    telemetry?: Telemetry
  },
): Hono {
  const app = new Hono({ strict: false })
  const { metrics, observers, tracing } = telemetry ?? {}
  const surface = new Surface(context, publicUrl, observers)
  const posts = surface.reads(postRoute(context, publicUrl), 'read', (c) => askedPreview(c) !== undefined)
  const oembed = surface.reads(
    oembedRoute(context, publicUrl),
    'read',
    (c) => !!previewBot(c.req.header('user-agent')),
  )

  if (tracing) app.use(tracing)
  app.all('/:handle/status/:id', posts)
  app.all('/:handle/status/:id/:kind{photo|video}/:number{[1-9][0-9]*}', posts)
  app.all('/i/web/status/:id', posts)
  app.all('/i/web/status/:id/:kind{photo|video}/:number{[1-9][0-9]*}', posts)
  app.all('/api/v1/posts', posts)
  app.all('/api/v1/posts/:id/replies', surface.reads(repliesRoute(context), 'read'))
  app.all('/oembed', oembed)
  app.all('/api/v1/oembed', oembed)
  if (metrics) app.all('/metrics', surface.reads(metricsRoute(metrics)))
  app.all('/api/admin/keys', surface.answers(adminKeysRoute(context)))
  app.all('/api/admin/pool', surface.answers(adminPoolRoute(context)))
  app.all('/api/admin/feedback', surface.answers(adminFeedbackRoute(context)))
  app.all('/api/admin/upstream', surface.answers(adminUpstreamRoute(context)))

  const site = new Site(publicUrl, own)
  const pages = loadPages()
  const layer = new ServiceLayer(context.config, pages, publicUrl)
  app.all('/mcp', surface.answers(mcpRoute(context, surface, layer, { publicUrl, isLocal })))
  for (const document of mcpDocuments(layer)) {
    app.all(document.path, surface.reads(documentRoute(document, site, context.now)))
  }
  app.all('/', surface.reads(homeRoute(pages, site)))
  app.all('/api', surface.reads(apiIndexRoute(site, context.config.X_MD_REQUIRE_API_KEY)))
  for (const document of staticDocuments(pages)) {
    app.all(document.path, surface.reads(documentRoute(document, site, context.now)))
  }
  for (const page of pages) app.all(page.path, surface.reads(pageRoute(page, pages, site)))
  app.all('/healthz', surface.reads(health))

  const profile = listRoute(context, publicUrl, PROFILE)
  const followers = listRoute(context, publicUrl, FOLLOWERS)
  const following = listRoute(context, publicUrl, FOLLOWING)
  app.all('/api/v1/profiles/:handle', surface.reads(profile, 'read'))
  app.all('/api/v1/profiles/:handle/followers', surface.reads(followers, 'read'))
  app.all('/api/v1/profiles/:handle/following', surface.reads(following, 'read'))
  const history = importRoute(context, publicUrl)
  app.all('/api/v1/profiles/:handle/posts', surface.reads(history, 'import'))
  app.all('/api/v1/profiles/:handle/circle', surface.reads(circleRoute(context), 'circle'))
  const search = listRoute(context, publicUrl, SEARCH)
  app.all('/search', surface.reads(search, 'search'))
  app.all('/api/v1/search', surface.reads(search, 'search'))

  app.all('/search/feed.xml', surface.reads(searchFeed(context, publicUrl, 'atom'), 'search'))
  app.all('/search/feed.json', surface.reads(searchFeed(context, publicUrl, 'json'), 'search'))

  app.all(
    '/api/convert',
    deprecated(posts, publicUrl, () => '/api/v1/posts'),
  )
  const browse = browseRoute(
    {
      profile: surface.readOnly(profile, 'read'),
      followers: surface.readOnly(followers, 'read'),
      following: surface.readOnly(following, 'read'),
      search: surface.readOnly(search, 'search'),
    },
    surface.readOnly(unknownResource, 'read'),
  )
  app.all('/api/browse', deprecated(surface.answers(browse), publicUrl, browseSuccessor))

  // Last, since any word could be a handle.
  const ofHandle = (route: Route, scope: Scope = 'read') =>
    surface.answers(forHandles(surface.readOnly(route, scope)))
  app.all('/:handle', ofHandle(profile))
  app.all('/:handle/followers', ofHandle(followers))
  app.all('/:handle/following', ofHandle(following))
  app.all('/:handle/posts', ofHandle(history, 'import'))
  app.all('/:handle/feed.xml', ofHandle(profileFeed(context, publicUrl, 'atom')))
  app.all('/:handle/feed.json', ofHandle(profileFeed(context, publicUrl, 'json')))
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
