import { MEDIA_TYPES } from '../http/negotiate.ts'
import { lostLinks } from '../http/not-found.ts'
import { frontMatter, lastUpdate, type Page, pageMarkdown } from '../pages/pages.ts'
import { homePage } from '../routes/home.ts'
import { agentCatalog, apiCatalog } from './catalogs.ts'
import type { StaticDocument } from './document.ts'
import { llmsFullTxt, llmsTxt } from './llms.ts'
import { openapi } from './openapi.ts'
import { robotsTxt, securityTxt, sitemapXml } from './site-files.ts'

/** A line that begins with ">", the sign of what is quoted. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6"/><path d="M8 9l8 7-8 7M18 23h7" fill="none" stroke="#fff" stroke-width="3"/></svg>
`

/** The documents that have one form. */
export function staticDocuments(pages: readonly Page[]): readonly StaticDocument[] {
  return [
    {
      path: '/openapi.json',
      type: 'application/vnd.oai.openapi+json; charset=utf-8',
      write: (site) => JSON.stringify(openapi(site)),
    },
    { path: '/llms.txt', type: MEDIA_TYPES.text, write: (site) => llmsTxt(pages, site) },
    { path: '/llms-full.txt', type: MEDIA_TYPES.text, write: (site) => llmsFullTxt(pages, site) },
    { path: '/index.md', type: MEDIA_TYPES.markdown, write: (site) => homePage(pages, site) },
    { path: '/404.md', type: MEDIA_TYPES.markdown, write: (site) => lostPage(pages, site) },
    {
      path: '/.well-known/api-catalog',
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      write: apiCatalog,
    },
    { path: '/.well-known/ard.json', type: MEDIA_TYPES.json, write: agentCatalog },
    { path: '/.well-known/ai-catalog.json', type: MEDIA_TYPES.json, write: agentCatalog },
    { path: '/.well-known/security.txt', type: MEDIA_TYPES.text, write: securityTxt, dated: true },
    { path: '/icon.svg', type: 'image/svg+xml', write: () => ICON },
    { path: '/robots.txt', type: MEDIA_TYPES.text, write: robotsTxt },
    {
      path: '/sitemap.xml',
      type: 'application/xml; charset=utf-8',
      write: (site) => sitemapXml(pages, site),
    },
    ...pages.map((page) => ({
      path: `${page.path}.md`,
      type: MEDIA_TYPES.markdown,
      write: (site: string) => pageMarkdown(page, site),
    })),
    // Two of them stand where agents look for them, too.
    ...pages
      .filter(({ slug }) => slug === 'agents' || slug === 'auth')
      .map((page) => ({
        path: `/${page.slug}.md`,
        type: MEDIA_TYPES.markdown,
        write: (site: string) => pageMarkdown(page, site),
      })),
  ]
}

/** What helps who has asked for something that is not there. */
function lostPage(pages: readonly Page[], site: string): string {
  const title = 'Nothing stands there'
  const description = 'Where to go on from an address that leads nowhere.'
  const links = lostLinks(site).map(({ label, href }) => `- [${label}](${href})`)
  const head = frontMatter({ title, description, updated: lastUpdate(pages) }, `${site}/404.md`)
  return `${head}\n# ${title}\n\n${description}\n\n${links.join('\n')}\n`
}
