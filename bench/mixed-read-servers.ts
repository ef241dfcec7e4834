import { serve } from '@hono/node-server'
import { loadConfig } from '@x-md/core/config.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { startServer } from '@x-md/server/start.ts'
import { Hono } from 'hono'
import { sandboxBases } from '../packages/cli/src/embedded-sandbox.ts'
import { mixedWork } from '../test/helpers/mixed-work.ts'
import type { Example } from '../test/helpers/service.ts'

/**
 * The two servers of the mixed measurement, in a process of their own: the service as it is configured by
 * default, and a bare route for each of its answers. Prints one line of JSON when ready; ends with its stdin.
 */
const sandbox = await startSandbox()
const { context, close } = createContext(
  loadConfig({
    ...sandboxBases(sandbox.url),
    // The callers of the measurement name themselves, each within its limits.
    X_MD_TRUSTED_PROXIES: '127.0.0.1',
  }),
)
const service = await startServer(context, { host: '127.0.0.1', port: 0 })
const { examples } = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as { examples: Example[] }

const work = mixedWork(examples)
const bare = new Hono()
for (const [index, { method = 'GET', path, accept }] of work.entries()) {
  const ask = () =>
    fetch(service.url + path, { method, headers: { accept, 'x-forwarded-for': `10.9.0.${index % 250}` } })
  // What is read for the first time is another answer than all that come after it.
  await (await ask()).arrayBuffer()
  const answer = await ask()
  const body = await answer.text()
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
  )
  bare.all(`/${index}`, (c) => c.body(body, answer.status as 200, headers))
}
const bareServer = serve({ fetch: bare.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  const requests = work.map(({ method = 'GET', path, accept }, index) => ({
    method,
    accept,
    ours: path,
    bare: `/${index}`,
  }))
  const urls = { ours: service.url, bare: `http://127.0.0.1:${port}` }
  process.stdout.write(`${JSON.stringify({ urls, requests })}\n`)
})

process.stdin.resume().once('end', async () => {
  bareServer.close()
  await service.close()
  await close()
  await sandbox.close()
  process.exit(0)
})
