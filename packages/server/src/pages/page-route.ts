import type { Context as HonoContext } from 'hono'
import { discoveryLinks } from '../discovery/about.ts'
import { keptBy, STATIC_CACHE } from '../discovery/document.ts'
import { type Answer, answer } from '../http/answer.ts'
import { MEDIA_TYPES, negotiator, type Representation } from '../http/negotiate.ts'
import { queryOptions } from '../http/query.ts'
import type { Site } from '../http/site.ts'
import type { Route } from '../http/surface.ts'
import { PAGE_POLICY, pageHtml } from './page-html.ts'
import { type Page, pageMarkdown, pageText } from './pages.ts'

const OFFERS = ['markdown', 'html', 'text'] as const

/** A page of the documentation: Markdown, or HTML for a browser. */
export function pageRoute(page: Page, pages: readonly Page[], site: Site): Route {
  const byAccept = negotiator(OFFERS)
  const byShape = Object.fromEntries(
    OFFERS.map((shape) => [shape, keptBy((address: string) => pageAnswer(shape, page, pages, address))]),
  )
  return (c) => {
    const shape = wantsTwin(c) ? 'markdown' : byAccept(c.req.header('accept'))
    return (shape && byShape[shape]?.(site.of(c))) ?? unacceptable(OFFERS)
  }
}

/** Whether a page is asked for as agents read it; another `mode` means nothing. */
export function wantsTwin(c: HonoContext): boolean {
  return queryOptions(c.req.url).mode === 'agent'
}

/** A page has no problem document: who accepts none of its forms is told in plain text which there are. */
export function unacceptable(offers: readonly Representation[]): Answer {
  const list = offers.map((offer) => `${MEDIA_TYPES[offer]}\n`).join('')
  return answer(
    `This page is given as:\n\n${list}`,
    { 'Content-Type': MEDIA_TYPES.text, 'Cache-Control': 'no-store', Vary: 'Accept' },
    { status: 406 },
  )
}

function pageAnswer(shape: Representation, page: Page, pages: readonly Page[], site: string): Answer {
  const canonical = site + page.path
  const markdownUrl = `${canonical}.md`
  const body =
    shape === 'html'
      ? pageHtml(pageText(page, site), {
          title: `${page.title} · x.md`,
          description: page.description,
          canonical,
          markdownUrl,
          nav: pages.map(({ title, path }) => [title, site + path]),
        })
      : pageMarkdown(page, site)
  return answer(body, {
    'Content-Type': MEDIA_TYPES[shape],
    Vary: 'Accept',
    'Cache-Control': STATIC_CACHE,
    Link: `<${canonical}>; rel="canonical", <${markdownUrl}>; rel="alternate"; type="text/markdown", ${discoveryLinks(site)}`,
    ...(shape === 'html' && { 'Content-Security-Policy': PAGE_POLICY }),
  })
}
