import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Surface } from '../../../packages/server/src/http/surface.ts'
import { mcpRoute } from '../../../packages/server/src/mcp/mcp-route.ts'
import type { Service } from '../../../packages/server/src/testing.ts'
import { FIXTURES } from './fixtures.ts'

/** The endpoint of the service with the fixtures of the suite behind it. */
export async function serveFixtures({ context }: Service): Promise<{ url: string; close(): void }> {
  let url = ''
  const publicUrl = () => url
  const surface = new Surface(context, publicUrl)
  const app = new Hono()
  app.all(
    '/mcp',
    surface.answers(mcpRoute(context, surface, { get: () => FIXTURES }, { publicUrl, isLocal: () => true })),
  )
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `${url}/mcp`, close: () => void server.close() }
}
