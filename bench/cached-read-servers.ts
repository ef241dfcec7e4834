import { serve } from '@hono/node-server'
import { loadConfig } from '@x-md/core/config.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { startServer } from '@x-md/server/start.ts'
import { Hono } from 'hono'

/**
 * The two servers of the cached-read measurement, in a process of their own: the service as it is configured
 * by default, and a bare route for each answer. Prints one line of JSON when ready; ends with its stdin.
 */
const sandbox = await startSandbox()
const { context, close } = createContext(
  loadConfig({
    FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
    TCO_BASE_URL: `${sandbox.url}/t.co`,
    // The callers of the measurement name themselves, each within its limits.
    X_MD_TRUSTED_PROXIES: '127.0.0.1',
  }),
)
const service = await startServer(context, { host: '127.0.0.1', port: 0 })

const paths = [
  { what: 'one post, Markdown', path: '/jack/status/20?thread=off', accept: '*/*' },
  {
    what: 'one post, JSON',
    path: '/api/v1/posts?handle=jack&id=20&thread=off&format=json',
    accept: 'application/json',
  },
]
const bare = new Hono()
for (const [index, { path, accept }] of paths.entries()) {
  const answer = await fetch(service.url + path, { headers: { accept } })
  const body = await answer.text()
  // The same bytes are the head's, too: the connection's own headers are added by node in both.
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
  )
  bare.get(`/${index}`, (c) => c.body(body, 200, headers))
}
const bareServer = serve({ fetch: bare.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  const cases = paths.map(({ what, path, accept }, index) => ({
    what,
    accept,
    ours: service.url + path,
    bare: `http://127.0.0.1:${port}/${index}`,
  }))
  process.stdout.write(`${JSON.stringify({ cases })}\n`)
})

process.stdin.resume().once('end', async () => {
  bareServer.close()
  await service.close()
  await close()
  await sandbox.close()
  process.exit(0)
})
