import type { Config } from '@x-md/core/config.ts'
import { type CardFacts, serverCard } from '@x-md/mcp/card.ts'
import type { Layer } from '@x-md/mcp/layer.ts'
import { DESCRIPTION, SOURCE_URL, SUMMARY } from '../discovery/about.ts'
import { staticDocuments } from '../discovery/documents.ts'
import type { Page } from '../pages/pages.ts'

/**
 * Writes a document that the MCP server offers as a resource, as it is served under its path.
 * @param options.facts of the service; links in it begin with their `site`
 */
export function writeMcpDocument(
  path: string,
  { pages, facts, layer }: { pages: readonly Page[]; facts: CardFacts; layer: Layer },
): string {
  if (path === '/mcp/server-card') return JSON.stringify(serverCard(layer, facts))
  const document = staticDocuments(pages).find((one) => one.path === path)
  if (!document) throw new Error(`No document ${path}`)
  return document.write(facts.site, 0)
}

/** What the cards tell of a service under one of its addresses. */
export function cardFacts(site: string, { X_MD_REQUIRE_API_KEY }: Config): CardFacts {
  const isPrivate = X_MD_REQUIRE_API_KEY
  return { site, description: DESCRIPTION, summary: SUMMARY, sourceUrl: SOURCE_URL, isPrivate }
}
