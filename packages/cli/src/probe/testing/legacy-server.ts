import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
import { type Listening, listen } from './listen.ts'

/** A small server on the SDK from before 2026-07-28. */
export function legacyServer(): McpServer {
  const server = new McpServer({ name: 'legacy', version: '1.0.0' })
  server.registerTool(
    'shout',
    { description: 'Say it loudly', inputSchema: { text: z.string() }, annotations: { readOnlyHint: true } },
    ({ text }) => ({ content: [{ type: 'text', text: text.toUpperCase() }] }),
  )
  return server
}

/** The same over HTTP, with sessions. @param sessions is told of those that live */
export function listenLegacy(sessions: Map<string, StreamableHTTPServerTransport>): Promise<Listening> {
  return listen(
    createServer(async (request, response) => {
      const known = sessions.get(String(request.headers['mcp-session-id']))
      if (known) return known.handleRequest(request, response)
      const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
        onsessionclosed: (id) => void sessions.delete(id),
      })
      await legacyServer().connect(transport as Parameters<McpServer['connect']>[0])
      return transport.handleRequest(request, response)
    }),
  )
}
