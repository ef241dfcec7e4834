import type { Readable, Writable } from 'node:stream'
import type { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { withSignal } from '@x-md/core/operations/derived-context.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { buildServer, progressOf } from '../build-server.ts'
import { handingFor } from '../handing.ts'
import type { Layer } from '../layer.ts'
import { LineTransport } from './line-transport.ts'

export interface StdioOptions {
  input: Readable
  output: Writable
  /** What calls use; asked for with the first of them, so that a client that only lists does not wait for it. */
  context(): Promise<Context>
  /** How posts are handed over; by default, as the client's name suggests. */
  structured?: string | undefined
  log(error: unknown): void
}

/** Serves a layer over two streams, in the era that the client opens with. @returns when the client has left */
export function serveLayer(
  layer: Layer,
  { input, output, context, structured, log }: StdioOptions,
): Promise<void> {
  return new Promise((resolve) => {
    const transport = new LineTransport(input, output)
    const build = (): Server => {
      const server = buildServer(
        layer,
        async (sdk) => ({
          context: withSignal(await context(), sdk.mcpReq.signal, progressOf(sdk)),
          handing: handingFor(structured, clientOf(sdk.mcpReq.envelope), server.getClientVersion()?.name),
          sdk,
        }),
        log,
      )
      return server
    }
    serveStdio(build, { transport, onerror: () => undefined })
    const told = transport.onclose
    transport.onclose = () => {
      told?.()
      resolve()
    }
  })
}

function clientOf(envelope: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const info = envelope?.['io.modelcontextprotocol/clientInfo'] as { name?: unknown } | undefined
  return typeof info?.name === 'string' ? info.name : undefined
}
