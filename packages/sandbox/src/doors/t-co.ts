import { Hono } from 'hono'
import type { World } from '../world/world.ts'

/** X's link shortener: answers 301 to where a code of the world leads, and follows nothing. */
export function tcoDoor(world: World, prefix: string): Hono {
  const door = new Hono().basePath(prefix)
  door.get('/:code', (c) => {
    const url = world.expand(c.req.param('code'))
    if (!url) return c.text('Not found', 404)
    return c.body(null, 301, { location: headerSafe(url), 'cache-control': 'private,max-age=300' })
  })
  return door
}

/** A header holds no letters beyond ASCII; in an address they go percent-encoded, and the rest stays as it is. */
function headerSafe(url: string): string {
  return url.replace(/[^\x21-\x7e]+/g, (run) => encodeURIComponent(run))
}
