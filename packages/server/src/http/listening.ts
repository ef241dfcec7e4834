import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How long running requests may take to finish once a server is told to stop, in milliseconds. */
export const GRACE_MS = 10_000
/** How often finished connections are looked for meanwhile. */
const SWEEP_MS = 25

/** @returns where it listens. Rejects when the address cannot be listened on. */
export function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}

export function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** Takes no more connections, ends idle ones at once, lets running requests finish for a while, and then cuts them. */
export function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // A connection whose request has just finished is idle only afterwards, and would be kept alive.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close((error) => {
      clearInterval(sweep)
      clearTimeout(cut)
      if (error) reject(error)
      else resolve()
    })
    server.closeIdleConnections()
  })
}
