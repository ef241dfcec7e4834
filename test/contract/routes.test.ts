import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, ROUTES, startClient } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
beforeAll(async () => {
  x = await startClient({ X_MD_RATE_LIMITS: 'true' })
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

const POLICIES = {
  read: '"api-ip";q=600;w=60',
  search: '"api-ip";q=600;w=60, "search-ip";q=5;w=60, "account-ip";q=10;w=900',
}

describe.each(ROUTES)('%s', (path, scope) => {
  test('lets pages of other origins read it, and what they need of its head', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { headers } = await x.ask(path, { origin: 'https://app.example' }, method)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
      const listed = (name: string) => (headers.get(name) ?? '').split(', ')
      expect(listed('access-control-allow-headers')).toEqual(
        expect.arrayContaining(['Accept', 'Content-Type', 'Authorization']),
      )
      expect(listed('access-control-expose-headers')).toEqual(
        expect.arrayContaining([
          'Retry-After',
          'X-Api-Key-Status',
          'RateLimit',
          'RateLimit-Policy',
          'RateLimit-Limit',
          'RateLimit-Remaining',
          'RateLimit-Reset',
          'Deprecation',
          'Sunset',
          'Link',
        ]),
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('permissions-policy')).toBe(
        'camera=(), microphone=(), geolocation=(), interest-cohort=()',
      )
    }
  })

  test('HEAD has the head of GET, and no body', async () => {
    await x.ask(path)
    const [get, only] = [await x.ask(path), await x.ask(path, {}, 'HEAD')]
    expect([get.status, only.status, only.text]).toEqual([200, 200, ''])
    const lasting = ({ headers }: Response | typeof get) =>
      Object.fromEntries(
        [...headers].filter(
          ([name]) => !/^(?:date|connection|keep-alive|ratelimit|transfer-encoding)/.test(name),
        ),
      )
    expect(lasting(only)).toEqual(lasting(get))
    expect(only.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)))
  })

  test('OPTIONS is 204 with the policies, and spends nothing', async () => {
    const answer = await x.ask(path, {}, 'OPTIONS')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(head(answer, 'ratelimit-policy', 'ratelimit', 'ratelimit-remaining')).toEqual([
      POLICIES[scope],
      null,
      null,
    ])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is 405, and says what is allowed', async (method) => {
    const answer = await x.ask(path, {}, method)
    expect([answer.status, answer.json.code]).toEqual([405, 'method_not_allowed'])
    expect(head(answer, 'allow', 'cache-control', 'ratelimit-policy', 'ratelimit')).toEqual([
      'GET, HEAD, OPTIONS',
      'no-store',
      POLICIES[scope],
      null,
    ])
  })

  test('tells the quotas in both forms, and whose call it was', async () => {
    const { headers } = await x.ask(path)
    expect(headers.get('ratelimit-policy')).toBe(POLICIES[scope])
    const states = [...(headers.get('ratelimit') ?? '').matchAll(/"([a-z-]+)";r=(\d+);t=(\d+)/g)]
    expect(states.map(([, name]) => name).join()).toBe(
      scope === 'read' ? 'api-ip' : 'api-ip,search-ip,account-ip',
    )
    const [, , least, wait] = states.reduce((one, other) => (Number(other[2]) < Number(one[2]) ? other : one))
    expect(head({ headers } as never, 'ratelimit-remaining', 'ratelimit-reset')).toEqual([least, wait])
    expect(headers.get('ratelimit-limit')).toBe(scope === 'read' ? '600' : '5')
    expect(headers.get('x-api-key-status')).toBe('anonymous')
  })
})

describe('addresses', () => {
  test.each([
    ['/jack/?limit=1', '/jack?limit=1'],
    ['/jack/status/20/', '/jack/status/20'],
    ['/api/v1/profiles/jack/?limit=1', '/api/v1/profiles/jack?limit=1'],
    ['/search/?q=harbour', '/search?q=harbour'],
    ['/api/v1/search?q=harbour&unknown=1', '/api/v1/search?q=harbour'],
  ])('%s is %s', async (path, same) => {
    await x.ask(same)
    const [one, other] = [await x.ask(path), await x.ask(same)]
    expect([one.status, one.text]).toEqual([200, other.text])
  })

  test.each([
    ['/%E0%A4%A', 404],
    ['/%FF/status/20', 400],
    ['/api/v1/profiles/%FF', 400],
    ['/api/v1/profiles/', 404],
    ['/api/v1/profiles//followers', 404],
    ['/api/v1/posts/%00/replies', 400],
    ['/jack%2Fstatus%2F20', 404],
    ['//jack', 404],
    ['/api/v1/posts?url=%FF', 400],
    ['/api/v1/posts?__proto__=a&constructor=b', 400],
    [`/jack?limit=${'9'.repeat(9000)}`, 400],
  ])('%s is %i', async (path, status) => {
    expect((await x.ask(path)).status).toBe(status)
  })
})

test('links begin with the address of the service, whatever a request claims of it', async () => {
  const body = await new Promise<string>((resolve, reject) => {
    const asking = request(
      `${x.url}/api/nowhere`,
      { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => resolve(text))
      },
    )
    asking.on('error', reject)
    asking.end()
  })
  expect(JSON.parse(body).instance).toBe(`${x.url}/api/nowhere`)
  expect(body).not.toContain('evil.example')
})
