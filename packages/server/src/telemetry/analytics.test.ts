import { setTimeout as wait } from 'node:timers/promises'
import { loadConfig } from '@x-md/core/config.ts'
import { ApiKeys } from '@x-md/core/stores/api-keys.ts'
import { SqliteStore } from '@x-md/core/stores/sqlite-store.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { type Service, startService } from '../testing.ts'
import { Analytics } from './analytics.ts'
import { callerIds } from './caller-ids.ts'
import { startPostHog } from './testing.ts'

const TOKEN = 'phc_project'
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(env: Record<string, string> = {}, answer: { status?: number; hangs?: boolean } = {}) {
  const posthog = await startPostHog(answer)
  const settings = {
    POSTHOG_PROJECT_TOKEN: TOKEN,
    POSTHOG_HOST: posthog.url,
    NODE_ENV: 'production',
    X_MD_ADMIN_TOKEN: 'a-long-admin-token',
    X_MD_METRICS: 'true',
    ...env,
  }
  const service = await startService(settings, {
    // The token of a store is only what pseudonyms are made with here.
    store: new SqliteStore(':memory:', { now: Date.now }),
  })
  closing.push(posthog.close, () => service.close())
  const completed = (count: number) =>
    vi.waitFor(() => expect(posthog.events('request_completed')).toHaveLength(count), 10_000)
  return { service, posthog, completed }
}
const read = async ({ get }: Service, path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await get(path, headers, method)
  await answer.text()
  return answer.status
}

test('every read is told, with its route and outcome', async () => {
  const { service, posthog, completed } = await start()
  await read(service, '/jack/status/20')
  await read(service, '/jack/status/20')
  await completed(2)
  expect(posthog.batches.every(({ path, api_key }) => path === '/batch/' && api_key === TOKEN)).toBe(true)
  const [first, second] = posthog.events('request_completed')
  expect(first).toMatchObject({
    distinct_id: 'anonymous',
    properties: {
      route: '/:handle/status/:id',
      method: 'GET',
      status: 200,
      duration_ms: expect.any(Number),
      cache: 'miss',
      key_status: 'anonymous',
      access: 'public',
      degraded: false,
      $process_person_profile: false,
      $geoip_disable: true,
    },
  })
  expect(first?.properties).not.toHaveProperty('caller_id')
  expect(second?.properties.cache).toBe('hit')
  expect(posthog.events('request_failed')).toEqual([])
})

test('a failure is told in the same batch, by the names of its kind', async () => {
  const { service, posthog, completed } = await start()
  expect(await read(service, '/api/v1/posts?url=nope')).toBe(400)
  await completed(1)
  const names = posthog.batches
    .map(({ batch }) => batch.map(({ event }) => event))
    .find((batch) => batch.includes('request_failed'))
  expect(names?.filter((name) => name !== 'endpoint_called')).toEqual(['request_completed', 'request_failed'])
  expect(posthog.events('request_failed')[0]?.properties).toMatchObject({
    route: '/api/v1/posts',
    status: 400,
    error_class: 'XmdError',
    error_code: 'invalid_url',
  })
})

test('of frequent events one in ten is kept, and says so', async () => {
  const { service, posthog, completed } = await start()
  for (let read = 0; read < 31; read++) await (await service.get('/jack/status/20')).text()
  await completed(31)
  expect(posthog.events('cache_hit')).toHaveLength(3)
  expect(posthog.events('cache_miss').length).toBeLessThanOrEqual(1)
  const arrivals = posthog.events('endpoint_called')
  expect(arrivals.length).toBeGreaterThanOrEqual(3)
  expect(arrivals.length).toBeLessThanOrEqual(4)
  for (const { properties } of [...posthog.events('cache_hit'), ...arrivals]) {
    expect(properties).toMatchObject({ route: '/:handle/status/:id', sample_rate: 0.1 })
  }
})

test('which of ten is kept is up to chance, once for a process', async () => {
  const { service, posthog } = await start({ NODE_ENV: 'test' })
  const project = { token: TOKEN, host: posthog.url }
  const analytics = new Analytics(service.context, { ...project, phase: () => 3 })
  const close = () => analytics.close()
  const telemetry = { metrics: undefined, observers: [analytics], tracing: undefined, close }
  const app = createApp(service.context, { publicUrl: () => 'https://x.example', telemetry })
  const kept: number[] = []
  for (let turn = 0; turn < 25; turn++) {
    const before = posthog.events('endpoint_called').length
    await app.request('/docs')
    await close()
    if (posthog.events('endpoint_called').length > before) kept.push(turn)
  }
  expect(kept).toEqual([3, 13, 23])
})

test('no event holds what was asked for, from where, or a key', async () => {
  const { service, posthog, completed } = await start({
    KV_REST_API_TOKEN: 'a-redis-token',
    // The address of the caller is then one that a text cannot hold by chance.
    X_MD_TRUSTED_PROXIES: '127.0.0.1',
  })
  const keys = new ApiKeys(service.context.store, { now: service.context.now })
  const { key, secret } = await keys.create({ label: 'a-private-label', limitPer15m: 60 })
  const caller = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'a-private-agent' }
  const bearer = { ...caller, authorization: `Bearer ${secret}` }
  for (let turn = 0; turn < 10; turn++) {
    await read(service, '/search?q=a-private-word', bearer)
    await read(service, '/jack/status/20?note=a-private-word', bearer)
    await read(service, '/jack/status/a-private-word', caller)
    await read(service, '/a-private-word/a-private-word', caller)
  }
  await completed(40)
  expect(posthog.events('endpoint_called').length).toBeGreaterThan(0)
  const text = posthog.batches.map((batch) => batch.text).join('\n')
  expect(text).not.toMatch(/private|jack|203\.0\.113|127\.0\.0\.1|a-redis-token|a-long-admin/)
  for (const part of [secret, secret.slice(4, 20), key.id]) expect(text).not.toContain(part)

  const of = (access: string) =>
    posthog.events('request_completed').filter(({ properties }) => properties.access === access)
  const [held] = of('key')
  expect(held?.distinct_id).toMatch(/^key_[0-9a-f]{32}$/)
  expect(of('key')).toHaveLength(20)
  for (const { distinct_id, properties } of of('key')) {
    expect([distinct_id, properties.caller_id, properties.key_status]).toEqual([
      held?.distinct_id,
      held?.distinct_id,
      'valid',
    ])
  }
  const callers = new Set(of('public').map(({ properties }) => properties.caller_id))
  expect([...callers]).toEqual([expect.stringMatching(/^ip_[0-9a-f]{32}$/)])
})

test('the keeper, its machinery and preflights are not told', async () => {
  const { service, posthog, completed } = await start()
  await read(service, '/api/admin/keys', { authorization: 'Bearer a-long-admin-token' })
  await read(service, '/api/admin/keys')
  await read(service, '/healthz')
  await read(service, '/metrics')
  await read(service, '/jack/status/20', {}, 'OPTIONS')
  await read(service, '/docs')
  await completed(1)
  await wait(50)
  expect([...new Set(posthog.events().map(({ properties }) => properties.route))]).toEqual(['/docs'])
})

test.each([
  ['is not in production', { NODE_ENV: 'development' }],
  ['is a preview', { NODE_ENV: 'production', VERCEL_ENV: 'preview' }],
  ['has no token', { POSTHOG_PROJECT_TOKEN: '' }],
  ['has no host', { POSTHOG_HOST: '' }],
])('nothing is sent by a service that %s', async (_, env) => {
  const { service, posthog } = await start(env)
  for (let turn = 0; turn < 12; turn++) await read(service, '/jack/status/20')
  await wait(100)
  expect(posthog.batches).toEqual([])
})

test('the names that Vercel gives the settings will do', async () => {
  const { service, posthog } = await start({ NODE_ENV: '', POSTHOG_PROJECT_TOKEN: '', POSTHOG_HOST: '' })
  const other = await startService({
    NEXT_PUBLIC_POSTHOG_PROJECT_TOKEN: 'phc_other',
    NEXT_PUBLIC_POSTHOG_HOST: posthog.url,
    VERCEL_ENV: 'production',
  })
  closing.push(() => other.close())
  await read(service, '/docs')
  await read(other, '/docs')
  await vi.waitFor(() => expect(posthog.events('request_completed')).toHaveLength(1))
  expect(posthog.batches.map(({ api_key }) => api_key)).toContain('phc_other')
})

test.each([
  ['refuses', { status: 401 }],
  ['fails', { status: 500 }],
])('PostHog that %s changes no answer, and says nothing on stderr', async (_, answer) => {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { service, posthog } = await start({}, answer)
  for (let turn = 0; turn < 5; turn++) expect(await read(service, '/jack/status/20')).toBe(200)
  await vi.waitFor(() => expect(posthog.events('request_completed')).toHaveLength(5))
  await wait(50)
  expect(stderr).not.toHaveBeenCalled()
  stderr.mockRestore()
})

test('PostHog that hangs holds up no answer', async () => {
  const { service } = await start({}, { hangs: true })
  await read(service, '/jack/status/20')
  const started = performance.now()
  for (let turn = 0; turn < 50; turn++) await read(service, '/jack/status/20')
  expect(performance.now() - started).toBeLessThan(2500)
})

test('what waits is sent before the service ends', async () => {
  const posthog = await startPostHog()
  closing.push(posthog.close)
  const service = await startService({
    POSTHOG_PROJECT_TOKEN: TOKEN,
    POSTHOG_HOST: posthog.url,
    NODE_ENV: 'production',
  })
  await read(service, '/docs')
  await service.close()
  expect(posthog.events('request_completed')).toHaveLength(1)
})

test('pseudonyms: of a key by the project, of an address by the day and the secret', () => {
  const config = loadConfig({ UPSTASH_REDIS_REST_TOKEN: 'one' })
  const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
  const call = { keyId: undefined, address: '203.0.113.77', now: at('2026-11-30') }
  const of = callerIds(TOKEN, config)
  expect(of(call)).toEqual(of({ ...call, now: at('2026-11-30') + 1 }))
  expect(of(call).distinctId).toBe('anonymous')
  const others = [
    of({ ...call, now: at('2026-12-01') }),
    of({ ...call, address: '203.0.113.78' }),
    callerIds(TOKEN, loadConfig({ KV_REST_API_TOKEN: 'two' }))(call),
  ]
  for (const other of others) expect(other.callerId).not.toBe(of(call).callerId)
  expect(callerIds(TOKEN, loadConfig({}))(call)).toEqual({ distinctId: 'anonymous', callerId: undefined })

  const held = { ...call, keyId: '0123456789ab' }
  expect(of(held)).toEqual(of({ ...held, now: at('2026-12-01') }))
  expect(callerIds('phc_other', config)(held).distinctId).not.toBe(of(held).distinctId)
})
