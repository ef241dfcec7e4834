import { Hono } from 'hono'
import type { World } from '../../world/world.ts'
import { Searches } from '../searches.ts'
import { bearerKey } from './bearer.ts'
import { brokenPage, isOnX, type ScrapedPage, scrapedPage } from './page.ts'
import { webResults } from './web-search.ts'

/** Firecrawl, `POST /v1/scrape` and `POST /v1/search`, for pages of X. Running out of credits is the fault `no-credits`. */
export function firecrawlDoor(world: World, prefix: string): Hono {
  const door = new Hono().basePath(prefix)
  const searches = new Searches(world)
  door.post('/v1/scrape', async (c) => {
    if (!bearerKey(c.req.header('authorization'))) {
      return c.json({ success: false, error: 'Unauthorized: Invalid token' }, 401)
    }
    const body = (await c.req.json().catch(() => undefined)) as Record<string, unknown> | undefined
    const { url, formats = ['markdown'], onlyMainContent = true } = body ?? {}
    if (typeof url !== 'string' || !Array.isArray(formats)) {
      return c.json({ success: false, error: 'Bad Request', details: [{ path: ['url'] }] }, 400)
    }
    if (!isOnX(url)) return c.json({ success: false, error: 'This site cannot be reached' }, 500)
    const page = scrapedPage(world, url, { links: true, images: true, frame: onlyMainContent !== true })
    return c.json(scrape(page, url, formats.includes('markdown')))
  })
  door.post('/v1/search', async (c) => {
    if (!bearerKey(c.req.header('authorization'))) {
      return c.json({ success: false, error: 'Unauthorized: Invalid token' }, 401)
    }
    const body = (await c.req.json().catch(() => undefined)) as Record<string, unknown> | undefined
    const { query, limit = 5, scrapeOptions } = body ?? {}
    if (typeof query !== 'string' || query.trim() === '' || !isLimit(limit)) {
      return c.json({ success: false, error: 'Bad Request', details: [{ path: ['query'] }] }, 400)
    }
    const scraped = wantsMarkdown(scrapeOptions)
    const data = webResults(world, searches, query, limit).map((result) => ({
      ...result,
      ...(scraped && { markdown: scrapedPage(world, result.url, SCRAPED).markdown }),
    }))
    return c.json({ success: true, data })
  })
  door.notFound((c) => c.json({ success: false, error: 'Not Found' }, 404))
  return door
}

const MOST_RESULTS = 100
const SCRAPED = { links: true, images: true, frame: false }

function isLimit(limit: unknown): limit is number {
  return typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= MOST_RESULTS
}

function wantsMarkdown(options: unknown): boolean {
  const formats = (options as { formats?: unknown } | null | undefined)?.formats
  return Array.isArray(formats) && formats.includes('markdown')
}

/** While X throttles the scraper: its excuse, scraped with success. */
export function throttledScrape(path: string): Response | undefined {
  if (path !== '/v1/scrape') return undefined
  return Response.json(scrape(brokenPage(), 'https://x.com/', true))
}

function scrape({ markdown, title, description }: ScrapedPage, url: string, wanted: boolean): object {
  const metadata = { title, description, language: 'en', statusCode: 200, sourceURL: url, url }
  return { success: true, data: { ...(wanted && { markdown }), metadata } }
}
