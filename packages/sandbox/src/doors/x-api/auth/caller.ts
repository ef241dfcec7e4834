import type { Account } from '../../../world/model.ts'
import type { World } from '../../../world/world.ts'
import type { AuthKind, Endpoint } from '../endpoint.ts'
import { Problem, readOnlyToken, unsupportedAuthentication } from '../problem.ts'
import { readAuthorization } from './authorization.ts'
import type { Parameter } from './base-string.ts'
import { type Access, APP, USER_TOKENS } from './credentials.ts'
import type { Grants } from './grants.ts'
import type { Nonces } from './nonces.ts'
import { TIMESTAMP_WINDOW_MS, verify } from './verify.ts'

export type Caller =
  | { kind: 'oauth1'; account: Account; access: Access }
  | { kind: 'oauth2'; account: Account; scopes: ReadonlySet<string> }
  | { kind: 'app' }

/** X's own words for the ways to authenticate. */
const AUTH_NAMES: Readonly<Record<AuthKind, string>> = {
  oauth1: 'OAuth 1.0a User Context',
  oauth2: 'OAuth 2.0 User Context',
  app: 'OAuth 2.0 Application-Only',
}

export interface Presented {
  method: string
  url: string
  authorization: string
  form: readonly Parameter[]
  /** Unix milliseconds. */
  wall: number
  /** Milliseconds since the door was opened, which only go on. */
  uptime: number
}

/**
 * Who sends a request, or undefined for nobody. Timestamps are good by the real clock, or by the world's, which
 * stands still while those who read from it go on.
 */
export function readCaller(
  world: World,
  grants: Grants,
  nonces: Nonces,
  { authorization, wall, uptime, ...request }: Presented,
): Caller | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
  if (bearer !== undefined) {
    if (grants.isAppToken(bearer)) return { kind: 'app' }
    const session = grants.session(bearer, world.now)
    return session && { kind: 'oauth2', ...session }
  }
  const header = readAuthorization(authorization)
  if (!header) return undefined
  const verified = verify({
    ...request,
    header,
    keysOf: (key, token) => {
      const known = key === APP.key ? USER_TOKENS.find((one) => one.token === token) : undefined
      return known && { consumerSecret: APP.secret, tokenSecret: known.secret }
    },
    nonces,
    clocks: [
      [wall - TIMESTAMP_WINDOW_MS, wall + TIMESTAMP_WINDOW_MS],
      [world.now - TIMESTAMP_WINDOW_MS, world.now + uptime + TIMESTAMP_WINDOW_MS],
    ],
  })
  if ('flaw' in verified) return undefined
  const { handle, access } = USER_TOKENS.find(({ token }) => token === verified.token)!
  return { kind: 'oauth1', account: world.accountByHandle(handle)!, access }
}

/** Throws where a caller is known, and may not do this. */
export function permit(caller: Caller, auth: readonly AuthKind[], { method, scopes }: Endpoint): void {
  if (!auth.includes(caller.kind)) {
    throw unsupportedAuthentication(
      AUTH_NAMES[caller.kind],
      auth.map((kind) => AUTH_NAMES[kind]),
    )
  }
  if (caller.kind === 'oauth1' && method !== 'GET' && caller.access === 'read') throw readOnlyToken()
  if (caller.kind !== 'oauth2') return
  const lacking = scopes.filter((scope) => !caller.scopes.has(scope))
  if (lacking.length === 0) return
  throw new Problem(403, {
    title: 'Forbidden',
    detail: `Your token lacks the scopes [${lacking.join(', ')}].`,
    type: 'about:blank',
    status: 403,
  })
}
