import type { Account } from '../../../world/model.ts'
import type { World } from '../../../world/world.ts'

export type Access = 'read' | 'read-write'

export interface UserToken {
  token: string
  secret: string
  handle: string
  access: Access
}

/** The one developer app. Its owner's reads of what is its own are cheaper. */
export const APP = {
  id: '27000001',
  name: 'sandbox app',
  key: 'sandbox-app-key',
  secret: 'sandbox-app-secret',
  owner: 'oskar_fenwall',
} as const

/** The OAuth 2.0 client of the same app; the secret is for those who want a confidential one. */
export const CLIENT = { id: 'sandbox-client-id', secret: 'sandbox-client-secret' } as const

/** Everybody's pretend keys: of the app's owner, of the same account without the right to write, of a second one. */
export const USER_TOKENS: readonly UserToken[] = [
  {
    token: 'sandbox-owner-token',
    secret: 'sandbox-owner-token-secret',
    handle: APP.owner,
    access: 'read-write',
  },
  {
    token: 'sandbox-read-only-token',
    secret: 'sandbox-read-only-token-secret',
    handle: APP.owner,
    access: 'read',
  },
  {
    token: 'sandbox-second-token',
    secret: 'sandbox-second-token-secret',
    handle: 'ines_quillfen',
    access: 'read-write',
  },
]

/** Whose door it is: the account that owns the app. */
export function appOwner(world: World): Account {
  return world.accountByHandle(APP.owner)!
}

/** The credentials as `GET /_sandbox/world` names them. */
export function publishedCredentials(world: World, prefix: string) {
  const account = (handle: string) => ({ handle, user_id: world.accountByHandle(handle)!.id })
  return {
    note: 'Good for this sandbox only. Sign with any client of OAuth 1.0a, or fetch a token.',
    app: { api_key: APP.key, api_secret: APP.secret, owner: account(APP.owner) },
    oauth1: USER_TOKENS.map(({ token, secret, handle, access }) => ({
      access_token: token,
      access_token_secret: secret,
      access,
      account: account(handle),
    })),
    app_bearer: `POST ${prefix}/oauth2/token with the app's key and secret as Basic, grant_type=client_credentials`,
    oauth2: {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      authorize: `${prefix}/i/oauth2/authorize`,
      token: `${prefix}/2/oauth2/token`,
      revoke: `${prefix}/2/oauth2/revoke`,
      note: 'PKCE with S256; grants at once, as the owner or as login=HANDLE; redirects to loopback only',
    },
  }
}
