import type { SearchPostsOutput } from '@x-md/core/operations/search-posts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const status = (index: number) => ({
  type: 'status',
  id: String(1_900_000_000_000_000_000n - BigInt(index)),
  url: 'https://x.com/ada_quill/status/1',
  text: `hit ${index}`,
  author: { id: '7', name: 'Ada', screen_name: 'ada_quill' },
  replying_to: null,
})

async function upstream(override: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${service.sandbox}/_sandbox/overrides`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: '/fxtwitter/2/search', status: 200, ...override }),
  })
  expect(response.status).toBeLessThan(300)
}

const page = (from: number, count: number, bottom: string | null) => ({
  code: 200,
  results: Array.from({ length: count }, (_, index) => status(from + index)),
  cursor: { top: null, bottom },
})

async function read(path: string, headers?: Record<string, string>) {
  const response = await service.get(path, headers)
  return { response, body: (await response.json()) as SearchPostsOutput & { code: string; detail: string } }
}

async function requests(): Promise<string[]> {
  const log = (await (await fetch(`${service.sandbox}/_sandbox/requests`)).json()) as { path: string }[]
  return log.map(({ path }) => path)
}

beforeEach(async () => {
  await fetch(`${service.sandbox}/_sandbox/overrides`, { method: 'DELETE' })
  await service.context.searchBreaker.succeed()
})

describe('a search', () => {
  test('has its keys in both forms, and goes on by a link that carries what was asked', async () => {
    await upstream({ body: page(0, 30, 'next') })
    const { body } = await read(
      '/search?q=%20light%20(house)%20&feed=TOP&format=json&since=2024-01-01&until=1735689600',
    )
    expect(Object.keys(body)).toEqual([
      'resource',
      'page',
      'limit',
      'source',
      'markdown',
      'cache',
      'posts',
      'query',
      'feed',
      'nextCursor',
      'fetched_at',
    ])
    expect(body).toMatchObject({
      query: 'light (house)',
      feed: 'top',
      source: 'fxtwitter',
      limit: 20,
      page: 1,
    })
    expect(body.posts?.map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, index) => `hit ${index}`),
    )
    expect(body.markdown).toContain(
      '/search?q=light+%28house%29&feed=top&since=2024-01-01T00%3A00%3A00.000Z&until=',
    )
    const versioned = await service.get(
      '/api/v1/search?q=light+(house)&feed=top&since=2024-01-01&until=2025-01-01',
    )
    expect(versioned.headers.get('x-cache')).toBe('HIT')
    expect(await versioned.text()).toBe(body.markdown.replaceAll('&format=json', ''))
    expect(versioned.headers.get('cdn-cache-control')).toContain('s-maxage=600,')
  })

  test.each([
    ['media', 'photos', 503],
    ['Users', 'users', 503],
    ['zzz', 'latest', 200],
  ])('feed=%s is %s', async (feed, _, status) => {
    await upstream({ body: page(0, 10, null) })
    const { response, body } = await read(`/search?q=boats&format=json&feed=${feed}`)
    expect(response.status).toBe(status)
    if (status === 200) expect(body.feed).toBe(_)
    else expect([body.code, response.headers.get('retry-after')]).toEqual(['search_unavailable', '30'])
  })

  test.each([
    ['', 'missing_query'],
    ['q=%20%20', 'missing_query'],
    ['q=a&since=2024-02-01&until=2024-01-01', 'invalid_option'],
    ['q=a&since=soon', 'invalid_option'],
    ['q=a&require_live=yes', 'invalid_option'],
    ['q=a&format=obsidian', 'invalid_format'],
    ['q=a&cursor=nothing%20of%20ours', 'invalid_option'],
    [`q=${'a'.repeat(513)}`, 'invalid_option'],
    [`q=${'a'.repeat(495)}&since=2024-01-01`, 'invalid_option'],
  ])('?%s is %s', async (query, code) => {
    const { response, body } = await read(`/search?${query}`)
    expect([response.status, body.code]).toEqual([400, code])
  })

  test('what X refuses to look for is the fault of the query', async () => {
    await upstream({ status: 400, body: { code: 400, message: '<b>secret</b>' } })
    const { response, body } = await read('/search?q=refused')
    expect([response.status, body.code, body.detail.includes('secret')]).toEqual([
      400,
      'invalid_option',
      false,
    ])
  })

  test('an outage is 503, and then nobody waits for it for a minute', async () => {
    await upstream({ status: 404, body: { code: 404, results: [], cursor: { top: null, bottom: null } } })
    const first = await read('/search?q=outage&require_live=1')
    expect([first.response.status, first.body.code]).toEqual([503, 'search_unavailable'])
    const before = (await requests()).length
    const second = await read('/search?q=outage2')
    expect([second.response.status, Number(second.response.headers.get('retry-after')) > 50]).toEqual([
      503,
      true,
    ])
    expect((await requests()).length).toBe(before)
  })

  test("a source's own cursor is served, and its empty page is told apart from an end", async () => {
    await upstream({ body: page(0, 0, 'again') })
    const { body } = await read('/search?q=empty&format=json&cursor=fxtwitter:DAADdeep')
    expect(body).toMatchObject({ posts: [], warnings: ['empty_page'], nextCursor: 'fxtwitter:DAADdeep' })
    const start = await read('/search?q=empty&format=json')
    expect([start.body.warnings, start.body.nextCursor]).toEqual([['empty_page'], undefined])
    await upstream({ body: page(0, 30, 'next') })
    const { body: untagged } = await read('/search?q=full&format=json&cursor=DAADdeep')
    expect(untagged.nextCursor).toMatch(/^fxtwitter:DAADdeep@20~/)
  })

  test('a cursor of another query, or feed, is refused', async () => {
    await upstream({ body: page(0, 30, 'next') })
    const { body } = await read('/search?q=mine&format=json')
    const cursor = encodeURIComponent(body.nextCursor ?? '')
    expect(
      (await read(`/search?q=mine&limit=3&cursor=${cursor}`.replace('limit', 'format=json&limit'))).response
        .status,
    ).toBe(200)
    for (const query of ['q=theirs', 'q=mine&feed=top', 'q=mine&since=2020-01-01']) {
      expect((await read(`/search?${query}&cursor=${cursor}`)).response.status).toBe(400)
    }
  })
})

describe('the routes of the first days', () => {
  test.each([
    ['/api/browse?resource=search&q=boats', 200, '/api/v1/search'],
    ['/api/browse?resource=profile&handle=no%20handle', 400, undefined],
    ['/api/browse?resource=lists&handle=jack', 400, undefined],
    ['/api/convert?url=https://x.com/jack/status/20', 200, '/api/v1/posts'],
    ['/api/convert?url=nope', 400, '/api/v1/posts'],
  ])('%s is %i and names %s', async (path, status, successor) => {
    await upstream({ body: page(0, 10, null) })
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { status: got, headers } = await service.get(path, {}, method)
      expect(got).toBe({ OPTIONS: 204, POST: 405 }[method] ?? status)
      expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([
        '@1789430400',
        'Wed, 15 Sep 2027 00:00:00 GMT',
      ])
      const link = headers.get('link') ?? ''
      expect(link).toContain('/docs/versioning>; rel="sunset"')
      const [, named] = /<http:[^>]*?(\/api[^>]*)>; rel="successor-version"/.exec(link) ?? []
      expect(named).toBe(successor)
    }
  })

  test('an unknown resource has its own code', async () => {
    const { body } = await read('/api/browse?resource=lists')
    expect(body.code).toBe('invalid_resource')
  })
})

test('more searches in a minute than five that are not cached are too many; the cached ones are free', async () => {
  const limited = await startService({ X_MD_RATE_LIMITS: 'true' })
  try {
    const search = (q: string) => limited.get(`/search?q=${q}`)
    // A minute may end meanwhile, and then five more are free.
    let refused = await search('q0')
    let asked = 1
    for (; refused.status === 200 && asked <= 10; asked++) refused = await search(`q${asked}`)
    expect(asked).toBeGreaterThan(5)
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([
      429,
      expect.stringContaining('"search-ip";r=0'),
    ])
    expect((await search('q0')).headers.get('x-cache')).toBe('HIT')
  } finally {
    await limited.close()
  }
})

test('a cursor that leads nowhere says nothing of the source: others search on', async () => {
  await upstream({ status: 404, body: { code: 404, results: [], cursor: { top: null, bottom: null } } })
  expect((await read('/search?q=made-up&format=json&cursor=AAAA')).response.status).toBe(503)
  expect(await service.context.searchBreaker.openUntil()).toBeUndefined()
  await upstream({ body: page(0, 5, null) })
  expect((await read('/search?q=honest&format=json')).response.status).toBe(200)
})

test('a feed of something odd is kept for a minute only, as its list is', async () => {
  await upstream({ body: page(0, 0, 'more') })
  const [list, feed] = await Promise.all(
    ['/search?q=odd-one', '/search/feed.xml?q=odd-one'].map((path) => service.get(path)),
  )
  expect(list?.headers.get('cdn-cache-control')).toMatch(/s-maxage=60,/)
  expect(feed?.headers.get('cdn-cache-control')).toBe(list?.headers.get('cdn-cache-control'))
})
