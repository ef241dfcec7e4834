import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { legacyServer } from './legacy-server.ts'

await legacyServer().connect(new StdioServerTransport())
