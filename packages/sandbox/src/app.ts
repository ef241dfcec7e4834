import { Hono, type MiddlewareHandler } from 'hono'
import { controlRoutes } from './control/control.ts'
import { Overrides } from './control/overrides.ts'
import { RequestLog } from './control/request-log.ts'
import { DOORS } from './doors/doors.ts'
import { Faults } from './faults/faults.ts'
import { struckBy } from './faults/strike.ts'
import { World, type WorldOptions } from './world/world.ts'

/**
 * The sandbox without a socket: the world, and one Hono app that holds every door and the control routes.
 * @example const { app, world } = createSandbox({ seed: 7 })
 * await app.request('/fxtwitter/2/status/20', { headers: { 'user-agent': 'test' } })
 */
export function createSandbox(options: WorldOptions = {}): { app: Hono; world: World } {
  const world = new World(options)
  const log = new RequestLog()
  const overrides = new Overrides()
  const faults = new Faults(world.seed)
  const app = new Hono()

  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/', (c) => c.text(INDEX))
  const control = controlRoutes(world, log, overrides, faults)
  for (const door of DOORS) {
    const { prefix } = door
    const opened = door.open(world, prefix, control)
    // What stands before every door, from the outside in: the log, exact answers, faults.
    app.use(`${prefix}/*`, logged(log), overridden(overrides), struckBy(faults, door))
    app.all(`${prefix}/*`, (c) => opened.fetch(c.req.raw, c.env))
  }
  app.route('/_sandbox', control)
  app.notFound((c) => c.text(`Nothing here.\n\n${INDEX}`, 404))
  return { app, world }
}

function logged(log: RequestLog): MiddlewareHandler {
  return async (c, next) => {
    const { url, method } = c.req
    const entry = { method, path: url.slice(url.indexOf('/', HOST_AT)), status: 0, at: Date.now() }
    log.add(entry)
    await next()
    entry.status = c.res.status
  }
}

function overridden(overrides: Overrides): MiddlewareHandler {
  return async (c, next) => overrides.take(c.req.method, c.req.url) ?? (await next())
}

/** Where the host stands in an address, at the earliest: after http://. */
const HOST_AT = 7

const INDEX = `x.md sandbox: X on loopback. Nothing here is real but post 20.

Doors
${DOORS.map(({ prefix, about }) => `  ${prefix.padEnd(12)} ${about}`).join('\n')}

Control
  GET    /_sandbox/world      an example of every kind of post, and the accounts
  GET    /_sandbox/world/timelines/{handle}, /search?q=, /connections/{handle}/followers   whole lists
  GET    /_sandbox/archive/{handle}.zip   the archive that X would give an account of what it has written
  POST   /_sandbox/now        {"now": "2026-11-01T12:00:00Z"} sets the world's clock
  POST   /_sandbox/reset      clock, requests, overrides, faults and everything that was written
  GET    /_sandbox/billing    what each request to /x-api cost, and what is left
  GET    /_sandbox/x-api      how /x-api behaves; POST changes it: plan, credits, caps, limits, words
  GET    /_sandbox/requests   ?since= what the doors were asked
  POST   /_sandbox/faults     [{"kind", "door", "path", "rate", "count", …}] what goes wrong; [] ends it
  GET    /_sandbox/faults     the list, with how often each struck
  PUT    /_sandbox/overrides  {"path", "status", "headers", "body", "times"} an exact answer on any door path
  DELETE /_sandbox/overrides
  GET    /healthz
`
