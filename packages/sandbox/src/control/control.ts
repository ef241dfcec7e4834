import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { accountArchive } from '../account-archive/archive.ts'
import { zipOf } from '../account-archive/zip.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { interactionTruth } from '../catalogue/interaction-truth.ts'
import { listedPost, timelineTruth } from '../catalogue/timeline-truth.ts'
import { DOORS } from '../doors/doors.ts'
import { SYNDICATION_RULES } from '../doors/syndication/rules.ts'
import { publishedCredentials } from '../doors/x-api/auth/credentials.ts'
import { readFaults } from '../faults/fault.ts'
import type { Faults } from '../faults/faults.ts'
import { faultKindList } from '../faults/kinds.ts'
import { searchFeed } from '../world/search/find.ts'
import { readQuery } from '../world/search/query.ts'
import type { World } from '../world/world.ts'
import { type Overrides, readOverrides } from './overrides.ts'
import type { RequestLog } from './request-log.ts'

/** The routes that steer the sandbox, under `/_sandbox`. */
export function controlRoutes(world: World, log: RequestLog, overrides: Overrides, faults: Faults): Hono {
  const control = new Hono()
  const prefixes = DOORS.map((door) => door.prefix)
  control.get('/world', (c) =>
    c.json({
      ...catalogue(world),
      doors: prefixes,
      faults: faultKindList(),
      syndication: SYNDICATION_RULES,
      x_api: publishedCredentials(world, '/x-api'),
      habits: Object.fromEntries(DOORS.map(({ prefix, habits = [] }) => [prefix, habits])),
    }),
  )
  control.get('/world/timelines/:handle', (c) => {
    const account = world.accountByHandle(c.req.param('handle'))
    if (!account) return c.json({ error: 'no such account' }, 404)
    return c.json(timelineTruth(world, account, isYes(c.req.query('with_replies'))))
  })
  control.get('/world/connections/:handle/:which{followers|following}', (c) => {
    const account = world.accountByHandle(c.req.param('handle'))
    if (!account) return c.json({ error: 'no such account' }, 404)
    const which = c.req.param('which') === 'followers' ? 'followers' : 'following'
    const people = account.state === 'open' ? world[which](account) : []
    return c.json({
      handle: account.handle,
      state: account.state,
      people: people.map(({ handle }) => handle),
    })
  })
  control.get('/archive/:file{\\w+\\.zip}', (c) => {
    const account = world.accountByHandle(c.req.param('file').slice(0, -'.zip'.length))
    if (!account) return c.json({ error: 'no such account' }, 404)
    const zip = Readable.toWeb(zipOf(accountArchive(world, account), world.now)) as ReadableStream
    return c.body(zip, 200, { 'content-type': 'application/zip' })
  })
  control.get('/world/interactions/:handle', (c) => {
    const account = world.accountByHandle(c.req.param('handle'))
    if (!account) return c.json({ error: 'no such account' }, 404)
    const since = readInstant(c.req.query('since') ?? 0)
    const until = readInstant(c.req.query('until') ?? world.now)
    if (since === undefined || until === undefined) {
      return c.json({ error: 'since, until: an ISO 8601 date or Unix milliseconds' }, 400)
    }
    return c.json(interactionTruth(world, account, { since, until }))
  })
  control.get('/world/search', (c) => {
    const query = readQuery(c.req.query('q') ?? '')
    const feed = c.req.query('feed') ?? 'latest'
    if (!query) return c.json({ error: 'q: what to look for' }, 400)
    if (feed !== 'latest' && feed !== 'top' && feed !== 'media') {
      return c.json({ error: 'feed: one of latest, top, media' }, 400)
    }
    return c.json({ posts: Array.from(searchFeed(world, query, feed), (post) => listedPost(world, post)) })
  })
  control.post('/now', async (c) => {
    const body = await readJson(c)
    const ms = readInstant((body as { now?: unknown } | undefined)?.now)
    if (ms === undefined) return c.json({ error: 'now: an ISO 8601 date or Unix milliseconds' }, 400)
    world.setNow(ms)
    return c.json({ now: new Date(world.now).toISOString() })
  })
  control.post('/reset', (c) => {
    world.reset()
    log.clear()
    overrides.clear()
    faults.replace([])
    return c.json({ now: new Date(world.now).toISOString() })
  })
  control.get('/requests', (c) => {
    const given = c.req.query('since')
    const since = given === undefined ? 0 : readInstant(given)
    if (since === undefined) return c.json({ error: 'since: an ISO 8601 date or Unix milliseconds' }, 400)
    return c.json(log.since(since))
  })
  control.get('/faults', (c) => c.json(faults.list()))
  control.post('/faults', async (c) => {
    try {
      faults.replace(readFaults(await readJson(c), prefixes))
      return c.json({ faults: faults.size })
    } catch (error) {
      return c.json({ error: error instanceof Error ? error.message : String(error) }, 400)
    }
  })
  control.put('/overrides', async (c) => {
    try {
      overrides.add(readOverrides(await readJson(c)))
      return c.json({ overrides: overrides.size })
    } catch (error) {
      return c.json({ error: error instanceof Error ? error.message : String(error) }, 400)
    }
  })
  control.delete('/overrides', (c) => {
    overrides.clear()
    return c.json({ overrides: 0 })
  })
  control.notFound((c) => c.json({ error: 'no such control route' }, 404))
  return control
}

function isYes(value: string | undefined): boolean {
  return value !== undefined && !/^(?:0|false|no|off)$/i.test(value)
}

async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    return undefined
  }
}

function readInstant(value: unknown): number | undefined {
  const ms =
    typeof value === 'number'
      ? value
      : typeof value === 'string'
        ? /^\d+$/.test(value)
          ? Number(value)
          : Date.parse(value)
        : NaN
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? ms : undefined
}
