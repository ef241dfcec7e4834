import type { GetPostOutput } from '@x-md/core/operations/get-post.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

const PER_CALL = ['date', 'connection', 'keep-alive', 'ratelimit', 'ratelimit-remaining', 'ratelimit-reset']

let service: Service
let path: string
let v1: string
beforeAll(async () => {
  service = await startService()
  const { handle, id } = service.example('thread/short')
  path = `/${handle}/status/${id}`
  v1 = `/api/v1/posts?handle=${handle}&id=${id}`
})
afterAll(() => service.close())

const json = async (at: string, headers?: Record<string, string>) =>
  (await (await service.get(at, headers)).json()) as GetPostOutput
const code = async (at: string) => {
  const answer = await service.get(at)
  const problem = (await answer.json()) as { code: string; detail: string }
  return { status: answer.status, ...problem }
}

describe('the forms of a post', () => {
  test('permalink and versioned route give the same bytes', async () => {
    const url = encodeURIComponent(`https://x.com${path}`)
    for (const query of ['', '&format=json', '&format=obsidian', '&full=1&userinfo=all&thread=3']) {
      await service.get(`${path}?${query}`)
      const bodies = await Promise.all(
        [`${path}?${query}`, `${v1}${query}`, `/api/v1/posts?url=${url}${query}`].map(async (at) =>
          (await service.get(at)).text(),
        ),
      )
      expect(bodies[0]!.length).toBeGreaterThan(100)
      expect(new Set(bodies).size).toBe(1)
    }
  })

  test('media permalinks, a trailing slash and i/status are the post they belong to', async () => {
    await service.get(path)
    const expected = await (await service.get(path)).text()
    const { id } = service.example('thread/short')
    for (const at of [
      `${path}/`,
      `${path}/photo/1`,
      `${path}/video/2/`,
      `/i/status/${id}`,
      `/i/web/status/${id}`,
      `/i/web/status/${id}/photo/1`,
      `/somebody_else/status/${id}`,
      `/i/status/000${id}`,
    ]) {
      const answer = await service.get(at)
      expect([at, answer.status, await answer.text()]).toEqual([at, 200, expected])
    }
    for (const at of [`${path}/photo/0`, `${path}/likes`, `${path}/photo/1/x`]) {
      expect((await service.get(at)).status).toBe(404)
    }
  })

  test('the permalink names the post, whatever the query says', async () => {
    const answer = await json(`${path}?format=json&url=https://x.com/jack/status/20&id=20&handle=jack`)
    expect(answer.url).toBe(`https://x.com${path}`)
  })

  test('JSON has its keys in order, and echoes the parameter', async () => {
    expect(Object.keys(await json(`${path}?format=json`))).toEqual([
      'format',
      'url',
      'markdown',
      'posts',
      'compact',
      'warnings',
      'postCount',
      'source',
      'cache',
      'fetched_at',
    ])
    expect((await json(`${path}?format=json`)).format).toBe('json')
    expect((await json(path, { accept: 'application/json' })).format).toBe('markdown')
  })

  test('compact is the flag of JSON and Markdown, not of full or Obsidian', async () => {
    expect((await json(`${path}?format=json`)).compact).toBe(true)
    expect((await json(`${path}?format=json&full=true`)).compact).toBe(false)
    expect((await json(`${path}?full=yes`, { accept: 'application/json' })).compact).toBe(false)
    expect((await json(`${path}?format=json&full=on`)).compact).toBe(true)
  })

  test.each([
    [{}, '', 'text/markdown; charset=utf-8'],
    [{ accept: 'application/json' }, '', 'application/json; charset=utf-8'],
    [{ accept: 'text/plain' }, '', 'text/plain; charset=utf-8'],
    [{ accept: 'text/html,*/*;q=0.8' }, '', 'text/html; charset=utf-8'],
    [{ accept: 'application/json' }, '?format=markdown', 'text/markdown; charset=utf-8'],
    [{ accept: 'text/html' }, '?format=JSON', 'application/json; charset=utf-8'],
    [{ accept: 'image/png' }, '?format=obsidian', 'text/markdown; charset=utf-8'],
    [{}, '?format=', 'text/markdown; charset=utf-8'],
    [{ accept: 'application/json' }, '?format=%20', 'application/json; charset=utf-8'],
    [{}, '?format=json&format=markdown', 'text/markdown; charset=utf-8'],
  ])('%o with %s is %s', async (headers, query, type) => {
    const answer = await service.get(path + query, headers)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  })

  test('Accept that fits nothing is 406', async () => {
    const answer = await service.get(path, { accept: 'image/png' })
    expect(answer.status).toBe(406)
    expect(await answer.json()).toMatchObject({ code: 'not_acceptable', status: 406 })
  })

  test('a page for browsers holds the Markdown and may run nothing', async () => {
    const answer = await service.get('/jack/status/20', { accept: 'text/html' })
    expect(await answer.text()).toContain('&gt; just setting up my twttr')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(answer.headers.has('x-embed')).toBe(false)
  })
})

describe('the headers of a post', () => {
  test('say where it is from, what it holds and who may keep it', async () => {
    await service.get(`${path}?thread=2`)
    const answer = await service.get(`${path}?thread=2`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      vary: 'Accept, User-Agent',
      'x-converter': 'x-md',
      'x-source': 'fxtwitter',
      'x-cache': 'HIT',
      'x-post-count': '2',
      'x-warnings': expect.stringMatching(/^[1-9]$/),
      'cache-control': 'public, max-age=0, must-revalidate',
      'cdn-cache-control': 'public, s-maxage=60, stale-while-revalidate=86400',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'Accept, Content-Type, Authorization, If-None-Match',
      'access-control-expose-headers':
        'Retry-After, X-Api-Key-Status, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Deprecation, Sunset, Link, ETag',
    })
    const whole = await service.get('/jack/status/20')
    expect(whole.headers.get('cdn-cache-control')).toBe('public, s-maxage=3600, stale-while-revalidate=86400')
  })

  test('a bypass is kept by nobody', async () => {
    const answer = await service.get(`${path}?nocache=true`)
    expect(answer.headers.get('x-cache')).toBe('BYPASS')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.has('cdn-cache-control')).toBe(false)
  })

  test('an absent thread, full and conversation are one cache entry', async () => {
    const { handle, id } = service.example('thread/two')
    const cache = async (query: string) =>
      (await service.get(`/${handle}/status/${id}${query}`)).headers.get('x-cache')
    expect(await cache('')).toBe('MISS')
    expect(await cache('?thread=full')).toBe('HIT')
    expect(await cache('?thread=conversation')).toBe('HIT')
    expect(await cache('?thread=full&thread=off')).toBe('HIT')
    expect(await cache('?thread=off')).toBe('MISS')
  })

  test('HEAD reads and has the headers of GET, without a body', async () => {
    const { handle, id } = service.example('quote/plain')
    const at = `/${handle}/status/${id}`
    const first = await service.get(at, {}, 'HEAD')
    expect([first.status, first.headers.get('x-cache'), await first.text()]).toEqual([200, 'MISS', ''])
    const known = (answer: Response) =>
      Object.fromEntries([...answer.headers].filter(([name]) => !PER_CALL.includes(name)))
    const get = await service.get(at)
    expect(known(await service.get(at, {}, 'HEAD'))).toEqual(known(get))
    expect(Number(get.headers.get('content-length'))).toBe((await get.arrayBuffer()).byteLength)
  })
})

describe('the options of a post', () => {
  test.each(['1', '0', '101', '-1', 'abc', '200', '2.5', '5abc'])('thread=%s is refused', async (value) => {
    const problem = await code(`${path}?thread=${value}`)
    expect(problem).toMatchObject({ status: 400, code: 'invalid_thread' })
    expect(problem.detail).toContain('conversation')
  })

  test.each([
    ['?context=x', 'invalid_context'],
    ['?replies=x', 'invalid_replies'],
    ['?userinfo=x', 'invalid_userinfo'],
    ['?format=xml', 'invalid_format'],
    ['?max_posts=1', 'invalid_option'],
    ['?max_posts=101', 'invalid_option'],
  ])('%s is %s', async (query, expected) => {
    expect(await code(path + query)).toMatchObject({ status: 400, code: expected })
  })

  test.each([
    ['', 'missing_url'],
    ['?url=', 'missing_url'],
    ['?url=nope', 'invalid_url'],
    ['?url=https://x.com/jack', 'invalid_path'],
    ['?url=https://fxtwitter.com/jack/status/20', 'unsupported_host'],
    ['?handle=jack', 'invalid_params'],
    ['?id=20', 'invalid_params'],
    ['?handle=no-handle&id=20', 'invalid_params'],
    ['?handle=jack&id=twenty', 'invalid_params'],
    [`?url=https://x.com/jack/status/20?${'a'.repeat(2050)}`, 'invalid_option'],
    ['?url=https://x.com/jack/status/20&url=https://x.com/jack/status/21', 'missing_url'],
  ])('/api/v1/posts%s is %s', async (query, expected) => {
    expect(await code(`/api/v1/posts${query}`)).toMatchObject({ status: 400, code: expected })
  })

  test.each([['toolong_handle_x/status/20'], ['no-handle/status/20'], ['jack/status/twenty']])(
    '/%s cannot be a post',
    async (at) => {
      expect(await code(`/${at}`)).toMatchObject({ status: 400, code: 'invalid_params' })
    },
  )

  test('a t.co link is resolved, and must lead to a post', async () => {
    const link = (kind: string) => encodeURIComponent(service.example(kind).url)
    const answer = await json(`/api/v1/posts?format=json&url=${link('t.co link to a post')}`)
    expect(answer.url).toContain('/status/')
    expect(await code(`/api/v1/posts?url=${link('t.co link off X')}`)).toMatchObject({
      status: 400,
      code: 'unsupported_host',
    })
  })

  test('url wins over handle and id, and may be an address of this service', async () => {
    const wins = await json(
      '/api/v1/posts?url=https://x.com/jack/status/20&handle=no-handle&id=x&format=json',
    )
    expect(wins.url).toBe('https://x.com/jack/status/20')
    const own = await json(`/api/v1/posts?format=json&url=${service.url}/jack/status/20/photo/1?x%3D1`)
    expect(own.url).toBe('https://x.com/jack/status/20')
  })

  test('thread=off is one post; a count is a limit that keeps the post itself', async () => {
    expect((await json(`${path}?format=json&thread=off`)).postCount).toBe(1)
    const { handle, id } = service.example('thread/after-the-gap')
    const cut = await json(`/${handle}/status/${id}?format=json&thread=2`)
    expect(cut.postCount).toBe(2)
    expect(cut.posts.map((post) => post.id)).toContain(id)
    expect(cut.warnings).toContain('Thread truncated to 2 posts.')
    expect((await json(`/${handle}/status/${id}?format=json&max_posts=5`)).postCount).toBe(5)
  })

  test('context, replies, userinfo and full change what is told', async () => {
    const { handle, id } = service.example('conversation/many-answers')
    const at = `/${handle}/status/${id}?format=json`
    const contexts = async (query: string) =>
      new Set((await json(at + query)).posts.map((post) => post.context))
    expect(await contexts('')).toContain('reply')
    expect(await contexts('&replies=recent')).toContain('reply')
    expect(await contexts('&replies=off')).not.toContain('reply')
    expect(await contexts('&context=thread')).not.toContain('reply')
    expect((await json(`${at}&userinfo=author`)).markdown).toContain('### About')
    expect((await json(`${at}&full=1`)).markdown).toContain('Date: ')
    expect((await json(at)).markdown).not.toContain('Date: ')
  })
})

describe('posts that cannot be read', () => {
  test.each([
    ['tombstone/deleted', 404, 'not_found'],
    ['tombstone/suspended', 404, 'not_found'],
    ['tombstone/protected', 404, 'not_found'],
    ['tombstone/protected-in-words', 404, 'not_found'],
  ])('%s is %i %s', async (kind, status, expected) => {
    const { handle, id } = service.example(kind)
    const answer = await service.get(`/${handle}/status/${id}`)
    const problem = (await answer.json()) as { links: unknown[] }
    expect([answer.status, problem]).toEqual([status, expect.objectContaining({ code: expected, status })])
    expect(problem.links.length).toBeGreaterThan(0)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  })

  test('a miss that proves nothing is 503, with how long to wait', async () => {
    const { handle, id } = service.example('tombstone/deleted-without-trace')
    await fetch(`${service.sandbox}/_sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify([{ door: 'syndication', kind: '5xx' }]),
    })
    const answer = await service.get(`/${handle}/status/${id}`)
    await fetch(`${service.sandbox}/_sandbox/faults`, { method: 'POST', body: '[]' })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-\d+$/)
    expect(await answer.json()).toMatchObject({ code: 'upstream_unavailable', retry_after: 30 })
  })
})
