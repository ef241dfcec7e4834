import { type Context, Hono } from 'hono'
import type { World } from '../../world/world.ts'
import { habitsOf } from '../habits.ts'
import { Searches } from '../searches.ts'
import { PRODUCTS, type SearchVariables, searchTimeline } from './search-timeline.ts'
import { readSession } from './session-check.ts'
import { type Allowance, Sessions } from './sessions.ts'

/**
 * The GraphQL behind X's own pages, as far as a signed-in search goes: `SearchTimeline` under any query id, on
 * the paths of api.x.com and of x.com.
 */
export function xWebDoor(world: World, prefix: string): Hono {
  const door = new Hono().basePath(prefix)
  const sessions = new Sessions(world)
  const searches = new Searches(world)

  for (const path of ['/graphql/:query/SearchTimeline', '/i/api/graphql/:query/SearchTimeline']) {
    door.on(['GET', 'POST'], path, search)
  }
  door.notFound((c) => c.json({ errors: [{ code: 34, message: 'Sorry, that page does not exist' }] }, 404))
  return door

  async function search(c: Context): Promise<Response> {
    const session = readSession((name) => c.req.header(name))
    if (typeof session !== 'string') return c.json(session.body, session.status)
    const allowance = sessions.take(session)
    const headers = limitHeaders(allowance)
    if (!allowance.allowed) return c.text('Rate limit exceeded\n', 429, headers)
    const variables = readVariables(c.req.method === 'GET' ? parsed(c.req.query('variables')) : await body(c))
    const page = variables && searchTimeline(world, searches, variables, habitsOf(c))
    if (page) return c.json(page, 200, headers)
    return c.json({ errors: [{ code: 336, message: 'The query is not valid' }] }, 400, headers)
  }
}

function limitHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': String(reset),
  }
}

async function body(c: Context): Promise<unknown> {
  const read = (await c.req.json().catch(() => undefined)) as { variables?: unknown } | null | undefined
  return read?.variables
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function readVariables(given: unknown): SearchVariables | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const { rawQuery, count = 20, product: name, cursor } = given as Record<string, unknown>
  const product = PRODUCTS.find((one) => one === name)
  if (typeof rawQuery !== 'string' || rawQuery.trim() === '' || !product) return undefined
  if (typeof count !== 'number' || !(count >= 1)) return undefined
  if (cursor !== undefined && typeof cursor !== 'string') return undefined
  return { rawQuery, count: Math.floor(count), product, cursor }
}
