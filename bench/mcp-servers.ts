import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { loadConfig } from '@x-md/core/config.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { startServer } from '@x-md/server/start.ts'
import { z } from 'zod'

/**
 * The two servers of the MCP measurement, in a process of their own: the service as it is configured by default,
 * and the SDK's own server as its documentation has it, with one tool that gives the same result without any work.
 * Prints one line of JSON when ready; ends with its stdin.
 */
const sandbox = await startSandbox()
const { context, close } = createContext(
  loadConfig({
    FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
    TCO_BASE_URL: `${sandbox.url}/t.co`,
    // The callers of the measurement name themselves, each within its limits.
    X_MD_TRUSTED_PROXIES: '127.0.0.1',
    X_MD_DATA_DIR: ':memory:',
  }),
)
const service = await startServer(context, { host: '127.0.0.1', port: 0 })

const NAME = 'x_md_get_post'
const ARGUMENTS = { handle: 'jack', id: '20' }
const answer = await fetch(`${service.url}/mcp`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: NAME, arguments: ARGUMENTS },
  }),
})
const { result } = (await answer.json()) as {
  result: { content: { type: 'text'; text: string }[]; structuredContent: Record<string, unknown> }
}

function sdkServer(): McpServer {
  const server = new McpServer({ name: 'bare', version: '1.0.0' })
  server.registerTool(
    NAME,
    {
      description: 'Reads a post',
      inputSchema: z.object({ handle: z.string(), id: z.string() }),
      outputSchema: z.looseObject({ url: z.string(), post_count: z.number() }),
    },
    async () => result,
  )
  return server
}
const handle = toNodeHandler(createMcpHandler(sdkServer))
const bare = createServer((request, response) => {
  // Its types know no method that is undefined, which node's say of answers.
  void handle(request as Parameters<typeof handle>[0], response)
})
bare.listen(0, '127.0.0.1', () => {
  const { port } = bare.address() as AddressInfo
  const line = {
    ours: `${service.url}/mcp`,
    sdk: `http://127.0.0.1:${port}/mcp`,
    name: NAME,
    args: ARGUMENTS,
  }
  process.stdout.write(`${JSON.stringify(line)}\n`)
})

process.stdin.resume().once('end', async () => {
  bare.close()
  bare.closeAllConnections()
  await service.close()
  await close()
  await sandbox.close()
  process.exit(0)
})
