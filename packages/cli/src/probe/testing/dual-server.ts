import { createServer } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Listening, listen } from './listen.ts'

const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18']

/** A small server of both eras, on the official SDK. */
export function dualServer(): McpServer {
  const server = new McpServer(
    { name: 'dual', version: '2.0.0' },
    { instructions: 'Adds numbers.', supportedProtocolVersions: VERSIONS },
  )
  server.registerTool(
    'add',
    {
      description: 'Add two numbers',
      inputSchema: z.object({ a: z.number(), b: z.number(), note: z.string().optional() }),
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true },
    },
    ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
      structuredContent: { sum: a + b },
    }),
  )
  server.registerTool('forget', { description: 'Forget all', inputSchema: z.object({}) }, () => ({
    content: [{ type: 'text', text: 'forgotten' }],
  }))
  return server
}

/** The same over HTTP. @param legacy whether the handshake of older revisions is refused */
export function listenDual(legacy: 'stateless' | 'reject' = 'stateless'): Promise<Listening> {
  const handle = toNodeHandler(createMcpHandler(dualServer, { legacy }))
  return listen(
    createServer((request, response) => void handle(request as Parameters<typeof handle>[0], response)),
  )
}
