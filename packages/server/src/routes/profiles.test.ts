import type { GetProfileOutput } from '@x-md/core/operations/get-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const ada = {
  type: 'profile',
  id: '7',
  name: 'Ada *Quill*',
  screen_name: 'ada_quill',
  description: '# a bio',
  statuses: 9,
}
const status = (id: number, changes: Record<string, unknown> = {}) => ({
  type: 'status',
  id: String(id),
  url: `https://x.com/ada_quill/status/${id}`,
  text: `post ${id}`,
  author: ada,
  replying_to: null,
  ...changes,
})
const TOP = 1_900_000_000_000_000_000

async function upstream(path: string, body: unknown, code = 200): Promise<void> {
  const response = await fetch(`${service.sandbox}/_sandbox/overrides`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: `/fxtwitter/2/profile/${path}`, status: code, body }),
  })
  expect(response.status).toBeLessThan(300)
}

const list = (results: unknown[], bottom: string | null = null) => ({
  code: 200,
  results,
  cursor: { top: null, bottom },
})
const read = async (path: string) => (await (await service.get(path)).json()) as GetProfileOutput

beforeEach(async () => {
  await fetch(`${service.sandbox}/_sandbox/overrides`, { method: 'DELETE' })
})

describe('a profile', () => {
  test('has its keys in both forms, and goes on by a link', async () => {
    await upstream('ada_quill', { code: 200, message: 'OK', user: ada })
    await upstream(
      'ada_quill/statuses',
      list(
        Array.from({ length: 12 }, (_, index) => status(TOP - index * 1e12)),
        'x',
      ),
    )
    const first = await service.get('/ada_quill?format=json&limit=10')
    const body = (await first.json()) as GetProfileOutput
    expect(Object.keys(body)).toEqual([
      'resource',
      'page',
      'limit',
      'source',
      'markdown',
      'cache',
      'profile',
      'posts',
      'handle',
      'nextCursor',
      'with_replies',
      'with_reposts',
      'fetched_at',
    ])
    expect(body).toMatchObject({
      resource: 'profile',
      page: 1,
      limit: 10,
      source: 'fxtwitter',
      cache: 'miss',
    })
    expect(body.posts).toHaveLength(10)
    expect(body.markdown).toContain('# Ada \\*Quill\\* (@ada\\_quill)'.replace('\\_', '_'))
    expect(body.markdown).toContain('\n> \\# a bio\n')
    expect(body.markdown).toMatch(
      /\n\[Continue →\]\(http\S+\/ada_quill\?limit=10&format=json&cursor=fxtwitter%3A\S+\) · \[Next page \(2\) →\]\(http\S+&page=2\)\n$/,
    )
    const versioned = await service.get('/api/v1/profiles/Ada_Quill?format=json&limit=10')
    expect(await versioned.json()).toEqual({
      ...body,
      handle: 'Ada_Quill',
      cache: 'hit',
      markdown: expect.any(String),
    })
    const markdown = await service.get('/@ada_quill?limit=10')
    expect(Object.fromEntries(markdown.headers)).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'x-source': 'fxtwitter',
      'x-cache': 'HIT',
      'x-browse-resource': 'profile',
      'x-result-count': '10',
      'cdn-cache-control': 'public, s-maxage=1800, stale-while-revalidate=86400',
    })
    expect(await markdown.text()).toBe(body.markdown.replaceAll('&format=json', ''))
  })

  test('leaves out replies, reposts and what others wrote, unless they are asked for', async () => {
    const bo = { ...ada, id: '8', screen_name: 'bo_marl', name: 'Bo' }
    const rows = [
      status(TOP - 1e12, { replying_to: { screen_name: 'bo_marl', status: '5' } }),
      status(TOP - 2e12, { author: bo, reposted_by: { id: '7', screen_name: 'ada_quill', name: 'Ada' } }),
      status(TOP - 3e12, { author: bo }),
      status(TOP - 4e12),
    ]
    await upstream('ada_quill', { code: 200, user: ada })
    await upstream('ada_quill/statuses', list(rows))
    const ids = async (query: string) =>
      (await read(`/ada_quill?format=json&nocache=1${query}`)).posts.map(({ id }) =>
        rows.findIndex((row) => row.id === id),
      )
    expect(await ids('')).toEqual([3])
    expect(await ids('&with_replies=1')).toEqual([0, 3])
    expect(await ids('&with_reposts=true')).toEqual([1, 3])
    expect(await ids('&with_replies=true&with_reposts=true')).toEqual([0, 1, 3])
  })

  test('alone is one request', async () => {
    await upstream('ada_quill', { code: 200, user: ada })
    const body = await read('/ada_quill?format=json&include_posts=false')
    expect([body.posts, body.nextCursor, body.markdown.includes('## Posts')]).toEqual([[], undefined, false])
  })

  test('that is protected is shown without posts, and says why', async () => {
    await upstream('shy_one', { code: 200, user: { ...ada, screen_name: 'shy_one', protected: true } })
    await upstream('shy_one/statuses', list([]), 404)
    const body = await read('/shy_one?format=json')
    expect(body).toMatchObject({ posts: [], warnings: ['protected'], profile: { screen_name: 'shy_one' } })
    expect(body.markdown).toContain('Warning: This account is protected')
  })

  test.each([
    [{ code: 404, message: 'User is suspended', reason: 'suspended', id: '5' }, 404, 'not_found'],
    [{ code: 404, message: 'User not found' }, 503, 'upstream_unavailable'],
  ])('that is missing: %j is %i %s', async (answer, code, name) => {
    await upstream('nobody_here', answer, 404)
    await upstream('nobody_here/statuses', list([]), 404)
    const response = await service.get('/nobody_here?nocache=1&format=json')
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([code, name])
  })

  test('whose posts cannot be read is not shown as one without', async () => {
    await upstream('ada_quill', { code: 200, user: ada })
    await upstream('ada_quill/statuses', list([]), 404)
    const response = await service.get('/ada_quill?nocache=1&format=json')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
  })

  test.each([
    ['/api/v1/profiles/not%20a%20handle', 400, 'invalid_handle'],
    ['/ada_quill?format=obsidian', 400, 'invalid_format'],
    ['/ada_quill?full=yes', 400, 'invalid_option'],
    ['/ada_quill?include_posts=maybe', 400, 'invalid_option'],
    ['/ada_quill?until=2024-02-31', 400, 'invalid_option'],
    ['/ada_quill?until=2009-01-01', 400, 'invalid_option'],
    ['/ada_quill?cursor=foreign:abc', 400, 'invalid_option'],
    ['/ada_quill?cursor=nonsense', 400, 'invalid_option'],
    ['/home?format=json', 404, 'route_not_found'],
    ['/no-handle?format=json', 404, 'route_not_found'],
    ['/ada_quill/likes?format=json', 404, 'route_not_found'],
  ])('%s is %i %s', async (path, code, name) => {
    const response = await service.get(path)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([code, name])
  })

  test('a cursor fits its own list only', async () => {
    await upstream('ada_quill', { code: 200, user: ada })
    await upstream(
      'ada_quill/statuses',
      list(
        Array.from({ length: 12 }, (_, index) => status(TOP - index * 1e12)),
        'x',
      ),
    )
    const { nextCursor = '' } = await read('/ada_quill?format=json&limit=10')
    const cursor = encodeURIComponent(nextCursor)
    expect((await service.get(`/ada_quill?limit=3&full=1&cursor=${cursor}`)).status).toBe(200)
    for (const path of [
      `/bo_marl?cursor=${cursor}`,
      `/ada_quill?with_replies=1&cursor=${cursor}`,
      `/ada_quill?cursor=${cursor.slice(0, -1)}`,
    ]) {
      expect((await service.get(path)).status).toBe(400)
    }
  })

  test('is read with GET and HEAD only, by any of its paths', async () => {
    await upstream('ada_quill', { code: 200, user: ada })
    await upstream('ada_quill/statuses', list([status(TOP)]))
    for (const path of [
      '/ada_quill',
      '/api/v1/profiles/ada_quill',
      '/api/browse?resource=profile&handle=ada_quill',
    ]) {
      const [get, head, options, post] = await Promise.all(
        ['GET', 'HEAD', 'OPTIONS', 'POST'].map((method) => service.get(path, {}, method)),
      )
      expect([get?.status, head?.status, options?.status, post?.status]).toEqual([200, 200, 204, 405])
      expect(head?.headers.get('content-length')).toBe(get?.headers.get('content-length'))
      expect(await head?.text()).toBe('')
      expect(post?.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    }
    const alias = await service.get('/api/browse?resource=followers&handle=@ada_quill')
    expect(alias.headers.get('link')).toContain(
      '/api/v1/profiles/ada_quill/followers>; rel="successor-version"',
    )
  })

  test('an Accept that fits nothing is 406, one for a browser Markdown', async () => {
    await upstream('ada_quill', { code: 200, user: ada })
    await upstream('ada_quill/statuses', list([status(TOP)]))
    const type = async (accept: string) => {
      const response = await service.get('/ada_quill', { accept })
      return [response.status, response.headers.get('content-type')?.split(';')[0]]
    }
    expect(await type('text/html,*/*;q=0.8')).toEqual([200, 'text/markdown'])
    expect(await type('application/json')).toEqual([200, 'application/json'])
    expect(await type('image/png')).toEqual([406, 'application/problem+json'])
  })
})

test('the links to what follows keep the moment that was asked for', async () => {
  const answer = await service.get('/marta_brenkel?until=2026-11-01&limit=2')
  const links = [...(await answer.text()).matchAll(/\]\((http:[^)]*)\)/g)].map(
    ([, url]) => new URL(url as string),
  )
  const next = links.find(({ searchParams }) => searchParams.has('page'))
  expect(next?.searchParams.get('until')).toBe('2026-11-01T00:00:00.000Z')
})
