import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { dualServer } from './dual-server.ts'

serveStdio(dualServer)
