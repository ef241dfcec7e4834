import { loadConfig } from '@x-md/core/config.ts'
import { createLayer } from '@x-md/mcp/create-layer.ts'
import type { Layer } from '@x-md/mcp/layer.ts'
import type { Toolset } from '@x-md/mcp/tools/toolset.ts'
import type { Env } from './embedded-sandbox.ts'

/**
 * What the MCP server offers on this machine. Its documents are written when one is read, since what writes them
 * takes longer to load than all the rest.
 */
export function localLayer(
  env: Env,
  { isReadOnly, toolsets }: { isReadOnly: boolean; toolsets: readonly Toolset[] },
): Layer {
  const config = loadConfig(env)
  const { X_MD_PUBLIC_URL, X_MD_HOST, X_MD_PORT } = config
  const layer: Layer = createLayer({
    // Who reads X finds the server by its name in registries, who acts there by the one that they gave it.
    name: toolsets.includes('read') ? config.X_MD_REGISTRY_NAME : config.MCP_NAME,
    site: X_MD_PUBLIC_URL,
    isReadOnly,
    toolsets,
    async writeDocument(path) {
      const { loadPages } = await import('@x-md/server/pages/pages.ts')
      const { cardFacts, writeMcpDocument } = await import('@x-md/server/mcp/write-document.ts')
      // Links lead to where a service of this machine would listen.
      const site = X_MD_PUBLIC_URL ?? `http://${X_MD_HOST}:${X_MD_PORT}`
      return writeMcpDocument(path, { pages: loadPages(), facts: cardFacts(site, config), layer })
    },
  })
  return layer
}
