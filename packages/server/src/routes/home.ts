import { VERSION } from '@x-md/core/version.ts'
import { DESCRIPTION, discoveryLinks, NAME } from '../discovery/about.ts'
import { endpointList } from '../discovery/api-index.ts'
import { keptBy } from '../discovery/document.ts'
import { CURRENT_ENDPOINTS } from '../discovery/endpoints.ts'
import { answer } from '../http/answer.ts'
import { MEDIA_TYPES, negotiator, type Representation } from '../http/negotiate.ts'
import type { Site } from '../http/site.ts'
import type { Route } from '../http/surface.ts'
import { PAGE_POLICY, pageHtml } from '../pages/page-html.ts'
import { unacceptable, wantsTwin } from '../pages/page-route.ts'
import { frontMatter, lastUpdate, type Page } from '../pages/pages.ts'

const OFFERS = ['markdown', 'json', 'html', 'text'] as const

/** What stands at `/`: what this is, and the routes that exist, each with an address that works. */
export function homeRoute(pages: readonly Page[], site: Site): Route {
  const byAccept = negotiator(OFFERS)
  const byShape = Object.fromEntries(
    OFFERS.map((shape) => [shape, keptBy((address: string) => homeAnswer(shape, pages, address))]),
  )
  return (c) => {
    const shape = wantsTwin(c) ? 'markdown' : byAccept(c.req.header('accept'))
    return (shape && byShape[shape]?.(site.of(c))) ?? unacceptable(OFFERS)
  }
}

function homeAnswer(shape: Representation, pages: readonly Page[], site: string) {
  return answer(homeBody(shape, pages, site), {
    'Content-Type': MEDIA_TYPES[shape],
    Vary: 'Accept',
    'Cache-Control': 'public, max-age=300',
    Link: discoveryLinks(site),
    ...(shape === 'html' && { 'Content-Security-Policy': PAGE_POLICY }),
  })
}

function homeBody(shape: Representation, pages: readonly Page[], site: string): string {
  if (shape === 'json') {
    const endpoints = CURRENT_ENDPOINTS.map(({ path, summary, example }) => ({
      method: 'GET',
      path,
      description: summary,
      example: site + example,
    }))
    return JSON.stringify({ name: NAME, version: VERSION, description: DESCRIPTION, endpoints })
  }
  const markdown = homeMarkdown(pages, site)
  if (shape !== 'html') return markdown
  return pageHtml(markdown, {
    title: NAME,
    description: DESCRIPTION,
    canonical: `${site}/`,
    markdownUrl: `${site}/index.md`,
    nav: [['Documentation', `${site}/docs`]],
  })
}

function homeMarkdown(pages: readonly Page[], site: string): string {
  const list = pages.map(({ title, path, description }) => `- [${title}](${site}${path}): ${description}`)
  return `# ${NAME}

${DESCRIPTION} Put this host in the place of x.com in an address, and read it.

${endpointList(site)}

## Documentation

${list.join('\n')}

For programs: [OpenAPI](${site}/openapi.json), [index](${site}/api), [llms.txt](${site}/llms.txt).
`
}

/** The same as a document of its own, `/index.md`. */
export function homePage(pages: readonly Page[], site: string): string {
  const head = { title: NAME, description: DESCRIPTION, updated: lastUpdate(pages) }
  return `${frontMatter(head, `${site}/`)}\n${homeMarkdown(pages, site)}`
}
