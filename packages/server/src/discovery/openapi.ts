import { MAX_LIMIT } from '@x-md/core/request/list-request.ts'
import { VERSION } from '@x-md/core/version.ts'
import { DEPRECATED_ROUTES, DEPRECATION, SUNSET, SUNSET_ISO } from '../http/lifecycle.ts'
import { CONTACT_URL, DESCRIPTION, LICENSE_URL, NAME } from './about.ts'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { codesOf, ERROR_CATALOG } from './error-catalog.ts'
import { answersOf, HEADERS, problemAnswers, problemExamples } from './openapi-answers.ts'
import { componentSchemas, parametersOf } from './openapi-schemas.ts'

const TAGS = {
  versioned: 'Versioned',
  permalink: 'Permalinks',
  deprecated: 'Deprecated',
} as const satisfies Record<Endpoint['surface'], string>

/** The dates and successors of what is on its way out, in the words of the versioning page. */
export function deprecatedRoutes() {
  return DEPRECATED_ROUTES.map((route) => ({
    ...route,
    deprecation: DEPRECATION,
    sunset: SUNSET,
    sunset_iso: SUNSET_ISO,
  }))
}

/** The OpenAPI 3.1 description of the API. @param site address of this service */
export function openapi(site: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: NAME,
      version: VERSION,
      summary: 'X (Twitter) as Markdown and JSON',
      description: `${DESCRIPTION} Other methods than GET, HEAD and OPTIONS are refused with 405 \`method_not_allowed\`.`,
      contact: { name: NAME, url: CONTACT_URL },
      license: { name: 'MIT', url: LICENSE_URL },
    },
    servers: [{ url: site }],
    externalDocs: { url: `${site}/docs` },
    tags: [
      { name: TAGS.versioned, description: 'For programs: nothing of it goes away within a version' },
      { name: TAGS.permalink, description: 'The paths of X, with this host in the place of x.com' },
      { name: TAGS.deprecated, description: 'Answered until their sunset' },
    ],
    security: [{}, { bearer: [] }],
    paths: Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint.path, { get: operationOf(endpoint) }])),
    components: {
      schemas: componentSchemas(),
      responses: problemAnswers(),
      headers: HEADERS,
      examples: problemExamples(site),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: `A key; none is needed. See ${site}/auth.md` },
      },
    },
    'x-error-catalog': ERROR_CATALOG,
    'x-pagination': {
      request_parameters: { cursor: 'cursor', page: 'page', limit: 'limit' },
      response_field: 'nextCursor',
      limits: { limit: { default: 20, maximum: MAX_LIMIT }, page: { default: 1, maximum: 10 } },
      termination: 'The list ends when nextCursor is absent, not when a page is short.',
      documentation_url: `${site}/docs/pagination`,
    },
    'x-api-lifecycle': {
      current_major_version: 'v1',
      supported_versions: ['v1'],
      minimum_support_window_months: 12,
      deprecation_signals: ['Deprecation', 'Sunset', 'Link; rel="successor-version"'],
      deprecated_operations: deprecatedRoutes(),
      policy_url: `${site}/docs/versioning`,
    },
  }
}

function operationOf(endpoint: Endpoint) {
  const { operationId, summary, surface, operations } = endpoint
  return {
    operationId,
    summary,
    description: operations.map(({ description }) => description).join('\n\n'),
    tags: [TAGS[surface]],
    ...(surface === 'deprecated' && { deprecated: true, ...successorOf(endpoint) }),
    parameters: parametersOf(endpoint),
    responses: answersOf(endpoint),
    'x-error-codes': codesOf(endpoint),
  }
}

function successorOf({ path }: Endpoint) {
  const route = DEPRECATED_ROUTES.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`Nothing is said of what follows ${path}`)
  return 'successor' in route
    ? { 'x-successor-version': route.successor }
    : { 'x-successor-version-map': route.successors }
}
