import { VERSION } from '@x-md/core/version.ts'
import { CONTACT_URL, DESCRIPTION, LICENSE_URL, NAME, SOURCE_URL } from './about.ts'
import { CURRENT_ENDPOINTS } from './endpoints.ts'
import { ERROR_CATALOG } from './error-catalog.ts'
import { deprecatedRoutes } from './openapi.ts'

/**
 * The index of the API for a program that knows nothing but the host.
 * @param needsKey whether only holders of a key are answered
 */
export function apiIndex(site: string, needsKey: boolean) {
  return {
    name: NAME,
    description: DESCRIPTION,
    version: 'v1',
    software_version: VERSION,
    documentation_url: `${site}/docs`,
    openapi_url: `${site}/openapi.json`,
    api_catalog_url: `${site}/.well-known/api-catalog`,
    llms_txt_url: `${site}/llms.txt`,
    mcp_url: `${site}/mcp`,
    terms_url: LICENSE_URL,
    contact_url: CONTACT_URL,
    source_url: SOURCE_URL,
    authentication: {
      required: needsKey,
      scheme: 'Bearer',
      description: needsKey
        ? `Only callers with a key are answered. See ${site}/auth.md`
        : `No key is needed; one brings allowances of its own. See ${site}/auth.md`,
    },
    versioning: {
      current: 'v1',
      base_path: '/api/v1',
      policy_url: `${site}/docs/versioning`,
      description:
        'What would break a client comes under a new prefix; this one stays for 12 months after that.',
      deprecated_aliases: deprecatedRoutes(),
    },
    endpoints: CURRENT_ENDPOINTS.map(({ operationId, path, summary, example }) => ({
      operationId,
      method: 'GET',
      path,
      description: summary,
      example: site + example,
    })),
    errors: {
      media_type: 'application/problem+json',
      specification: 'https://www.rfc-editor.org/rfc/rfc9457',
      documentation_url: `${site}/docs/errors`,
      description: 'Switch on code. What to do next stands in resolution.',
      codes: ERROR_CATALOG,
    },
    links: {
      self: `${site}/api`,
      openapi: `${site}/openapi.json`,
      documentation: `${site}/docs`,
      llms_txt: `${site}/llms.txt`,
      api_catalog: `${site}/.well-known/api-catalog`,
      mcp: `${site}/mcp`,
      sitemap: `${site}/sitemap.xml`,
    },
  }
}

/** The same for a reader of Markdown. */
export function apiIndexMarkdown(site: string, needsKey: boolean): string {
  const { versioning, authentication, errors } = apiIndex(site, needsKey)
  return `# ${NAME} API

${DESCRIPTION}

${endpointList(site)}

## Know

- Keys: ${authentication.description}
- Versions: ${versioning.description} ${versioning.policy_url}
- Errors: ${errors.description} ${errors.documentation_url}
- Everything, for programs: ${site}/openapi.json
- The same as tools, over MCP: ${site}/mcp
`
}

/** The routes as a Markdown list, each with an address that works. */
export function endpointList(site: string): string {
  return CURRENT_ENDPOINTS.map(
    ({ path, summary, example }) => `- \`GET ${path}\`: ${summary}\n  <${site}${example}>`,
  ).join('\n')
}
