import { Hono, type MiddlewareHandler } from 'hono'
import { controlRoutes } from './control/control.ts'
import { Overrides } from './control/overrides.ts'
import { RequestLog } from './control/request-log.ts'
import { DOORS } from './doors/doors.ts'
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
  const app = new Hono()

  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/', (c) => c.text(INDEX))
  app.route('/_sandbox', controlRoutes(world, log, overrides))
  for (const { prefix, open } of DOORS) {
    const door = open(world, prefix)
    // What stands before every door, from the outside in: the log, exact answers, and later the faults.
    app.use(`${prefix}/*`, logged(log), overridden(overrides))
    app.all(`${prefix}/*`, (c) => door.fetch(c.req.raw, c.env))
  }
  app.notFound((c) => c.text(`Nothing here.\n\n${INDEX}`, 404))
  return { app, world }
}

function logged(log: RequestLog): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { pathname, search } = new URL(c.req.url)
    log.add({ method: c.req.method, path: pathname + search, status: c.res.status, at: Date.now() })
  }
}

function overridden(overrides: Overrides): MiddlewareHandler {
  return async (c, next) => overrides.take(c.req.method, c.req.url) ?? (await next())
}

const INDEX = `x.md sandbox: X on loopback. Nothing here is real but post 20.

Doors
${DOORS.map(({ prefix, about }) => `  ${prefix.padEnd(12)} ${about}`).join('\n')}

Control
  GET    /_sandbox/world      an example of every kind of post, and the accounts
  POST   /_sandbox/now        {"now": "2026-11-01T12:00:00Z"} sets the world's clock
  POST   /_sandbox/reset      clock, requests and overrides as at the start
  GET    /_sandbox/requests   ?since= what the doors were asked
  PUT    /_sandbox/overrides  {"path", "status", "headers", "body", "times"} an exact answer on any door path
  DELETE /_sandbox/overrides
  GET    /healthz
`
