import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

const TOKEN = 'an-admin-token-of-some-length'
let service: Service
beforeAll(async () => {
  service = await startService({
    X_MD_RATE_LIMITS: 'true',
    X_MD_TRUSTED_PROXIES: '127.0.0.1,::1',
    X_MD_ADMIN_TOKEN: TOKEN,
  })
})
afterAll(() => service.close())

const POST = '/api/v1/posts?handle=jack&id=20&thread=off'
const from = (ip: string, headers: Record<string, string> = {}) => ({ 'x-forwarded-for': ip, ...headers })

async function admin(method: string, body?: object, path = '/api/admin/keys') {
  const answer = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${TOKEN}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe('limits', () => {
  test('every answer tells what is left, in both forms', async () => {
    const { headers } = await service.get(POST, from('192.0.2.1'))
    expect(headers.get('ratelimit-policy')).toBe('"api-ip";q=600;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"api-ip";r=599;t=\d+$/)
    expect(headers.get('ratelimit-limit')).toBe('600')
    expect(headers.get('ratelimit-remaining')).toBe('599')
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    const cached = await service.get(POST, from('192.0.2.1'))
    expect(cached.headers.get('x-cache')).toBe('HIT')
    expect(cached.headers.get('ratelimit-remaining')).toBe('598')
    expect((await service.get('/api/v1/posts', from('192.0.2.1'))).headers.get('ratelimit-remaining')).toBe(
      '597',
    )
    expect((await service.get('/no/such', from('192.0.2.1'))).headers.has('ratelimit')).toBe(false)
  })
  test('OPTIONS and refused methods tell the policy only', async () => {
    for (const method of ['OPTIONS', 'POST']) {
      const { headers } = await service.get(POST, {}, method)
      expect(headers.get('ratelimit-policy')).toBe('"api-ip";q=600;w=60')
      expect(headers.has('ratelimit')).toBe(false)
    }
  })
  test('the 601st call of a minute is refused, and told when to come back', async () => {
    const statuses: number[] = []
    let last: Response | undefined
    for (let n = 0; n < 700; n++) {
      last = await service.get(POST, from('192.0.2.9'))
      await last.arrayBuffer()
      statuses.push(last.status)
      // A window may end meanwhile, and then nothing is refused in this one.
      if (last.status === 429) break
    }
    expect(statuses.length).toBeGreaterThan(600)
    const refused = await service.get(POST, from('192.0.2.9'))
    if (refused.status === 429) {
      expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/)
      expect(refused.headers.get('cache-control')).toBe('no-store')
      const problem = (await refused.json()) as { code: string; retry_after: number }
      expect(problem.code).toBe('rate_limited')
      expect(refused.headers.get('retry-after')).toBe(String(problem.retry_after))
      expect(refused.headers.get('ratelimit')).toBe(`"api-ip";r=0;t=${problem.retry_after}`)
    }
    expect((await service.get(POST, from('192.0.2.10'))).status).toBe(200)
  })
})

describe('who calls', () => {
  const leftTo = async (headers: Record<string, string>) =>
    Number((await service.get(POST, headers)).headers.get('ratelimit-remaining'))
  test('is said by trusted proxies only, and by the last word that they wrote', async () => {
    expect(await leftTo(from('198.51.100.1'))).toBe(599)
    expect(await leftTo(from('203.0.113.77, 198.51.100.1'))).toBe(598)
    expect(
      await leftTo(from('198.51.100.1', { 'x-real-ip': '203.0.113.78', forwarded: 'for=203.0.113.79' })),
    ).toBe(597)
  })
  test('is the network for IPv6, in which one caller has every address', async () => {
    expect(await leftTo(from('2001:db8:1:2::1'))).toBe(599)
    expect(await leftTo(from('2001:DB8:1:2:aaaa:bbbb:cccc:dddd'))).toBe(598)
    expect(await leftTo(from('2001:db8:1:3::1'))).toBe(599)
    expect(await leftTo(from('::ffff:198.51.100.40'))).toBe(599)
    expect(await leftTo(from('198.51.100.40'))).toBe(598)
  })
  test('without a trusted proxy is the socket, whatever is claimed', async () => {
    const plain = await startService({ X_MD_RATE_LIMITS: 'true' })
    const remaining: string[] = []
    for (const ip of ['192.0.2.1', '192.0.2.2']) {
      const { headers } = await plain.get(POST, from(ip, { 'x-real-ip': ip }))
      remaining.push(headers.get('ratelimit-remaining') as string)
    }
    expect(remaining).toEqual(['599', '598'])
    await plain.close()
  })
})

describe('keys', () => {
  test('are made, used, disabled, rotated and ended; a secret is told once', async () => {
    const made = await admin('POST', { label: 'A reader', limitPer15m: 7 })
    expect(made.status).toBe(201)
    const { key, secret } = made.body as { key: { id: string }; secret: string }
    expect(secret).toMatch(/^xmd_[0-9a-f]{48}$/)
    expect(key).toMatchObject({ label: 'A reader', limitPer15m: 7, disabled: false })
    expect(JSON.stringify((await admin('GET')).body)).not.toContain(secret.slice(4))
    const ask = (bearer: string) => service.get(POST, { authorization: `Bearer ${bearer}` })

    const answer = await ask(secret)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-api-key-status')).toBe('valid')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('cdn-cache-control')).toBe('no-store')

    expect((await admin('PATCH', { id: key.id, disabled: true })).body).toMatchObject({
      key: { disabled: true },
    })
    await expect.poll(async () => (await ask(secret)).status, { timeout: 8_000, interval: 500 }).toBe(401)
    await admin('PATCH', { id: key.id, disabled: false })
    const rotated = (await admin('PATCH', { id: key.id, rotate: true })).body as { secret: string }
    expect((await ask(rotated.secret)).headers.get('x-api-key-status')).toBe('valid')
    const old = await ask(secret)
    expect([old.status, ((await old.json()) as { code: string }).code]).toEqual([401, 'invalid_key'])
    expect(old.headers.get('x-api-key-status')).toBe('invalid')
    expect(old.headers.get('www-authenticate')).toBe('Bearer')
    expect(old.headers.has('ratelimit')).toBe(false)

    expect((await admin('DELETE', { id: key.id })).body).toEqual({ deleted: true, id: key.id })
    expect((await admin('DELETE', { id: key.id })).status).toBe(404)
    expect((await admin('GET')).body).toMatchObject({ keys: [] })
  })
  test('an answer without one says so, and other schemes are none', async () => {
    for (const headers of [{}, { authorization: 'Basic YTpi' }]) {
      const answer = await service.get(POST, headers)
      expect([answer.status, answer.headers.get('x-api-key-status')]).toEqual([200, 'anonymous'])
    }
    const bad = await service.get(POST, { authorization: 'Bearer xmd_nothing' })
    expect([bad.status, bad.headers.get('x-api-key-status')]).toEqual([401, 'invalid'])
  })
  test('a private service answers key holders and preview readers only', async () => {
    const own = await startService({
      X_MD_REQUIRE_API_KEY: 'true',
      X_MD_RATE_LIMITS: 'true',
      X_MD_ADMIN_TOKEN: TOKEN,
    })
    const refused = await own.get(POST)
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, 'unauthorized'])
    expect([refused.headers.get('ratelimit-policy'), refused.headers.get('ratelimit')]).toEqual([
      '"api-ip";q=600;w=60',
      null,
    ])
    expect((await own.get('/jack/status/20', { 'user-agent': 'Discordbot/2.0' })).status).toBe(200)
    const made = await fetch(`${own.url}/api/admin/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    const { secret } = (await made.json()) as { secret: string }
    expect((await own.get(POST, { authorization: `bearer ${secret}` })).status).toBe(200)
    await own.close()
  })
})

describe('the admin API', () => {
  test('is closed without a token, and opens to nothing else', async () => {
    const closed = await startService()
    const answer = await closed.get('/api/admin/keys', { authorization: `Bearer ${TOKEN}` })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      503,
      'admin_unconfigured',
    ])
    await closed.close()
    for (const authorization of ['', 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
      const refused = await service.get('/api/admin/keys', authorization ? { authorization } : {})
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        401,
        'unauthorized',
      ])
    }
  })
  test.each([
    ['POST', { limitPer15m: -1 }, 'invalid_option'],
    ['POST', { label: 'a', colour: 'red' }, 'invalid_option'],
    ['POST', [], 'invalid_option'],
    ['PATCH', {}, 'invalid_option'],
    ['PATCH', { id: '../../x' }, 'invalid_option'],
    ['PATCH', { id: '0123456789ab', label: 'x' }, 'not_found'],
    ['PUT', {}, 'method_not_allowed'],
  ])('%s %j is %s', async (method, body, code) => {
    const answer = await admin(method, body)
    expect(answer.body).toMatchObject({ code })
    if (code === 'method_not_allowed')
      expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, PATCH, DELETE')
  })
  test('a body that is no JSON, or too large, is refused', async () => {
    for (const body of ['{', '\xff', 'x'.repeat(70_000)]) {
      const answer = await fetch(`${service.url}/api/admin/keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body,
      })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'invalid_body'])
    }
  })
})

describe('the pool', () => {
  test('tells how the accounts are shared, and takes a setting', async () => {
    const { status, body } = await admin('GET', undefined, '/api/admin/pool')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      xCapPerAccount: 50,
      headroom: 0.2,
      perAccountBudget: 40,
      windowSec: 900,
      activeAccounts: 0,
      poolPer15m: 0,
      share: { capacity: 0, idleReleaseMinutes: 60 },
    })
    const changed = await admin('PATCH', { idleReleaseMinutes: 30 }, '/api/admin/pool')
    expect(changed.body).toMatchObject({ share: { idleReleaseMinutes: 30 } })
    for (const idleReleaseMinutes of [14, 1441, 20.5, '60'])
      expect((await admin('PATCH', { idleReleaseMinutes }, '/api/admin/pool')).body).toMatchObject({
        code: 'invalid_option',
      })
  })
  test('upstream tells the sources in their order', async () => {
    const { body } = await admin('GET', undefined, '/api/admin/upstream')
    expect(body).toMatchObject({
      providers: [{ name: 'fxtwitter', paid: false }, { name: 'syndication' }],
      search: { resting: false, capacityPer15m: 0 },
      store: 'memory',
    })
  })
})
