import { CARD_TYPE } from '@x-md/mcp/card-type.ts'
import { DESCRIPTION, NAME } from './about.ts'

const OPENAPI_TYPE = 'application/vnd.oai.openapi+json'

/** The APIs that are served here: a path each, and the document that describes it to programs. */
const APIS = [
  { path: '/api', description: '/openapi.json', type: OPENAPI_TYPE },
  { path: '/mcp', description: '/mcp/server-card', type: CARD_TYPE },
] as const

/** `/.well-known/api-catalog` (RFC 9727): a linkset that leads to each API, and from there to its description. */
export function apiCatalog(site: string): string {
  const catalog = `${site}/.well-known/api-catalog`
  const linkset = [
    { anchor: catalog, item: APIS.map(({ path }) => ({ href: site + path })) },
    ...APIS.map(({ path, description, type }) => ({
      anchor: site + path,
      'service-desc': [{ href: site + description, type }],
      'service-doc': [{ href: `${site}/docs`, type: 'text/html' }],
      'service-meta': [{ href: `${site}/llms.txt`, type: 'text/plain' }],
      status: [{ href: `${site}/healthz`, type: 'application/json' }],
    })),
  ]
  return `${JSON.stringify({ linkset }, null, 2)}\n`
}

/**
 * What agents can use here: last part of the identifier, path, name, media type, meaning. The index of skills
 * belongs here once it is served.
 */
const RESOURCES = [
  [
    'openapi',
    '/openapi.json',
    'OpenAPI description',
    OPENAPI_TYPE,
    'Parameters, answers and errors of every route',
  ],
  [
    'mcp',
    '/.well-known/mcp/server-card.json',
    'MCP server',
    CARD_TYPE,
    'The same reads as tools of an MCP server',
  ],
  ['llms', '/llms.txt', 'llms.txt', 'text/plain', 'What the service is for, and every route'],
  ['llms-full', '/llms-full.txt', 'llms-full.txt', 'text/plain', 'The whole documentation in one document'],
  [
    'api-catalog',
    '/.well-known/api-catalog',
    'API catalogue',
    'application/linkset+json',
    'The API as a linkset',
  ],
] as const

/** `/.well-known/ard.json`, Agentic Resource Discovery, and the same as `ai-catalog.json`. */
export function agentCatalog(site: string): string {
  const { hostname } = new URL(site)
  const entries = RESOURCES.map(([id, path, displayName, type, description]) => ({
    identifier: `urn:air:${urnPart(hostname)}:${id}`,
    displayName: `${NAME}: ${displayName}`,
    description: `${description}. ${DESCRIPTION}`,
    type,
    url: site + path,
    trustManifest: {
      identity: site,
      identityType: 'https',
      trustSchema: { identifier: 'https', version: '1.0' },
      // Who answers for it can be asked under the address that it is served from.
      attestations: [{ type: 'security-contact', uri: `${site}/.well-known/security.txt` }],
    },
  }))
  const catalog = {
    specVersion: '1.0',
    host: { displayName: NAME, identifier: hostname, documentationUrl: `${site}/docs` },
    entries,
  }
  return `${JSON.stringify(catalog, null, 2)}\n`
}

/** An IPv6 address holds signs that an identifier may not. */
function urnPart(hostname: string): string {
  return hostname.replace(/[^a-zA-Z0-9.-]+/g, '-').replace(/^-|-$/g, '')
}
