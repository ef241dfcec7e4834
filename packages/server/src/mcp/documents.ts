import { registryManifest, serverCard } from '@x-md/mcp/card.ts'
import { CARD_TYPE } from '@x-md/mcp/card-type.ts'
import type { StaticDocument } from '../discovery/document.ts'
import { MEDIA_TYPES } from '../http/negotiate.ts'
import type { ServiceLayer } from './service-layer.ts'

/** The documents that describe the MCP server. */
export function mcpDocuments(layer: ServiceLayer): readonly StaticDocument[] {
  const card = (site: string) => JSON.stringify(serverCard(layer.at(site), layer.facts(site)))
  return [
    { path: '/mcp/server-card', type: CARD_TYPE, write: card },
    { path: '/.well-known/mcp/server-card.json', type: CARD_TYPE, write: card },
    {
      path: '/server.json',
      type: MEDIA_TYPES.json,
      write: (site) => JSON.stringify(registryManifest(layer.at(site), layer.facts(site))),
    },
  ]
}
