import { VERSION } from '@x-md/core/version.ts'
import { ACCOUNT_SETTINGS } from './account-settings.ts'
import { capabilitiesOf } from './build-server.ts'
import { type Layer, MODERN, REVISIONS } from './layer.ts'

/** What the cards tell of the service besides what its layer offers. */
export interface CardFacts {
  /** Address of the service, without a trailing slash. */
  site: string
  description: string
  /** The same within 100 characters, which is all that a registry takes. */
  summary: string
  sourceUrl: string
  /** Whether callers need a key. */
  isPrivate: boolean
}

const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/mcp-server-card/v1.json'
/** Where the registry leaves publishers to say more, as they like. */
const PUBLISHER = 'io.modelcontextprotocol.registry/publisher-provided'
const REGISTRY_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** The server card: who this is, how to reach it, what it offers. */
export function serverCard(layer: Layer, { site, description, sourceUrl, isPrivate }: CardFacts) {
  const serverUrl = `${site}/mcp`
  return {
    $schema: CARD_SCHEMA,
    name: layer.info.name,
    title: layer.info.title,
    description,
    version: VERSION,
    websiteUrl: site,
    documentationUrl: `${site}/docs/mcp`,
    icons: [{ src: `${site}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }],
    repository: { source: 'github', url: sourceUrl },
    serverUrl,
    transport: 'streamable-http',
    authentication: isPrivate ? 'bearer' : 'none',
    remotes: [{ type: 'streamable-http', url: serverUrl, supportedProtocolVersions: REVISIONS }],
    capabilities: capabilitiesOf(layer),
    tools: layer.tools.map(({ definition: { name, title, description } }) => ({ name, title, description })),
    resources: layer.resources.map(({ definition: { uri, name, mimeType } }) => ({ uri, name, mimeType })),
  }
}

/** What a plain GET of the endpoint tells: the card, and how to begin. */
export function endpointCard(layer: Layer, facts: CardFacts) {
  const url = `${facts.site}/mcp`
  return {
    ...serverCard(layer, facts),
    protocolVersions: REVISIONS,
    documentation: `${facts.site}/docs/mcp`,
    usage: {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      example: {
        url,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
        newest: `Besides, ${MODERN} has headers and a _meta of its own; see the documentation.`,
      },
    },
  }
}

/** `server.json` of the MCP registry, schema of 2025-12-11. */
export function registryManifest(layer: Layer, { site, summary, sourceUrl, isPrivate }: CardFacts) {
  return {
    $schema: REGISTRY_SCHEMA,
    name: layer.info.name,
    title: layer.info.title,
    description: summary,
    version: VERSION,
    websiteUrl: site,
    repository: { url: sourceUrl, source: 'github' },
    remotes: [
      {
        type: 'streamable-http',
        url: `${site}/mcp`,
        headers: [
          {
            name: 'Authorization',
            description: `Bearer and an API key${isPrivate ? '' : '; raises what a caller may ask'}`,
            isRequired: isPrivate,
            isSecret: true,
          },
        ],
      },
    ],
    _meta: { [PUBLISHER]: { account: accountServer(site) } },
  }
}

/**
 * What acts on X beside the service, on the machine of whoever has the keys. No entry of `packages`, since it is in no
 * registry of packages, where a stranger could take the name that we gave.
 */
function accountServer(site: string) {
  return {
    title: 'mcp-x',
    documentation: `${site}/docs/acting`,
    transport: { type: 'stdio' },
    environmentVariables: ACCOUNT_SETTINGS.map(({ name, meaning, isSecret }) => ({
      name,
      description: meaning,
      isRequired: true,
      isSecret,
      format: isSecret ? 'string' : 'filepath',
    })),
  }
}
