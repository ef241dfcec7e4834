import { OAuth1 } from '@xdevplatform/xdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startXApi, type XApiSandbox } from '../testing/clients.ts'
import { hmacSignature, type Parameter, percentEncode, signatureBaseString } from './base-string.ts'
import { APP, CLIENT, USER_TOKENS } from './credentials.ts'

let sandbox: XApiSandbox
beforeAll(async () => {
  sandbox = await startXApi()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const { token, secret } = USER_TOKENS[0]!

/** The header of a request that is signed by hand. */
function signed(
  url: string,
  { age = 0, nonce = 'n1', method = 'GET', form = [] as Parameter[] } = {},
): string {
  const fields: Parameter[] = [
    ['oauth_consumer_key', APP.key],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(Math.floor(Date.now() / 1000) - age)],
    ['oauth_token', token],
    ['oauth_version', '1.0'],
  ]
  const base = signatureBaseString({ method, url, parameters: [...form, ...fields] })
  const all: Parameter[] = [...fields, ['oauth_signature', hmacSignature(base, APP.secret, secret)]]
  return `OAuth ${all.map(([name, value]) => `${name}="${percentEncode(value)}"`).join(', ')}`
}

const UNAUTHORIZED = {
  status: 401,
  type: 'application/problem+json',
  body: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' },
}

describe('a signed request', () => {
  const me = () => `${sandbox.prefix}/2/users/me`

  test('is known by its account, and told what its token may do', async () => {
    const answer = await sandbox.send('GET', me(), signed(me()))
    expect(answer).toMatchObject({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: { data: { username: 'oskar_fenwall', name: 'Oskar Fenwall' } },
    })
    expect(answer.headers.get('x-access-level')).toBe('read-write')
    expect(answer.headers.get('api-version')).toMatch(/^2\.\d+$/)
    expect(answer.headers.get('x-transaction-id')).toMatch(/^[0-9a-f]{1,16}$/)
    const readOnly = await sandbox.ask('GET', '/2/users/me', { who: 'read-only' })
    expect([readOnly.status, readOnly.headers.get('x-access-level')]).toEqual([200, 'read'])
    expect((await sandbox.ask('GET', '/2/users/me', { who: 'second' })).body.data.username).toBe(
      'ines_quillfen',
    )
  })

  test('is refused with a wrong signature, an old or early timestamp, a replayed nonce, or nothing at all', async () => {
    const wrong = signed(me()).replace(/oauth_signature="./, 'oauth_signature="%00')
    const refused = [
      wrong,
      signed(`${me()}?a=1`),
      signed(me(), { age: 301 }),
      signed(me(), { age: -330 }),
      '',
      'OAuth x',
    ]
    for (const header of refused) expect(await sandbox.send('GET', me(), header)).toMatchObject(UNAUTHORIZED)
    const once = signed(me(), { nonce: 'once' })
    expect((await sandbox.send('GET', me(), once)).status).toBe(200)
    expect(await sandbox.send('GET', me(), once)).toMatchObject(UNAUTHORIZED)
    expect((await sandbox.send('GET', me(), signed(me(), { nonce: 'twice' }))).status).toBe(200)
    const unpaid = await sandbox.bill()
    expect(unpaid.charges.map(({ endpoint }) => endpoint)).toEqual(['GET /2/users/me', 'GET /2/users/me'])
  })

  test('may be signed by the world’s clock, which those go by who read from it', async () => {
    const age = Math.floor((Date.now() - sandbox.world.now) / 1000)
    expect((await sandbox.send('GET', me(), signed(me(), { age }))).status).toBe(200)
    const earlier = signed(me(), { age: age + 330, nonce: 'n2' })
    expect(await sandbox.send('GET', me(), earlier)).toMatchObject(UNAUTHORIZED)
  })

  test('is refused in older words where these are asked for', async () => {
    await sandbox.settings({ unauthorizedBody: 'code' })
    const { status, body } = await sandbox.send('GET', me(), '')
    expect([status, body]).toEqual([401, { errors: [{ code: 32, message: 'Could not authenticate you.' }] }])
  })

  test('signs a form body and no other', async () => {
    const address = `${sandbox.prefix}/2/media/upload`
    const form: Parameter[] = [
      ['command', 'INIT'],
      ['media_type', 'image/png'],
      ['total_bytes', '5'],
      ['media_category', 'tweet_image'],
    ]
    const send = (header: string, body: BodyInit) =>
      fetch(address, { method: 'POST', headers: { authorization: header }, body })
    const body = () => new URLSearchParams(form.map(([name, value]): [string, string] => [name, value]))
    expect((await send(signed(address, { method: 'POST', form }), body())).status).toBe(200)
    expect((await send(signed(address, { method: 'POST', nonce: 'n2' }), body())).status).toBe(401)
    const multipart = new FormData()
    for (const [name, value] of form) multipart.set(name, value)
    expect((await send(signed(address, { method: 'POST', nonce: 'n3' }), multipart)).status).toBe(200)
  })

  test('is taken under any name of the host, which is signed too', async () => {
    const named = me().replace('127.0.0.1', 'localhost')
    expect((await sandbox.send('GET', named, signed(named))).status).toBe(200)
    expect((await sandbox.send('GET', named, signed(me(), { nonce: 'n2' }))).status).toBe(401)
  })
})

describe('permission', () => {
  test('a token that may only read reads, and writes nothing', async () => {
    const { status, body, type } = await sandbox.ask('POST', '/2/tweets', {
      who: 'read-only',
      json: { text: 'x' },
    })
    expect([status, type]).toEqual([403, 'application/json; charset=utf-8'])
    expect(body).toEqual({
      title: 'Forbidden',
      status: 403,
      detail:
        'Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.',
      type: 'https://api.twitter.com/2/problems/oauth1-permissions',
    })
  })

  test('bookmarks and counts refuse a signature, unless told otherwise', async () => {
    const bookmarks = `/2/users/${sandbox.account().id}/bookmarks`
    const refused = await sandbox.ask('GET', bookmarks)
    expect(refused).toMatchObject({
      status: 403,
      type: 'application/problem+json',
      body: {
        title: 'Unsupported Authentication',
        detail:
          'Authenticating with OAuth 1.0a User Context is forbidden for this endpoint.  Supported authentication types are [OAuth 2.0 User Context].',
        type: 'https://api.twitter.com/2/problems/unsupported-authentication',
        status: 403,
      },
    })
    expect(refused.headers.get('x-rate-limit-limit')).toBeNull()
    const counts = await sandbox.ask('GET', '/2/tweets/counts/recent?query=ferry')
    expect(counts.body.detail).toContain('Supported authentication types are [OAuth 2.0 Application-Only')
    await sandbox.settings({ bookmarksOauth1: true, countsOauth1: true })
    expect((await sandbox.ask('GET', bookmarks)).status).toBe(200)
    expect((await sandbox.ask('GET', '/2/tweets/counts/recent?query=ferry')).status).toBe(200)
  })

  test('an app outside any project gets client-not-enrolled', async () => {
    await sandbox.settings({ enrolled: false })
    const { status, body } = await sandbox.ask('GET', '/2/users/me')
    expect([status, body]).toMatchObject([403, { reason: 'client-not-enrolled', client_id: APP.id }])
  })
})

describe('tokens', () => {
  test('of the app: fetched with its keys, for what needs no user', async () => {
    const bearer = `Bearer ${await sandbox.appToken()}`
    const address = `${sandbox.prefix}/2/tweets/search/recent?query=from:NorrbyInstr`
    expect((await sandbox.send('GET', address, bearer)).status).toBe(200)
    const me = await sandbox.send('GET', `${sandbox.prefix}/2/users/me`, bearer)
    expect(me.body.detail).toContain('Authenticating with OAuth 2.0 Application-Only is forbidden')
    const wrong = await fetch(`${sandbox.prefix}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${APP.key}:nonsense`).toString('base64')}` },
      body: 'grant_type=client_credentials',
    })
    expect(wrong.status).toBe(403)
    expect((await sandbox.send('GET', address, 'Bearer nonsense')).status).toBe(401)
  })

  const redirect_uri = 'http://127.0.0.1:9/back'
  const verifier = 'a-verifier-that-is-long-enough-to-be-one-really'

  async function challenge(): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
    return Buffer.from(digest).toString('base64url')
  }

  async function authorize(change: Record<string, string> = {}) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri,
      scope: 'tweet.read users.read bookmark.read offline.access',
      state: 'st',
      code_challenge: await challenge(),
      code_challenge_method: 'S256',
      ...change,
    })
    return fetch(`${sandbox.prefix}/i/oauth2/authorize?${query}`, { redirect: 'manual' })
  }

  async function codeOf(answer: Response): Promise<string> {
    const target = new URL(answer.headers.get('location')!)
    expect(target.searchParams.get('state')).toBe('st')
    return target.searchParams.get('code')!
  }

  const tokens = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${sandbox.prefix}/2/oauth2/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ client_id: CLIENT.id, ...form }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const exchange = (code: string, more: Record<string, string> = {}) =>
    tokens({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier, ...more })

  test('of a user: by PKCE, with scopes, refreshed once, revoked', async () => {
    const code = await codeOf(await authorize())
    const { status, body } = await exchange(code)
    expect([status, body]).toMatchObject([200, { token_type: 'bearer', expires_in: 7200 }])
    expect((await exchange(code)).status).toBe(400)
    const bookmarks = `${sandbox.prefix}/2/users/${sandbox.account().id}/bookmarks`
    expect((await sandbox.send('GET', bookmarks, `Bearer ${body.access_token}`)).status).toBe(200)
    const tweets = `${sandbox.prefix}/2/tweets`
    const lacking = await sandbox.send('POST', tweets, `Bearer ${body.access_token}`, { text: 'x' })
    expect([lacking.status, lacking.body.detail]).toEqual([403, 'Your token lacks the scopes [tweet.write].'])

    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token! }
    const fresh = await tokens(refresh)
    expect(fresh.status).toBe(200)
    expect((await tokens(refresh)).status).toBe(400)
    expect((await sandbox.send('GET', bookmarks, `Bearer ${fresh.body.access_token}`)).status).toBe(200)
    await fetch(`${sandbox.prefix}/2/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: CLIENT.id, token: fresh.body.access_token! }),
    })
    expect((await sandbox.send('GET', bookmarks, `Bearer ${fresh.body.access_token}`)).status).toBe(401)
  })

  test('of another account, for a confidential client, until they expire', async () => {
    const code = await codeOf(await authorize({ login: 'ines_quillfen' }))
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
    const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier }
    const { body } = await tokens(form, { authorization: `Basic ${basic}` })
    const me = () => sandbox.send('GET', `${sandbox.prefix}/2/users/me`, `Bearer ${body.access_token}`)
    expect((await me()).body.data.username).toBe('ines_quillfen')
    await sandbox.control('now', { now: sandbox.world.now + 7_201_000 })
    expect((await me()).status).toBe(401)
  })

  test('are not given for a wrong verifier, client, redirect, scope or an old code', async () => {
    const wrong: Record<string, string>[] = [
      { client_id: 'other' },
      { redirect_uri: 'https://harbour.example/back' },
      { redirect_uri: 'http://harbour.example/back' },
      { response_type: 'token' },
      { scope: 'everything' },
      { state: '' },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
      { login: 'freecoinz_4471' },
    ]
    for (const change of wrong) expect((await authorize(change)).status).toBe(400)
    expect((await exchange(await codeOf(await authorize()), { code_verifier: 'x'.repeat(50) })).status).toBe(
      400,
    )
    expect((await exchange(await codeOf(await authorize()), { client_id: 'other' })).status).toBe(401)
    expect(
      (await exchange(await codeOf(await authorize()), { redirect_uri: 'http://127.0.0.1:8/' })).status,
    ).toBe(400)
    const late = await codeOf(await authorize())
    await sandbox.control('now', { now: sandbox.world.now + 31_000 })
    expect((await exchange(late)).status).toBe(400)
  })
})

test('the world names all credentials, and the accounts that they belong to', async () => {
  const { x_api } = (await sandbox.control('world')) as unknown as {
    x_api: {
      app: { api_key: string; api_secret: string; owner: { user_id: string } }
      oauth1: { access_token: string; access_token_secret: string; account: { user_id: string } }[]
    }
  }
  for (const { access_token, access_token_secret, account } of x_api.oauth1) {
    const signer = new OAuth1({
      apiKey: x_api.app.api_key,
      apiSecret: x_api.app.api_secret,
      callback: 'oob',
      accessToken: access_token,
      accessTokenSecret: access_token_secret,
    })
    const me = `${sandbox.prefix}/2/users/me`
    const { body } = await sandbox.send('GET', me, await signer.buildRequestHeader('GET', me))
    expect(body.data.id).toBe(account.user_id)
  }
})
