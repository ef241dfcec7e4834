import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, type Reply, SESSIONS, startClient } from './client.ts'

// The order of sources stands in client.ts.
const TOKEN = 'an-admin-token-of-some-length'
/** Ten seconds into a minute and a quarter of an hour, until a test moves it. */
const START = Date.UTC(2026, 10, 30, 12, 0, 10)

let clock = START
let x: Client
beforeAll(async () => {
  x = await startClient(
    {
      X_MD_RATE_LIMITS: 'true',
      X_MD_TRUSTED_PROXIES: '127.0.0.1,::1',
      X_MD_ADMIN_TOKEN: TOKEN,
      X_SEARCH_SESSIONS_JSON: SESSIONS,
    },
    { now: () => clock },
  )
})
afterAll(() => x.close())

const from = (ip: string, headers: Record<string, string> = {}) => ({ 'x-forwarded-for': ip, ...headers })

let questions = 0
/** A search that nobody has made before. */
const anew = (options = '') => `/search?q=harbour%20OR%20none${questions++}${options}`

/** What is left of each quota. */
function left({ headers }: Reply): Record<string, number> {
  const states = (headers.get('ratelimit') ?? '').matchAll(/"([a-z-]+)";r=(\d+);t=\d+/g)
  return Object.fromEntries([...states].map(([, name, r]) => [name, Number(r)]))
}

function refusal(answer: Reply) {
  return {
    status: answer.status,
    code: answer.json?.code,
    title: answer.json?.title,
    wait: answer.json?.retry_after,
    head: head(answer, 'retry-after', 'ratelimit-remaining', 'ratelimit-reset', 'cache-control'),
  }
}

async function makeKey(limitPer15m: number): Promise<Record<string, string>> {
  const made = await fetch(`${x.url}/api/admin/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'a reader', limitPer15m }),
  })
  expect(made.status).toBe(201)
  const { secret } = (await made.json()) as { secret: string }
  return { authorization: `Bearer ${secret}` }
}

describe('searches without a key', () => {
  test('tell three quotas, and the tightest once more', async () => {
    const answer = await x.ask(anew(), from('192.0.2.1'))
    expect(
      head(
        answer,
        'ratelimit-policy',
        'ratelimit',
        'ratelimit-limit',
        'ratelimit-remaining',
        'ratelimit-reset',
      ),
    ).toEqual([
      '"api-ip";q=600;w=60, "search-ip";q=5;w=60, "account-ip";q=10;w=900',
      '"api-ip";r=599;t=50, "search-ip";r=4;t=50, "account-ip";r=10;t=890',
      '5',
      '4',
      '50',
    ])
  })

  test('the sixth of a minute that is not cached is refused and asks nobody; a cached one is free', async () => {
    const me = from('192.0.2.2')
    const known = anew()
    const rest: number[] = []
    for (const path of [known, anew(), anew(), anew(), anew()]) {
      const answer = await x.ask(path, me)
      expect(answer.status).toBe(200)
      rest.push(left(answer)['search-ip'] as number)
    }
    expect(rest).toEqual([4, 3, 2, 1, 0])
    const before = (await x.asked()).length
    for (const form of ['/search?q=', '/api/v1/search?q=', '/api/browse?resource=search&q=']) {
      const refused = await x.ask(`${form}sixth`, me)
      expect(refusal(refused)).toEqual({
        status: 429,
        code: 'rate_limited',
        title: 'Rate limit exceeded',
        wait: 50,
        head: ['50', '0', '50', 'no-store'],
      })
      expect(refused.headers.get('ratelimit')).toContain('"search-ip";r=0;t=50')
      expect(refused.headers.get('ratelimit-limit')).toBe('5')
    }
    expect((await x.asked()).length).toBe(before)
    const cached = await x.ask(known, me)
    expect([cached.status, cached.headers.get('x-cache'), left(cached)['search-ip']]).toEqual([200, 'HIT', 0])
    expect((await x.ask(`${known}&nocache=true`, me)).status).toBe(429)
    // Reads of other kinds, and other callers, go on.
    expect((await x.ask('/jack?limit=1', me)).status).toBe(200)
    expect((await x.ask(anew(), from('192.0.2.3'))).status).toBe(200)
    clock += 50_000
    const later = await x.ask(anew(), me)
    expect([later.status, left(later)['search-ip']]).toEqual([200, 4])
  })

  test('a cached search spends the general allowance only', async () => {
    const me = from('192.0.2.4')
    const path = anew()
    const first = left(await x.ask(path, me))
    const second = left(await x.ask(path, me))
    expect(second).toEqual({ ...first, 'api-ip': (first['api-ip'] as number) - 1 })
  })

  test('a search that cannot be read spends the general allowance only', async () => {
    const me = from('192.0.2.5')
    expect(left(await x.ask('/search?q=', me))).toEqual({ 'api-ip': 599, 'search-ip': 5, 'account-ip': 10 })
  })

  test('searches over accounts have an allowance of their own, in a quarter of an hour', async () => {
    clock = START + 900_000
    const me = from('192.0.2.6')
    const known = '/search?q=the&feed=photos'
    expect(left(await x.ask(known, me))).toEqual({ 'api-ip': 599, 'search-ip': 4, 'account-ip': 9 })
    expect(left(await x.ask(known, me))['account-ip']).toBe(9)
    for (let n = 1; n < 10; n++) {
      if (n % 5 === 0) clock += 60_000
      const answer = await x.ask(anew('&feed=photos'), me)
      expect([answer.status, left(answer)['account-ip']]).toEqual([200, 9 - n])
    }
    clock += 60_000
    const before = (await x.asked('/x-web')).length
    const refused = await x.ask(anew('&feed=videos'), me)
    const wait = 890 - 120
    expect(refusal(refused)).toMatchObject({
      status: 429,
      code: 'rate_limited',
      wait,
      head: [String(wait), '0', String(wait), 'no-store'],
    })
    expect(left(refused)['account-ip']).toBe(0)
    expect((await x.asked('/x-web')).length).toBe(before)
    expect((await x.ask(known, me)).status).toBe(200)
    expect((await x.ask(anew(), me)).status).toBe(200)
  })
})

describe('reads', () => {
  test('the 601st of a minute is refused, whatever they were', async () => {
    clock = START + 1_800_000
    const me = from('192.0.2.20')
    const paths = [
      '/oembed',
      '/api/v1/posts',
      '/api/v1/oembed?url=https://x.com/jack/status/20',
      '/jack?full=2',
    ]
    let last: Reply | undefined
    for (let n = 0; n < 600; n++) last = await x.ask(paths[n % paths.length] as string, me)
    expect(head(last as Reply, 'ratelimit', 'ratelimit-limit')).toEqual(['"api-ip";r=0;t=50', '600'])
    expect((last as Reply).status).not.toBe(429)
    for (const path of [...paths, '/jack/status/20', '/jack', '/search?q=a', '/api/convert', '/api/browse']) {
      const refused = await x.ask(path, me)
      expect(refusal(refused)).toMatchObject({ status: 429, code: 'rate_limited', wait: 50 })
      expect(left(refused)['api-ip']).toBe(0)
    }
    // What tells of the service, and what asks how to call it, is always there.
    for (const path of ['/api', '/openapi.json', '/llms.txt', '/docs', '/healthz']) {
      expect((await x.ask(path, me)).status).toBe(200)
    }
    expect((await x.ask('/jack', me, 'OPTIONS')).status).toBe(204)
    expect((await x.ask('/jack', me, 'POST')).status).toBe(405)
    expect((await x.ask('/oembed', from('192.0.2.21'))).status).toBe(200)
    clock += 50_000
    expect(left(await x.ask('/oembed', me))['api-ip']).toBe(599)
  })

  test('HEAD spends what GET does; OPTIONS and refused methods spend nothing', async () => {
    const me = from('192.0.2.22')
    await x.ask('/oembed', me, 'HEAD')
    await x.ask('/oembed', me, 'OPTIONS')
    await x.ask('/oembed', me, 'POST')
    expect(left(await x.ask('/oembed', me))).toEqual({ 'api-ip': 598 })
  })
})

describe('keys', () => {
  const ROUTES = [
    '/jack/status/20?thread=off',
    '/api/v1/posts?handle=jack&id=20&thread=off',
    '/api/v1/posts/20/replies',
    '/jack?limit=1',
    '/api/v1/profiles/jack?limit=1',
    '/marta_brenkel/followers?limit=1',
    '/api/v1/profiles/marta_brenkel/following?limit=1',
    '/api/v1/search?q=harbour',
    '/oembed',
    '/api/convert?handle=jack&id=20&thread=off',
    '/api/browse?resource=profile&handle=jack&limit=1',
  ]

  test.each(ROUTES)('%s is for nobody else to keep, and refuses a key that is not known', async (path) => {
    const key = await makeKey(7)
    const answer = await x.ask(path, from('192.0.2.30', key))
    expect([answer.status, ...head(answer, 'x-api-key-status', 'cache-control')]).toEqual([
      200,
      'valid',
      'private, no-store',
    ])
    const unknown = { authorization: `Bearer xmd_${'0'.repeat(48)}` }
    const refused = await x.ask(path, from('192.0.2.30', unknown))
    expect([refused.status, refused.json.code, refused.json.title]).toEqual([
      401,
      'invalid_key',
      'Invalid or disabled API key',
    ])
    expect(head(refused, 'x-api-key-status', 'ratelimit', 'www-authenticate')).toEqual([
      'invalid',
      null,
      'Bearer',
    ])
    expect(refused.headers.get('ratelimit-policy')).toContain('"api-ip";q=600;w=60')
    const other = await x.ask(path, from('192.0.2.30', { authorization: 'Basic YTpi' }))
    expect(head(other, 'x-api-key-status')).toEqual(['anonymous'])
  })

  test('bring searches of their own: thirty in a minute, and none of the address', async () => {
    clock += 60_000 - ((clock - START) % 60_000)
    const me = from('192.0.2.31')
    const key = await makeKey(7)
    const first = await x.ask(anew(), { ...me, ...key })
    expect(head(first, 'ratelimit-policy', 'ratelimit-limit')).toEqual([
      '"api-ip";q=600;w=60, "search-key";q=30;w=60, "account-key";q=7;w=900',
      '7',
    ])
    expect(left(first)).toEqual({ 'api-ip': 599, 'search-key': 29, 'account-key': 7 })
    for (let n = 1; n < 30; n++) expect((await x.ask(anew(), { ...me, ...key })).status).toBe(200)
    const refused = await x.ask(anew(), { ...me, ...key })
    expect([refused.status, refused.json.code, left(refused)['search-key']]).toEqual([429, 'rate_limited', 0])
    expect(refused.headers.get('cache-control')).toContain('no-store')
    // The key counts, not the address: elsewhere it is used up as well, and here others may search.
    expect((await x.ask(anew(), from('192.0.2.32', key))).status).toBe(429)
    expect(left(await x.ask(anew(), me))['search-ip']).toBe(4)
  })

  test('bring searches over accounts of their own', async () => {
    clock += 60_000
    const me = from('192.0.2.33')
    const key = await makeKey(2)
    const rest = []
    for (let n = 0; n < 2; n++) rest.push(left(await x.ask(anew('&feed=photos'), { ...me, ...key })))
    expect(rest.map((state) => state['account-key'])).toEqual([1, 0])
    const refused = await x.ask(anew('&feed=photos'), { ...me, ...key })
    expect([refused.status, left(refused)['account-key']]).toEqual([429, 0])
    expect(left(await x.ask(anew(), me))['account-ip']).toBe(10)
  })
})

describe('where a key is needed', () => {
  test('nothing is read without one but previews; what tells of the service is open', async () => {
    const own = await startClient({ X_MD_REQUIRE_API_KEY: 'true', X_MD_RATE_LIMITS: 'true' })
    for (const path of [
      '/jack/status/20',
      '/api/v1/posts?handle=jack&id=20',
      '/jack',
      '/search?q=a',
      '/oembed',
    ]) {
      const { status, json, headers } = await own.ask(path)
      expect([path, status, json.code, json.title]).toEqual([path, 401, 'unauthorized', 'Unauthorized'])
      expect(headers.has('ratelimit')).toBe(false)
    }
    const bot = { 'user-agent': 'TelegramBot (like TwitterBot)' }
    expect((await own.ask('/jack/status/20', bot)).status).toBe(200)
    expect((await own.ask('/api')).json.authentication.required).toBe(true)
    expect((await own.ask('/openapi.json')).status).toBe(200)
    await own.close()
  })
})

describe('while the store of counters is down', () => {
  test('reads go on at full quota, searches over accounts are refused, and no key is known', async () => {
    const own = await startClient(
      {
        X_MD_RATE_LIMITS: 'true',
        X_SEARCH_SESSIONS_JSON: SESSIONS,
        X_MD_TRUSTED_PROXIES: '127.0.0.1',
        // Nothing listens there.
        REDIS_URL: 'redis://127.0.0.1:1',
      },
      { now: () => START },
    )
    const read = await own.ask('/jack/status/20?thread=off', from('192.0.2.40'))
    expect([read.status, left(read)]).toEqual([200, { 'api-ip': 600 }])
    const search = await own.ask(anew(), from('192.0.2.40'))
    expect([search.status, left(search)['search-ip']]).toEqual([200, 5])
    const account = await own.ask(anew('&feed=photos'), from('192.0.2.40'))
    expect([account.status, account.json.code]).toEqual([429, 'rate_limited'])
    expect(account.headers.has('retry-after')).toBe(true)
    expect(await own.asked('/x-web')).toEqual([])
    const keyed = await own.ask('/oembed', { authorization: `Bearer xmd_${'0'.repeat(48)}` })
    expect([keyed.status, ...head(keyed, 'x-api-key-status')]).toEqual([200, 'unverified'])
    await own.close()
  })
})

test('without limits no quota is told, and nobody is refused', async () => {
  const own = await startClient({ X_MD_RATE_LIMITS: 'false' })
  for (let n = 0; n < 7; n++) {
    const answer = await own.ask(anew())
    expect([answer.status, ...head(answer, 'ratelimit', 'ratelimit-policy', 'ratelimit-limit')]).toEqual([
      200,
      null,
      null,
      null,
    ])
  }
  await own.close()
})
