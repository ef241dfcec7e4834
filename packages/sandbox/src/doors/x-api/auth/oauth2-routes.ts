import type { Context, Hono } from 'hono'
import type { World } from '../../../world/world.ts'
import type { XApi } from '../x-api.ts'
import { APP, CLIENT } from './credentials.ts'
import { SCOPES } from './grants.ts'
import { sameText } from './verify.ts'

/** Where a browser on the same machine can be sent. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The routes at which tokens are fetched: the app's own, and users' by PKCE, granted without asking anybody. */
export function addOAuth2Routes(door: Hono, world: World, api: XApi): void {
  door.post('/oauth2/token', async (c) => {
    const form = await formOf(c)
    const basic = readBasic(c)
    const known = basic && sameText(basic.name, APP.key) && sameText(basic.password, APP.secret)
    if (!known) {
      const error = {
        code: 99,
        message: 'Unable to verify your credentials',
        label: 'authenticity_token_error',
      }
      return c.json({ errors: [error] }, 403)
    }
    if (form.get('grant_type') !== 'client_credentials') {
      const error = {
        code: 170,
        message: 'Missing required parameter: grant_type',
        label: 'forbidden_missing_parameter',
      }
      return c.json({ errors: [error] }, 403)
    }
    return c.json({ token_type: 'bearer', access_token: api.grants.appToken() })
  })

  door.get('/i/oauth2/authorize', (c) => {
    const query = (name: string) => c.req.query(name) ?? ''
    const account = world.accountByHandle(query('login') || APP.owner)
    const redirect = URL.canParse(query('redirect_uri')) ? new URL(query('redirect_uri')) : undefined
    const scopes = query('scope').split(/\s+/).filter(Boolean)
    const right: [name: string, right: boolean][] = [
      ['client_id', query('client_id') === CLIENT.id],
      ['redirect_uri', redirect?.protocol === 'http:' && LOOPBACK.test(redirect.hostname)],
      ['response_type', query('response_type') === 'code'],
      ['code_challenge_method', query('code_challenge_method') === 'S256'],
      ['code_challenge', /^[\w-]{43}$/.test(query('code_challenge'))],
      ['state', query('state') !== ''],
      ['scope', scopes.length > 0 && scopes.every((scope) => SCOPES.includes(scope))],
      ['login', account?.state === 'open' && world.accounts.includes(account)],
    ]
    const wrong = right.find(([, holds]) => !holds)?.[0]
    if (wrong || !account || !redirect) {
      return c.json(
        { error: 'invalid_request', error_description: `Value passed for ${wrong} was invalid.` },
        400,
      )
    }
    const grant = { account, scopes: new Set(scopes) }
    const code = api.grants.code(grant, query('code_challenge'), query('redirect_uri'), world.now)
    redirect.searchParams.set('state', query('state'))
    redirect.searchParams.set('code', code)
    return c.redirect(redirect.href, 302)
  })

  door.post('/2/oauth2/token', async (c) => {
    const form = await formOf(c)
    if (!isClient(c, form)) {
      return c.json(
        { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
        401,
      )
    }
    const value = (name: string) => form.get(name) ?? ''
    const grant = value('grant_type')
    const tokens =
      grant === 'authorization_code'
        ? api.grants.exchange(value('code'), value('code_verifier'), value('redirect_uri'), world.now)
        : grant === 'refresh_token'
          ? api.grants.refresh(value('refresh_token'), world.now)
          : undefined
    if (tokens) return c.json(tokens)
    const known = grant === 'authorization_code' || grant === 'refresh_token'
    return c.json(
      {
        error: known ? 'invalid_request' : 'unsupported_grant_type',
        error_description: known ? 'Value passed for the authorization code was invalid.' : 'Not supported',
      },
      400,
    )
  })

  door.post('/2/oauth2/revoke', async (c) => {
    const form = await formOf(c)
    if (!isClient(c, form)) return c.json({ error: 'unauthorized_client' }, 401)
    api.grants.revoke(form.get('token') ?? '')
    return c.json({ revoked: true })
  })
}

async function formOf(c: Context): Promise<URLSearchParams> {
  return new URLSearchParams(await c.req.text())
}

/** A public client names itself in the body, a confidential one by its secret. */
function isClient(c: Context, form: URLSearchParams): boolean {
  const basic = readBasic(c)
  if (basic) return sameText(basic.name, CLIENT.id) && sameText(basic.password, CLIENT.secret)
  return form.get('client_id') === CLIENT.id
}

function readBasic(c: Context): { name: string; password: string } | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (name === undefined || password === undefined) return undefined
  try {
    return { name: decodeURIComponent(name), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
