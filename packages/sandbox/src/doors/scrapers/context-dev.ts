import { Hono } from 'hono'
import type { World } from '../../world/world.ts'
import { bearerKey } from './bearer.ts'
import { brokenPage, isOnX, scrapedPage } from './page.ts'

/** Context.dev's scraper, `GET /v1/web/scrape/markdown?url=`, for pages of X. */
export function contextDevDoor(world: World, prefix: string): Hono {
  const door = new Hono().basePath(prefix)
  door.get('/v1/web/scrape/markdown', (c) => {
    const refusal = (error: string, message: string) => ({ success: false, error, message })
    if (!bearerKey(c.req.header('authorization'))) {
      return c.json(refusal('UNAUTHORIZED', 'An API key is required'), 401)
    }
    const url = c.req.query('url')
    if (!url || !URL.canParse(url)) return c.json(refusal('INPUT_VALIDATION_ERROR', 'url is not valid'), 400)
    if (!isOnX(url)) return c.json(refusal('WEBSITE_ACCESS_ERROR', 'The site cannot be reached'), 400)
    const links = c.req.query('includeLinks') !== 'false'
    const images = c.req.query('includeImages') === 'true'
    const { markdown } = scrapedPage(world, url, { links, images, frame: true })
    return c.json({ success: true, url, markdown })
  })
  door.notFound((c) => c.json({ success: false, error: 'NOT_FOUND', message: 'No such route' }, 404))
  return door
}

/** While X throttles the scraper: its excuse, scraped with success. */
export function throttledMarkdown(path: string): Response | undefined {
  if (path !== '/v1/web/scrape/markdown') return undefined
  return Response.json({ success: true, url: 'https://x.com/', markdown: brokenPage().markdown })
}
