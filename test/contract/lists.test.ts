import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, startClient } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
beforeAll(async () => {
  x = await startClient()
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

const HANDLE = 'marta_brenkel'
const MARKDOWN = 'text/markdown; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

interface Forms {
  resource: string
  permalink: string
  versioned: string
  alias: string
  /** Keys of the JSON, in order; those with a ? only where they apply. */
  keys: readonly string[]
  /** Seconds for which others may keep it. */
  ttl: number
  /** What of the upstream it is read from. */
  upstream: string
}

const LISTS: readonly Forms[] = [
  {
    resource: 'profile',
    permalink: `/${HANDLE}?`,
    versioned: `/api/v1/profiles/${HANDLE}?`,
    alias: `/api/browse?resource=profile&handle=${HANDLE}&`,
    keys: ['profile', 'posts', 'handle', 'nextCursor?', 'with_replies', 'with_reposts'],
    ttl: 1800,
    upstream: 'statuses',
  },
  ...['followers', 'following'].map((resource) => ({
    resource,
    permalink: `/${HANDLE}/${resource}?`,
    versioned: `/api/v1/profiles/${HANDLE}/${resource}?`,
    alias: `/api/browse?resource=${resource}&handle=${HANDLE}&`,
    keys: ['users', 'handle', 'nextCursor?'],
    ttl: 21_600,
    upstream: resource,
  })),
]
/** What every list begins with, and what we added at its end. */
const FIRST = ['resource', 'page', 'limit', 'source', 'markdown', 'cache']
const LAST = ['warnings?', 'fetched_at']

function expected(keys: readonly string[], body: object): string[] {
  return [...FIRST, ...keys, ...LAST]
    .filter((key) => !key.endsWith('?') || Object.hasOwn(body, key.slice(0, -1)))
    .map((key) => key.replace('?', ''))
}

describe.each(LISTS)('$resource', ({ resource, permalink, versioned, alias, keys, ttl, upstream }) => {
  test.each(['', 'format=json', 'full=true', 'full=1&format=json', 'limit=5', 'page=2&limit=3&format=json'])(
    'all forms give the same bytes for %s',
    async (options) => {
      await x.ask(permalink + options)
      const bodies = new Set<string>()
      for (const form of [permalink, versioned, alias]) {
        const { status, text } = await x.ask(form + options)
        expect(status).toBe(200)
        bodies.add(text)
      }
      expect(bodies.size).toBe(1)
    },
  )

  test('has its keys in order, and its head', async () => {
    const first = await x.ask(`${versioned}format=json&limit=6`)
    expect(Object.keys(first.json)).toEqual(expected(keys, first.json))
    const items = first.json.posts ?? first.json.users
    expect(first.json).toMatchObject({
      resource,
      page: 1,
      limit: 6,
      source: 'fxtwitter',
      cache: 'miss',
      handle: HANDLE,
      nextCursor: expect.any(String),
    })
    expect(items).toHaveLength(6)
    expect(
      head(first, 'vary', 'x-source', 'x-cache', 'x-browse-resource', 'x-result-count', 'content-type'),
    ).toEqual(['Accept', 'fxtwitter', 'MISS', resource, '6', JSON_TYPE])
    expect(head(first, 'cache-control', 'cdn-cache-control', 'x-search-degraded')).toEqual([
      'public, max-age=0, must-revalidate',
      `public, s-maxage=${ttl}, stale-while-revalidate=86400`,
      null,
    ])
    const again = await x.ask(`${permalink}format=json&limit=6`)
    expect([again.json.cache, again.json.fetched_at]).toEqual(['hit', first.json.fetched_at])
    const anew = await x.ask(`${permalink}format=json&limit=6&nocache=1`)
    expect([anew.json.cache, ...head(anew, 'x-cache', 'cache-control', 'cdn-cache-control')]).toEqual([
      'bypass',
      'BYPASS',
      'no-store',
      null,
    ])
  })

  test.each([
    ['', 20, 1],
    ['limit=1', 1, 1],
    ['limit=100', 100, 1],
    ['limit=101', 100, 1],
    ['limit=99999999999999999999', 100, 1],
    ['limit=0', 20, 1],
    ['limit=-3', 20, 1],
    ['limit=abc', 20, 1],
    ['limit=2.5', 20, 1],
    ['limit=7abc', 20, 1],
    ['limit=', 20, 1],
    ['limit=5&limit=5', 20, 1],
    ['limit=3&page=2', 3, 2],
    ['limit=1&page=10', 1, 10],
    ['limit=1&page=11', 1, 10],
    ['limit=1&page=99999999999', 1, 10],
    ['limit=1&page=0', 1, 1],
    ['limit=1&page=-1', 1, 1],
    ['limit=1&page=two', 1, 1],
    ['limit=1&page=', 1, 1],
    ['limit=1&page=2&page=2', 1, 1],
  ])('?%s means %i items of page %i', async (query, limit, number) => {
    const { status, json } = await x.ask(`${versioned}format=json&${query}`)
    expect([status, json.limit, json.page]).toEqual([200, limit, number])
    expect((json.posts ?? json.users).length).toBeLessThanOrEqual(limit)
  })

  test('goes on without a gap or a repetition, by cursor and by page', async () => {
    const ids = (json: { posts?: { id: string }[]; users?: { id: string }[] }) =>
      (json.posts ?? json.users ?? []).map((item) => item.id)
    const whole = ids((await x.ask(`${versioned}format=json&limit=21`)).json)
    expect(whole).toHaveLength(21)
    const first = (await x.ask(`${versioned}format=json&limit=7`)).json
    const at = encodeURIComponent(first.nextCursor)
    const second = (await x.ask(`${permalink}format=json&limit=7&cursor=${at}`)).json
    const third = (await x.ask(`${alias}format=json&limit=7&page=3`)).json
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(whole)
    // A page beside a cursor is not looked at.
    const both = (await x.ask(`${permalink}format=json&limit=7&cursor=${at}&page=9`)).json
    expect([ids(both), both.page]).toEqual([ids(second), 1])
    const empty = (await x.ask(`${permalink}format=json&limit=7&cursor=`)).json
    expect(ids(empty)).toEqual(ids(first))
  })

  test('its Markdown ends with the links to what follows, which keep the options', async () => {
    const { text, headers } = await x.ask(`${versioned}limit=4&full=true`)
    expect(headers.get('content-type')).toBe(MARKDOWN)
    const [, cursor = '', numbered = ''] =
      /\[Continue →\]\((\S+)\) · \[Next page \(2\) →\]\((\S+)\)\n$/.exec(text) ?? []
    const parameters = (link: string) => Object.fromEntries(new URL(link).searchParams)
    expect(new URL(cursor).pathname).toBe(permalink.slice(0, -1))
    expect(parameters(cursor)).toEqual({ limit: '4', full: 'true', cursor: expect.any(String) })
    expect(parameters(numbered)).toEqual({ limit: '4', full: 'true', page: '2' })
    for (const link of [cursor, numbered]) {
      expect((await x.ask(link.slice(x.url.length))).status).toBe(200)
    }
    const plain = (await x.ask(`${versioned}full=false&format=json`)).json.markdown
    const [, next = ''] = /\[Continue →\]\((\S+)\)/.exec(plain) ?? []
    expect(parameters(next)).toEqual({ format: 'json', cursor: expect.any(String) })
  })

  test.each([
    ['full=yes', 'invalid_option'],
    ['full=TRUE-ish', 'invalid_option'],
    ['nocache=2', 'invalid_option'],
    ['format=obsidian', 'invalid_format'],
    ['format=xml', 'invalid_format'],
    ['cursor=another:abc', 'invalid_option'],
    ['cursor=%00', 'invalid_option'],
  ])('?%s is %s', async (query, code) => {
    for (const form of [permalink, versioned, alias]) {
      const { status, json } = await x.ask(form + query)
      expect([status, json.code]).toEqual([400, code])
    }
  })

  test.each(['full', 'nocache', 'format', 'cursor'])(
    'a repeated or empty %s counts as absent',
    async (name) => {
      for (const query of [`${name}=`, `${name}=zz&${name}=zz`]) {
        expect((await x.ask(permalink + query)).status).toBe(200)
      }
    },
  )

  test.each([
    [undefined, MARKDOWN],
    ['*/*', MARKDOWN],
    ['application/json', JSON_TYPE],
    ['application/json;q=0.1, text/markdown', MARKDOWN],
    ['text/html,application/xhtml+xml,*/*;q=0.8', MARKDOWN],
    ['text/plain', 'text/plain; charset=utf-8'],
  ])('Accept %s gives %s', async (accept, type) => {
    expect(head(await x.ask(versioned, accept === undefined ? {} : { accept }), 'content-type')).toEqual([
      type,
    ])
  })

  test('Accept that fits nothing is 406, unless a format is named', async () => {
    const refused = await x.ask(versioned, { accept: 'image/png' })
    expect([refused.status, refused.json.code]).toEqual([406, 'not_acceptable'])
    expect((await x.ask(`${versioned}format=markdown`, { accept: 'image/png' })).status).toBe(200)
  })

  test('a cursor of another list is refused', async () => {
    const other = resource === 'followers' ? 'following' : 'followers'
    const { nextCursor } = (await x.ask(`/${HANDLE}/${other}?format=json&limit=2`)).json
    const { status, json } = await x.ask(`${versioned}cursor=${encodeURIComponent(nextCursor)}`)
    expect([status, json.code]).toEqual([400, 'invalid_option'])
  })

  test('a source that fails is told as such, and is no 404', async () => {
    await x.tell(`profile/${HANDLE}/${upstream}`, { status: 500, body: {} })
    const failed = await x.ask(`${versioned}nocache=1&format=json`)
    expect([failed.status, failed.json.code]).toEqual([502, 'upstream_error'])
    await x.tell(`profile/${HANDLE}/${upstream}`, { status: 404, body: { code: 404, results: [] } })
    const missed = await x.ask(`${versioned}nocache=1&format=json`)
    expect([missed.status, missed.json.code, missed.headers.get('retry-after')]).toEqual([
      503,
      'upstream_unavailable',
      '30',
    ])
    expect(missed.json.retry_after).toBe(30)
  })

  test('a source that throttles is told as such, with its wait', async () => {
    const own = await startClient()
    await own.tell(`profile/${HANDLE}/${upstream}`, {
      status: 429,
      body: {},
      headers: { 'retry-after': '9' },
    })
    const throttled = await own.ask(`${versioned}format=json`)
    await own.close()
    expect([throttled.status, throttled.json.code, ...head(throttled, 'retry-after')]).toEqual([
      503,
      'upstream_rate_limited',
      '9',
    ])
  })

  test('an account that its source merely misses is 503, one that X has suspended 404', async () => {
    await x.tell('profile/nobody_0/statuses', { status: 404, body: { code: 404, results: [] } })
    await x.tell(`profile/nobody_0/${upstream}`, { status: 404, body: { code: 404, results: [] } })
    await x.tell('profile/nobody_0', { status: 404, body: { code: 404, message: 'User not found' } })
    const at = (form: string) => form.replace(HANDLE, 'nobody_0')
    const unsure = await x.ask(`${at(versioned)}format=json`)
    expect([unsure.status, unsure.json.code]).toEqual([503, 'upstream_unavailable'])
    await x.tell('profile/nobody_0', {
      status: 404,
      body: { code: 404, message: 'User is suspended', reason: 'suspended' },
    })
    const gone = await x.ask(`${at(permalink)}format=json`)
    expect([gone.status, gone.json.code, head(gone, 'cache-control')[0]]).toEqual([
      404,
      'not_found',
      'no-store',
    ])
    expect(gone.json.links.length).toBeGreaterThan(0)
    const markdown = await x.ask(at(permalink), { accept: 'text/markdown' })
    expect([markdown.status, ...head(markdown, 'content-type')]).toEqual([404, MARKDOWN])
    expect(markdown.text).toContain(gone.json.links[0].href)
  })
})
