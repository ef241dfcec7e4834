import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createSandbox } from './app.ts'
import type { World } from './world/world.ts'

export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  port?: number
  /** 127.0.0.1 unless given. */
  host?: string
  /** Another seed, another world; 1 unless given. */
  seed?: number
  /** The world's clock, Unix milliseconds. */
  now?: number
}

/**
 * Starts the sandbox on a socket.
 * @returns its address without a trailing slash, the world behind it, and `close`, which ends open
 * connections too. Rejects when the port is taken.
 */
export async function startSandbox(
  options: SandboxOptions = {},
): Promise<{ url: string; world: World; close(): Promise<void> }> {
  const { port = 0, host = '127.0.0.1', ...worldOptions } = options
  const { app, world } = createSandbox(worldOptions)
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}`,
    world,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
