import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Context } from '@x-md/core/operations/operation.ts'
import { createApp } from './app.ts'
import { close, GRACE_MS, listen, urlOf } from './http/listening.ts'
import { isLoopback } from './http/loopback.ts'
import { unreadableAnswer } from './http/unreadable.ts'
import { openTelemetry } from './telemetry/open.ts'

export interface ServerOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  graceMs?: number
}

/**
 * Starts the service on a socket.
 * @returns the address that it listens on, without a trailing slash, and `close`: it takes no more
 * connections, ends idle ones at once, lets running requests finish for ten seconds and then cuts them.
 * Rejects when the address cannot be listened on.
 */
export async function startServer(
  context: Context,
  { host, port, graceMs = GRACE_MS }: ServerOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  let url = ''
  const telemetry = await openTelemetry(context)
  let own: readonly string[] = []
  let isLocal = false
  const { X_MD_PUBLIC_URL } = context.config
  const publicUrl = () => X_MD_PUBLIC_URL ?? own[0] ?? url
  const app = createApp(context, {
    publicUrl,
    own: () => own,
    isLocal: () => isLocal,
    telemetry,
  })
  const server = createServer(
    {
      // A reader sends a few hundred bytes; who takes longer than this holds a socket for its own sake.
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
    },
    getRequestListener(app.fetch, {
      hostname: 'localhost',
      errorHandler: (error) => {
        if (!(error instanceof RequestError)) return new Response(null, { status: 500 })
        const answer = unreadableAnswer(publicUrl())
        return new Response(answer.body, answer)
      },
    }),
  )
  const address = await listen(server, host, port).catch(async (error: unknown) => {
    await telemetry.close()
    throw error
  })
  url = urlOf(address)
  // Who says where people reach it does not want links to lead anywhere else.
  if (X_MD_PUBLIC_URL === undefined) own = ownUrls(address)
  isLocal = X_MD_PUBLIC_URL === undefined && isLoopback(address.address)
  return {
    url,
    close: async () => {
      await close(server, graceMs)
      await telemetry.close()
    },
  }
}

/** Addresses that lead to this service from its own machine; the first is the one to name. */
function ownUrls(address: AddressInfo): string[] {
  const loopback = ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${address.port}`)
  // An address that stands for all of a machine's is one to listen on, not to go to.
  const isAll = ['0.0.0.0', '::'].includes(address.address)
  return isAll ? loopback : [urlOf(address), ...loopback]
}
