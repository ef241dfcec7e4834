import { isPossibleId } from '@x-md/core/domain/snowflake.ts'
import { type Context, Hono } from 'hono'
import { availability } from '../../world/availability.ts'
import type { World } from '../../world/world.ts'
import { habitsOf } from '../habits.ts'
import { exactToken } from './token.ts'
import { tweetTombstone } from './tombstone.ts'
import { wireTweet } from './tweet.ts'
import type { WireTweet, WireTweetTombstone } from './wire.ts'

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': 'https://platform.twitter.com',
  'cache-control': 'must-revalidate, max-age=60',
}

/** The endpoint behind embedded posts: one post, what it answers and what it quotes, and nothing below it. */
export function syndicationDoor(world: World, prefix: string): Hono {
  const door = new Hono().basePath(prefix)
  door.get('/tweet-result', (c) => {
    if (!/^Mozilla\/5\.0\b/.test(c.req.header('user-agent') ?? '')) return page(c, 403, 'Forbidden')
    const id = c.req.query('id') ?? ''
    const token = c.req.query('token')
    if (!/^\d{1,40}$/.test(id)) return c.json({ error: 'Bad request.' }, 400, HEADERS)
    if (!token) return c.json({ error: 'Missing token.' }, 400, HEADERS)
    const exact = habitsOf(c).exactToken === true
    if (exact && token !== exactToken(id)) return page(c, 403, 'Forbidden')
    if (!isPossibleId(id)) return page(c, 404, 'Not Found')
    return c.body(JSON.stringify(tweetResult(world, id)), 200, HEADERS)
  })
  door.notFound((c) => page(c, 404, 'Not Found'))
  return door
}

/** What the endpoint says of an id: a post, a tombstone whose reason is prose, or nothing. */
export function tweetResult(
  world: World,
  id: string,
): WireTweet | WireTweetTombstone | Record<string, never> {
  const post = world.post(id)
  if (!post || post.gone === 'deleted-without-trace') return {}
  const state = availability(post)
  if (state !== 'open') return tweetTombstone(state)
  const original = post.repostOf && !post.cutRepost ? world.post(post.repostOf) : post
  return original && availability(original) === 'open' ? wireTweet(world, original) : {}
}

/** While X throttles it: a page, and by its status no post. */
export function throttledTweet(path: string): Response | undefined {
  if (path !== '/tweet-result') return undefined
  return new Response(errorPage('Not Found'), { status: 404, headers: { 'content-type': HTML } })
}

const HTML = 'text/html; charset=utf-8'

function page(c: Context, status: 403 | 404, title: string) {
  return c.body(errorPage(title), status, { 'content-type': HTML })
}

function errorPage(title: string): string {
  return `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
}
