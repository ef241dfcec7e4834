import { type Context, Hono } from 'hono'
import type { World } from '../../world/world.ts'
import { habitsOf } from '../habits.ts'
import { type Caller, permit, readCaller } from './auth/caller.ts'
import { APP, appOwner } from './auth/credentials.ts'
import { addOAuth2Routes } from './auth/oauth2-routes.ts'
import { addControlRoutes } from './control-routes.ts'
import { type Endpoint, endpointName } from './endpoint.ts'
import { ENDPOINTS } from './endpoints/endpoints.ts'
import { ID, Parameters } from './parameters.ts'
import {
  creditsDepleted,
  invalid,
  noSuchRoute,
  notEnrolled,
  Problem,
  spendCapReached,
  tooManyRequests,
  unauthorized,
  usageCapped,
} from './problem.ts'
import { readBody } from './read-body.ts'
import { inWordsOfPosts } from './vocabulary.ts'
import { XApi } from './x-api.ts'

const VERSION = '2.167'

/**
 * X's API v2 as far as 42 tools need it: signed requests, paid reads and writes, on the same world as the free
 * doors. `/_sandbox/x-api` switches its ways, `/_sandbox/billing` shows what everything cost.
 */
export function xApiDoor(world: World, prefix: string, control: Hono): Hono {
  const api = new XApi(world)
  const door = new Hono().basePath(prefix)
  door.use(async (_, next) => {
    api.sync()
    await next()
  })
  addOAuth2Routes(door, world, api)
  for (const endpoint of ENDPOINTS) door.on(endpoint.method, endpoint.path, (c) => respond(c, api, endpoint))
  door.notFound((c) => refuse(c, noSuchRoute(), { 'api-version': VERSION }))
  addControlRoutes(control, api, ENDPOINTS.map(endpointName))
  return door
}

async function respond(c: Context, api: XApi, endpoint: Endpoint): Promise<Response> {
  const headers: Record<string, string> = {
    'api-version': VERSION,
    'x-transaction-id': api.nextTransaction(),
  }
  try {
    const { json, form, upload } = await readBody(c.req.raw)
    // Nothing waits from here on, so that two requests at once cannot spend the same dollar.
    const { world, settings } = api
    const caller = readCaller(world, api.grants, api.nonces, {
      method: c.req.method,
      url: c.req.url,
      authorization: c.req.header('authorization') ?? '',
      form,
      wall: Date.now(),
      uptime: api.uptime,
    })
    if (!caller) throw unauthorized(settings.unauthorizedBody === 'code')
    if (!settings.enrolled) throw notEnrolled(APP.id)
    const also = endpoint.oauth1By && settings[endpoint.oauth1By]
    permit(caller, also ? ['oauth1', ...endpoint.auth] : endpoint.auth, endpoint)
    headers['x-access-level'] = accessOf(caller)

    const name = endpointName(endpoint)
    const viewer = caller.kind === 'app' ? undefined : caller.account
    const limit = { ...endpoint.limit, ...settings.rateLimits[name] }
    const verdict = api.limits.take(name, limit, viewer?.id, world.now)
    Object.assign(headers, verdict.headers)
    if (!verdict.allowed) throw tooManyRequests(settings.rateLimitBody === 'code')
    if (!endpoint.free) refuseUnpaid(api, endpoint)
    const path = c.req.param() as Record<string, string>
    refuseOddIds(path)

    const {
      status = 200,
      body,
      charges,
    } = endpoint.run({
      api,
      world,
      endpoint: name,
      caller,
      viewer,
      path,
      query: new Parameters(new URL(c.req.url).searchParams),
      json,
      upload: upload ?? (form.length > 0 ? { fields: new Map(form), file: undefined } : undefined),
      habits: habitsOf(c),
    })
    api.bill.charge(name, charges, world.now)
    const words = settings.vocabulary === 'post' ? inWordsOfPosts(body) : body
    return c.body(JSON.stringify(words), status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
    })
  } catch (error) {
    if (error instanceof Problem) return refuse(c, error, headers)
    throw error
  }
}

/** Throws a 400 for a path with something else where an id belongs. */
function refuseOddIds(path: Record<string, string>): void {
  for (const [name, value] of Object.entries(path)) {
    if (name.endsWith('id') && !ID.test(value)) {
      throw invalid(
        name,
        value,
        `The \`${name}\` query parameter value [${value}] does not match ${ID.source}`,
      )
    }
  }
}

function refuseUnpaid(api: XApi, endpoint: Endpoint): void {
  const account = appOwner(api.world).id
  switch (api.bill.block(api.settings, endpoint.readsPosts === true, api.world.now)) {
    case 'credits':
      throw creditsDepleted(api.settings.creditsBody === 'older', account)
    case 'spend-cap':
      throw spendCapReached()
    case 'usage-cap':
      throw usageCapped(account)
  }
}

function accessOf(caller: Caller): string {
  if (caller.kind === 'oauth1') return caller.access
  const writes = caller.kind === 'oauth2' && [...caller.scopes].some((scope) => scope.endsWith('.write'))
  return writes ? 'read-write' : 'read'
}

function refuse(c: Context, { status, body, gateway }: Problem, headers: Record<string, string>): Response {
  const type = gateway ? 'application/problem+json' : 'application/json; charset=utf-8'
  return c.body(JSON.stringify(body), status, { ...headers, 'content-type': type })
}
