import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, page, SESSIONS, startClient, statuses } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
beforeAll(async () => {
  x = await startClient()
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

const DOWN = { status: 404, body: { code: 404, results: [], cursor: { top: null, bottom: null } } }
const LISTED = [
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
]
/** The forms of a search; what follows is its options. */
const FORMS = ['/search?', '/api/v1/search?', '/api/browse?resource=search&'] as const

describe('all forms of a search', () => {
  test.each([
    'q=harbour',
    'q=harbour&format=json',
    'q=harbour&feed=top&format=json',
    'q=harbour&limit=7&page=2&format=json',
    'q=harbour&full=1',
    'q=harbour&since=2026-01-01&until=2026-06-01&format=json',
  ])('give the same bytes for %s', async (options) => {
    await x.ask(FORMS[0] + options)
    const bodies = new Set<string>()
    for (const form of FORMS) bodies.add((await x.ask(form + options)).text)
    expect(bodies.size).toBe(1)
  })

  test('have their keys in order, and their head', async () => {
    const answer = await x.ask('/api/v1/search?q=%20ferry%20%20&format=json&limit=5&since=2025-01-01')
    const { json } = answer
    expect(Object.keys(json)).toEqual(LISTED)
    expect(json).toMatchObject({
      resource: 'search',
      page: 1,
      limit: 5,
      source: 'fxtwitter',
      cache: 'miss',
      query: 'ferry',
      feed: 'latest',
    })
    expect(json.posts).toHaveLength(5)
    expect(
      head(answer, 'vary', 'x-source', 'x-cache', 'x-browse-resource', 'x-result-count', 'x-search-degraded'),
    ).toEqual(['Accept', 'fxtwitter', 'MISS', 'search', '5', null])
    expect(head(answer, 'cache-control', 'cdn-cache-control')).toEqual([
      'public, max-age=0, must-revalidate',
      'public, s-maxage=600, stale-while-revalidate=86400',
    ])
  })

  test('hand the words on as they are, with the dates in operators of X', async () => {
    await x.tell('search', {
      body: page(statuses(3)),
      query: { q: 'from:ada "a b" since_time:1767225600 until_time:1769904000' },
    })
    const { json } = await x.ask(
      '/search?q=from:ada%20%22a%20b%22&since=2026-01-01&until=1769904000&format=json',
    )
    expect(json.posts.map(({ text }: { text: string }) => text)).toEqual(['hit 0', 'hit 1', 'hit 2'])
    expect(json.query).toBe('from:ada "a b"')
    expect(json.nextCursor).toBeUndefined()
  })
})

describe('what is asked for', () => {
  test.each([
    ['', 'missing_query'],
    ['q=', 'missing_query'],
    ['q=%20%09', 'missing_query'],
    ['q=a&q=b', 'missing_query'],
    ['q=a&since=soon', 'invalid_option'],
    ['q=a&until=2026-02-30', 'invalid_option'],
    ['q=a&since=2026-02-01&until=2026-01-01', 'invalid_option'],
    ['q=a&since=2026-02-01&until=2026-02-01', 'invalid_option'],
    ['q=a&require_live=yes', 'invalid_option'],
    ['q=a&full=yes', 'invalid_option'],
    ['q=a&nocache=maybe', 'invalid_option'],
    ['q=a&format=obsidian', 'invalid_format'],
    ['q=a&cursor=another:x', 'invalid_option'],
  ])('?%s is %s in every form, and asks nobody', async (query, code) => {
    const before = (await x.asked()).length
    for (const form of FORMS) {
      const { status, json } = await x.ask(form + query)
      expect([status, json.code]).toEqual([400, code])
    }
    expect((await x.asked()).length).toBe(before)
  })

  test.each([
    ['latest', 'latest'],
    ['LATEST', 'latest'],
    ['Top', 'top'],
    ['zzz', 'latest'],
    ['', 'latest'],
    ['top&feed=top', 'latest'],
  ])('feed=%s is %s', async (feed, meant) => {
    const { status, json } = await x.ask(`/search?q=harbour&limit=3&format=json&feed=${feed}`)
    expect([status, json.feed]).toEqual([200, meant])
  })

  test.each([
    ['limit=50', 50, 1],
    ['limit=500', 100, 1],
    ['limit=0', 20, 1],
    ['limit=-1', 20, 1],
    ['limit=x', 20, 1],
    ['limit=2&page=3', 2, 3],
    ['limit=2&page=10000000000', 2, 10],
    ['limit=2&page=x', 2, 1],
  ])('?%s means %i items of page %i', async (query, limit, number) => {
    const { json } = await x.ask(`/search?q=harbour&format=json&${query}`)
    expect([json.limit, json.page]).toEqual([limit, number])
    expect(json.posts).toHaveLength(limit)
  })

  test('it goes on by cursor and by page, without a gap or a repetition', async () => {
    const ids = (json: { posts: { id: string }[] }) => json.posts.map(({ id }) => id)
    const whole = (await x.ask('/search?q=harbour&format=json&limit=45')).json
    const first = (await x.ask('/search?q=harbour&format=json&limit=15')).json
    expect(first.nextCursor).toMatch(/^fxtwitter:/)
    const at = encodeURIComponent(first.nextCursor)
    const second = (await x.ask(`/api/v1/search?q=harbour&format=json&limit=15&cursor=${at}&page=7`)).json
    const third = (await x.ask('/search?q=harbour&format=json&limit=15&page=3')).json
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(ids(whole))
    expect(second.page).toBe(1)
  })

  test('its links keep everything that was asked, and full only where it is true', async () => {
    const { json } = await x.ask(
      '/search?q=harbour&feed=top&limit=3&full=false&since=2025-01-01&require_live=1&format=json',
    )
    const [, link = ''] = /\[Continue →\]\((\S+)\)/.exec(json.markdown) ?? []
    expect(new URL(link).pathname).toBe('/search')
    const { since, cursor, ...rest } = Object.fromEntries(new URL(link).searchParams)
    expect(rest).toEqual({ q: 'harbour', feed: 'top', limit: '3', require_live: 'true', format: 'json' })
    expect(Date.parse(since as string)).toBe(Date.UTC(2025, 0, 1))
    expect(cursor).toBe(json.nextCursor)
    const next = await x.ask(link.slice(x.url.length))
    expect(next.json.posts).toHaveLength(3)
  })
})

describe('which form is written', () => {
  const MARKDOWN = 'text/markdown; charset=utf-8'
  const JSON_TYPE = 'application/json; charset=utf-8'
  test.each([
    [undefined, '', MARKDOWN],
    ['*/*', '', MARKDOWN],
    ['application/json', '', JSON_TYPE],
    ['application/json;q=0.1, text/markdown', '', MARKDOWN],
    ['text/html,application/xhtml+xml,*/*;q=0.8', '', MARKDOWN],
    ['text/plain', '', 'text/plain; charset=utf-8'],
    ['text/markdown', '&format=json', JSON_TYPE],
    ['application/json', '&format=markdown', MARKDOWN],
    ['application/json', '&format=', JSON_TYPE],
    ['application/json', '&format=markdown&format=markdown', JSON_TYPE],
  ])('Accept %s with %s gives %s', async (accept, query, type) => {
    for (const form of FORMS) {
      const answer = await x.ask(`${form}q=harbour${query}`, accept === undefined ? {} : { accept })
      expect([answer.status, ...head(answer, 'content-type')]).toEqual([200, type])
    }
  })

  test('Accept that fits nothing is 406, and searches for nothing', async () => {
    const before = (await x.asked()).length
    for (const form of FORMS) {
      const { status, json } = await x.ask(`${form}q=unheard`, { accept: 'image/png' })
      expect([status, json.code]).toEqual([406, 'not_acceptable'])
    }
    expect((await x.asked()).length).toBe(before)
  })
})

describe('cursors of the source itself', () => {
  test('an untagged one is of FxTwitter, and what follows is tagged', async () => {
    await x.tell('search', { body: page(statuses(30), 'DAADnext'), query: { cursor: 'DAADdeep' } })
    const { json } = await x.ask('/search?q=mine&format=json&cursor=DAADdeep')
    expect(json.source).toBe('fxtwitter')
    expect(json.nextCursor).toMatch(/^fxtwitter:/)
    expect(json.posts).toHaveLength(20)
  })

  test('an offset in one is where it goes on', async () => {
    await x.tell('search', { body: page(statuses(30), 'DAADnext'), query: { cursor: 'DAADdeep' } })
    const { json } = await x.ask('/search?q=mine&format=json&limit=5&cursor=fxtwitter:DAADdeep@15')
    expect(json.posts[0].text).toBe('hit 15')
  })

  test('an empty page that goes on keeps its cursor, and has none on the first page', async () => {
    await x.tell('search', { body: page([], 'DAADdeep') })
    const { json, headers } = await x.ask('/search?q=dry&format=json&cursor=fxtwitter:DAADdeep')
    expect(json).toMatchObject({ posts: [], warnings: ['empty_page'], nextCursor: 'fxtwitter:DAADdeep' })
    expect(headers.get('cdn-cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=86400')
    const start = await x.ask('/search?q=dry&format=json')
    expect([start.json.warnings, start.json.nextCursor]).toEqual([['empty_page'], undefined])
  })

  test('a source that leads back ends the list with a warning', async () => {
    await x.tell('search', { body: page(statuses(10), 'DAADdeep'), query: { cursor: 'DAADdeep' } })
    const { json } = await x.ask('/search?q=round&format=json&cursor=DAADdeep')
    expect([json.warnings, json.nextCursor]).toEqual([['repeated_cursor'], undefined])
  })
})

describe('without sessions and with a key of a web search', () => {
  let y: Client
  beforeAll(async () => {
    y = await startClient({ FIRECRAWL_API_KEY: 'key' })
  })
  afterAll(() => y.close())
  afterEach(() => y.tellAll())

  test.each(['photos', 'videos', 'users', 'media', 'PHOTOS'])(
    'feed=%s is 503, and asks nobody',
    async (feed) => {
      const before = (await y.asked()).length
      const { status, json, headers } = await y.ask(`/search?q=harbour&feed=${feed}&format=json`)
      expect([status, json.code]).toEqual([503, 'search_unavailable'])
      expect(Number(headers.get('retry-after'))).toBe(json.retry_after)
      expect(json.retry_after).toBeGreaterThan(0)
      expect((await y.asked()).length).toBe(before)
    },
  )

  test('an outage gives snippets that say so, do not go on and have no counts', async () => {
    await y.tell('search', DOWN)
    const { json, headers } = await y.ask('/search?q=harbour&format=json&full=1')
    expect(json).toMatchObject({ source: 'firecrawl', degraded: true })
    expect(Object.keys(json)).toEqual([
      ...LISTED.filter((key) => !['nextCursor', 'fetched_at'].includes(key)),
      'degraded',
      'fetched_at',
    ])
    expect(json.nextCursor).toBeUndefined()
    expect(json.posts.length).toBeGreaterThan(0)
    for (const post of json.posts) expect(post.likes ?? null).toBeNull()
    expect(json.markdown).not.toMatch(/\d+ likes/)
    expect(headers.get('x-search-degraded')).toBe('true')
    expect(headers.get('cdn-cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=86400')
  })

  test.each(['page=2', 'require_live=true', 'require_live=1', 'cursor=DAADdeep'])(
    'an outage is 503 for %s, and costs nothing',
    async (query) => {
      await y.tell('search', DOWN)
      const before = (await y.asked('/firecrawl')).length
      const { status, json, headers } = await y.ask(`/search?q=harbour&format=json&${query}`)
      expect([status, json.code]).toEqual([503, 'search_unavailable'])
      expect(headers.has('retry-after')).toBe(true)
      expect((await y.asked('/firecrawl')).length).toBe(before)
    },
  )
})

describe('with sessions', () => {
  let y: Client
  beforeAll(async () => {
    y = await startClient({ X_SEARCH_SESSIONS_JSON: SESSIONS, FIRECRAWL_API_KEY: 'key' })
  })
  afterAll(() => y.close())
  afterEach(() => y.tellAll())

  test.each([
    ['photos', 'photos'],
    ['Media', 'photos'],
    ['videos', 'videos'],
  ])('feed=%s is %s, at most 20 of them, and says so in limit', async (feed, meant) => {
    const { status, json } = await y.ask(`/search?q=the&feed=${feed}&limit=50&format=json`)
    expect([status, json.feed, json.limit, json.source]).toEqual([200, meant, 20, 'xsearch'])
    expect(json.posts.length).toBeGreaterThan(0)
    expect(json.posts.length).toBeLessThanOrEqual(20)
    expect(json.users).toBeUndefined()
  })

  test('feed=users gives users in the place of posts', async () => {
    const { json, headers } = await y.ask('/api/v1/search?q=vera&feed=users&format=json')
    expect(Object.keys(json).slice(0, 9)).toEqual([
      'resource',
      'page',
      'limit',
      'source',
      'markdown',
      'cache',
      'users',
      'query',
      'feed',
    ])
    expect(json.users.length).toBeGreaterThan(0)
    for (const user of json.users) expect(user.screen_name).toMatch(/^\w+$/)
    expect(headers.get('x-result-count')).toBe(String(json.users.length))
  })

  test('an outage of FxTwitter is bridged by them, undegraded, and not asked about again for a minute', async () => {
    await y.tell('search', DOWN)
    const { json, headers } = await y.ask('/search?q=harbour&limit=50&format=json')
    expect([json.source, json.limit, json.degraded, headers.get('x-search-degraded')]).toEqual([
      'xsearch',
      20,
      undefined,
      null,
    ])
    expect(json.nextCursor).toMatch(/^xsearch:/)
    const asked = (await y.asked('/fxtwitter/2/search')).length
    expect((await y.ask('/search?q=quay&format=json')).json.source).toBe('xsearch')
    expect((await y.asked('/fxtwitter/2/search')).length).toBe(asked)
    expect(await y.asked('/firecrawl')).toEqual([])
  })

  test('a cursor is served by the source that it names, even when another is well again', async () => {
    await y.tell('search', DOWN)
    const { json } = await y.ask('/search?q=ferry&format=json')
    await y.tellAll()
    const at = encodeURIComponent(json.nextCursor)
    const next = await y.ask(`/search?q=ferry&format=json&cursor=${at}`)
    expect(next.json.source).toBe('xsearch')
    const ids = [...json.posts, ...next.json.posts].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
