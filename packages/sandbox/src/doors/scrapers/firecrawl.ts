import { Hono } from 'hono'
import type { World } from '../../world/world.ts'
import { bearerKey } from './bearer.ts'
import { brokenPage, isOnX, type ScrapedPage, scrapedPage } from './page.ts'

/** Firecrawl's scraper, `POST /v1/scrape`, for pages of X. Running out of credits is the fault `no-credits`. */
export function firecrawlDoor(world: World, prefix: string): Hono {
  const door = new Hono().basePath(prefix)
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
  door.notFound((c) => c.json({ success: false, error: 'Not Found' }, 404))
  return door
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
