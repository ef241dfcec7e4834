import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { APP, CLIENT, USER_TOKENS } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Config, loadConfig } from '../../../config.ts'
import { createContext } from '../../create-context.ts'
import { callX } from '../call-x.ts'
import { openLogin, openUserToken } from './user-token.ts'

const REDIRECT = 'http://127.0.0.1:9/callback'
const folder = mkdtempSync(join(tmpdir(), 'x-md-login-'))
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let config: Config
beforeAll(async () => {
  sandbox = await startSandbox()
  config = configOf()
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' }))

const now = () => sandbox.world.now
function configOf(more: Record<string, string> = {}): Config {
  return loadConfig({
    X_API_BASE_URL: `${sandbox.url}/x-api`,
    X_AUTHORIZE_BASE_URL: `${sandbox.url}/x-api`,
    X_OAUTH2_CLIENT_ID: CLIENT.id,
    X_API_KEY: APP.key,
    X_API_KEY_SECRET: APP.secret,
    X_ACCESS_TOKEN: USER_TOKENS[0]!.token,
    X_ACCESS_TOKEN_SECRET: USER_TOKENS[0]!.secret,
    X_MD_DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    ...more,
  })
}
const loginOf = (of = config) => openLogin(of, now)!

async function comeBack(of = config) {
  const { oauth } = loginOf(of)
  const departure = await oauth.depart(REDIRECT)
  const answer = await fetch(departure.address, { redirect: 'manual' })
  return { oauth, departure, back: new URL(answer.headers.get('location')!) }
}

async function login(of = config) {
  const { oauth, departure, back } = await comeBack(of)
  const tokens = await oauth.arrive(back, REDIRECT, departure)
  await loginOf(of).file.write(tokens)
  return tokens
}

async function refreshes(): Promise<number> {
  const log = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as { path: string }[]
  return log.filter(({ path }) => path.endsWith('/2/oauth2/token')).length
}

async function bookmarks(of = config): Promise<number> {
  const { context, close } = createContext(of, { now })
  try {
    const id = sandbox.world.accountByHandle(APP.owner)!.id
    const { status } = await callX(context.x!, {
      by: 'test',
      endpoint: 'GET /2/users/{id}/bookmarks',
      call: { method: 'GET', path: `2/users/${id}/bookmarks`, auth: 'oauth2' },
      estimate: { kind: 'post', most: 100, owned: true },
    })
    return status
  } finally {
    await close()
  }
}

test.each(['', CLIENT.secret])(
  'a login by a client with the secret "%s" opens the bookmarks',
  async (secret) => {
    const of = configOf(secret ? { X_OAUTH2_CLIENT_SECRET: secret } : {})
    await login(of)
    expect(await bookmarks(of)).toBe(200)
  },
)

test('without one, bookmarks say what to run', async () => {
  await loginOf().file.remove()
  await expect(bookmarks()).rejects.toMatchObject({
    code: 'wrong_credentials_kind',
    message: expect.stringContaining('x-md login'),
  })
})

test('is kept where only its owner can read, whole, and leaves nothing beside it', async () => {
  await login()
  const { path } = loginOf().file
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(folder, 'data'))).toEqual(['x-login.json'])
  // Of another app, or another place, it is none.
  expect(await loginOf(configOf({ X_OAUTH2_CLIENT_ID: 'other' })).file.read()).toBeUndefined()
  expect(await loginOf(configOf({ X_API_BASE_URL: 'https://api.x.com' })).file.read()).toBeUndefined()
  for (const broken of ['', '{', '[]', '{"client":1}', 'null']) {
    writeFileSync(path, broken)
    expect(await loginOf().file.read()).toBeUndefined()
  }
  expect(openLogin(configOf({ X_MD_DATA_DIR: ':memory:' }), now)).toBeUndefined()
  expect(openLogin(configOf({ X_OAUTH2_CLIENT_ID: '' }), now)).toBeUndefined()
})

test('is renewed once for all who ask when it is about to end, and kept before it is used', async () => {
  const first = await login()
  const token = openUserToken(config, now)!
  expect(await token()).toBe(first.access)
  const before = await refreshes()
  sandbox.world.setNow(first.expiresAt - 30_000)
  const all = await Promise.all(Array.from({ length: 8 }, () => token()))
  expect(new Set(all).size).toBe(1)
  expect(all[0]).not.toBe(first.access)
  expect(await refreshes()).toBe(before + 1)
  const kept = await loginOf().file.read()
  expect([kept?.access, kept?.refresh === first.refresh]).toEqual([all[0], false])
  expect(await bookmarks()).toBe(200)
})

test('that another process renewed first is taken from there', async () => {
  const first = await login()
  sandbox.world.setNow(first.expiresAt)
  const mine = openUserToken(config, now)!
  const theirs = openUserToken(config, now)!
  const [a, b] = await Promise.all([mine(), theirs()])
  expect(a).toBeDefined()
  expect(b).toBe(a)
  expect(await mine()).toBe((await loginOf().file.read())?.access)
  expect(await theirs()).toBe(await mine())
})

test('that was ended is none', async () => {
  const first = await login()
  await loginOf().oauth.revoke(first.refresh!)
  sandbox.world.setNow(first.expiresAt)
  expect(await openUserToken(config, now)!()).toBeUndefined()
})

test('that cannot be kept is not used', async () => {
  const first = await login()
  const { path } = loginOf().file
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  writeFileSync(join(folder, 'plain'), '')
  const nowhere = configOf({ X_MD_DATA_DIR: join(folder, 'plain') })
  await expect(loginOf(nowhere).file.write(first)).rejects.toThrow()
  writeFileSync(path, text)
})

test.each<[string, (back: URL) => void]>([
  ['another state', (back) => back.searchParams.set('state', 'x')],
  ['no state', (back) => back.searchParams.delete('state')],
  ['another code', (back) => back.searchParams.set('code', 'x')],
  ['no code', (back) => back.searchParams.delete('code')],
  ['a refusal', (back) => back.searchParams.set('error', 'access_denied')],
])('who comes back with %s is not logged in', async (_, change) => {
  const { oauth, departure, back } = await comeBack()
  change(back)
  await expect(oauth.arrive(back, REDIRECT, departure)).rejects.toMatchObject({ name: 'XApiError' })
})

test('who comes back twice, or with another verifier, is not logged in', async () => {
  const { oauth, departure, back } = await comeBack()
  const { verifier } = (await comeBack()).departure
  await expect(oauth.arrive(back, REDIRECT, { ...departure, verifier })).rejects.toMatchObject({
    kind: 'bad_credentials',
  })
  await expect(oauth.arrive(back, REDIRECT, departure)).rejects.toMatchObject({ kind: 'bad_credentials' })
})

test('no token and no secret stands in an error', async () => {
  const of = configOf({ X_OAUTH2_CLIENT_SECRET: 'MARK-secret' })
  const errors: unknown[] = []
  for (const answer of [
    { status: 400, body: { error: 'invalid_request', error_description: 'MARK-said' } },
    { status: 500, body: 'MARK-said' },
    { status: 200, body: { access_token: 'MARK-access', token_type: 'odd' } },
    { status: 200, body: 'MARK-said' },
  ]) {
    await fetch(`${sandbox.url}/_sandbox/overrides`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: '/x-api/2/oauth2/token', ...answer }),
    })
    const refresh = loginOf(of).oauth.refresh('MARK-refresh')
    errors.push(await refresh.catch((error: unknown) => error))
  }
  expect(errors.map((error) => (error as Error).name)).toEqual(Array(4).fill('XApiError'))
  expect(inspect(errors, { depth: 20, showHidden: true })).not.toContain('MARK')
})

test('a secret goes unencrypted to this machine only', async () => {
  const of = configOf({ X_API_BASE_URL: 'http://api.example' })
  await expect(loginOf(of).oauth.refresh('x')).rejects.toMatchObject({ kind: 'unavailable' })
})
