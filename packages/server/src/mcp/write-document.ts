import { type CardFacts, serverCard } from '@x-md/mcp/card.ts'
import type { Layer } from '@x-md/mcp/layer.ts'
import { DESCRIPTION, SOURCE_URL, SUMMARY } from '../discovery/about.ts'
import { staticDocuments } from '../discovery/documents.ts'
import type { Page } from '../pages/pages.ts'

/**
 * Writes a document that the MCP server offers as a resource, as it is served under its path.
 * @param options.site address of the service, which links in it begin with
 */
export function writeMcpDocument(
  path: string,
  { pages, site, layer }: { pages: readonly Page[]; site: string; layer: Layer },
): string {
  if (path === '/mcp/server-card') return JSON.stringify(serverCard(layer, cardFacts(site)))
  const document = staticDocuments(pages).find((one) => one.path === path)
  if (!document) throw new Error(`No document ${path}`)
  return document.write(site, 0)
}

export function cardFacts(site: string): CardFacts {
  return { site, description: DESCRIPTION, summary: SUMMARY, sourceUrl: SOURCE_URL }
}
