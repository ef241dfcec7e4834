import { CARD_TYPE } from './card-type.ts'
import type { LayerResource } from './layer.ts'

/** The documents of the service that agents read, which need no network: where each stands, and what it is. */
const DOCUMENTS = [
  {
    path: '/llms.txt',
    title: 'Overview',
    description: 'What the service is for, its routes and its pages',
    mimeType: 'text/plain',
  },
  {
    path: '/llms-full.txt',
    title: 'Whole documentation',
    description: 'Every page of the documentation in one',
    mimeType: 'text/plain',
  },
  {
    path: '/openapi.json',
    title: 'OpenAPI description',
    description: 'Every route of the HTTP API, with its parameters and answers',
    mimeType: 'application/json',
  },
  {
    path: '/index.md',
    title: 'Front page',
    description: 'What the service does, in short',
    mimeType: 'text/markdown',
  },
  {
    path: '/mcp/server-card',
    title: 'Server card',
    description: 'Who this MCP server is, how to reach it and what it offers',
    mimeType: CARD_TYPE,
  },
] as const

/** Writes one of the documents. @param path such as `/llms.txt` */
export type WriteDocument = (path: string) => string | Promise<string>

/** Documents as resources, each written when it is first read. @param base what their paths hang under */
export function documentResources(base: string, write: WriteDocument): LayerResource[] {
  return DOCUMENTS.map(({ path, title, description, mimeType }) => {
    const uri = base + path
    let text: string | Promise<string> | undefined
    return {
      definition: { uri, name: path.slice(1), title, description, mimeType },
      async read() {
        text ??= write(path)
        return { uri, mimeType, text: await text }
      },
    }
  })
}
