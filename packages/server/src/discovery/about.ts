/** What this service says of itself, in every document that does. */
export const NAME = 'x.md'
export const DESCRIPTION =
  'Public posts, threads, profiles and searches of X (Twitter) as Markdown and JSON. Read-only; no key is needed.'

/** The same in 100 characters. */
export const SUMMARY = 'Public posts, threads, profiles and searches of X (Twitter) as Markdown and JSON'

const SOURCE = 'https://github.com/x-md/x-md'
export const SOURCE_URL = SOURCE
export const CONTACT_URL = `${SOURCE}/issues`
export const LICENSE_URL = `${SOURCE}/blob/main/LICENSE`
/** Where a fault of security is told in private. */
export const SECURITY_URL = `${SOURCE}/security/advisories/new`

/** The documents for programs, for whoever looks for them: relation, path, media type (RFC 8288, RFC 9727). */
const DISCOVERY = [
  ['service-desc', '/openapi.json', 'application/vnd.oai.openapi+json'],
  ['service-doc', '/docs', 'text/html'],
  ['api-catalog', '/.well-known/api-catalog', 'application/linkset+json'],
  ['describedby', '/llms.txt', 'text/plain'],
] as const

/** The value of a `Link` header that leads to the documents for programs. */
export function discoveryLinks(site: string): string {
  return DISCOVERY.map(([rel, path, type]) => `<${site}${path}>; rel="${rel}"; type="${type}"`).join(', ')
}
