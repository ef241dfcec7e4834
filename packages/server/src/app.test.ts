import { ERRORS } from '@x-md/core/errors.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { type Service, startService } from './testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ X_MD_PUBLIC_URL: 'https://x.example/' })
})
afterAll(() => service.close())

/** A logger that keeps its lines, each as JSON with the name of its level. */
function keptLog(): { log: Context['log']; lines: string[] } {
  const lines: string[] = []
  const keep = (level: string) => (fields: { err?: Error }) => {
    const err = fields.err && { message: fields.err.message }
    lines.push(JSON.stringify({ level, ...fields, ...(err && { err }) }))
  }
  const log = { isLevelEnabled: () => true, info: keep('info'), warn: keep('warn'), error: keep('error') }
  return { log: log as unknown as Context['log'], lines }
}

const ROUTES = [
  '/jack/status/20',
  '/i/web/status/20',
  '/api/v1/posts?url=https://x.com/jack/status/20',
  '/api/v1/posts/20/replies',
  '/oembed',
  '/api/v1/oembed',
  '/healthz',
  '/',
]

describe('every route', () => {
  test.each(ROUTES)('%s answers GET and HEAD, and OPTIONS with 204', async (path) => {
    expect((await service.get(path)).status).toBe(200)
    const head = await service.get(path, {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    const options = await service.get(path, {}, 'OPTIONS')
    expect([options.status, await options.text()]).toEqual([204, ''])
    expect(options.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(options.headers.has('ratelimit')).toBe(false)
  })

  test.each(ROUTES)('%s refuses other methods', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await service.get(path, {}, method)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect(await answer.json()).toMatchObject({ code: 'method_not_allowed', status: 405 })
    }
  })

  test('a body is not read', async () => {
    const answer = await fetch(`${service.url}/api/v1/posts`, { method: 'POST', body: 'x'.repeat(1_000_000) })
    expect(answer.status).toBe(405)
  })
})

describe('problems', () => {
  test('have their fields in order, and absolute addresses on the public one', async () => {
    const answer = await service.get('/api/v1/posts?url=nope', { 'x-forwarded-host': 'evil.example' })
    const text = await answer.text()
    const problem = JSON.parse(text)
    expect(Object.keys(problem)).toEqual([
      'type',
      'title',
      'status',
      'detail',
      'instance',
      'code',
      'resolution',
      'documentation_url',
      'error',
    ])
    expect(problem).toMatchObject({
      type: 'https://x.example/docs/reliability#invalid-url',
      title: ERRORS.invalid_url.title,
      status: 400,
      instance: 'https://x.example/api/v1/posts?url=nope',
      resolution: ERRORS.invalid_url.resolution,
      documentation_url: 'https://x.example/docs/reliability#errors',
      error: problem.detail,
    })
    expect(text).toBe(`${JSON.stringify(problem, null, 2)}\n`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'Accept',
      link: '<https://x.example/docs/reliability#errors>; rel="help", <https://x.example/openapi.json>; rel="service-desc"',
    })
    expect(answer.headers.has('x-request-id')).toBe(false)
  })

  test('are plain JSON for who accepts only that', async () => {
    const answer = await service.get('/api/v1/posts', { accept: 'application/json' })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.json()).toMatchObject({ code: 'missing_url' })
  })

  test('repeat what was sent without signs, and no more of it than fits', async () => {
    const url = encodeURIComponent(`<b>\u0007\u202e\n${'y'.repeat(900)}`)
    const { detail } = (await (await service.get(`/api/v1/posts?url=${url}`)).json()) as { detail: string }
    expect(detail).not.toMatch(/[<>\p{C}]/u)
    expect(detail.length).toBeLessThanOrEqual(400)
  })

  test('a very long address is refused', async () => {
    const answer = await service.get(`/jack/status/20?x=${'a'.repeat(9000)}`)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'invalid_option'])
  })

  test('a fault of our own tells its id and nothing else', async () => {
    const { log, lines } = keptLog()
    const broken: Context = {
      ...service.context,
      log,
      cache: { ...service.context.cache, read: () => Promise.reject(new TypeError('secret of the house')) },
    }
    const app = createApp(broken, { publicUrl: () => 'https://x.example' })
    const answer = await app.request('/jack/status/20?q=private')
    const id = answer.headers.get('x-request-id') as string
    const body = await answer.text()
    expect([answer.status, JSON.parse(body).code]).toEqual([500, 'internal_error'])
    expect(body).toContain(id)
    expect(body).not.toMatch(/secret|\.ts:/)
    const written = lines.map((line) => JSON.parse(line))
    expect(written).toMatchObject([
      { level: 'error', id, err: { message: 'secret of the house' } },
      { level: 'info', id, method: 'GET', path: '/jack/status/20', status: 500 },
    ])
    expect(lines.join('')).not.toContain('private')
  })
})

describe('the log', () => {
  test('has one line a request, never the query, and no error for what the caller did wrong', async () => {
    const { log, lines } = keptLog()
    const app = createApp({ ...service.context, log }, { publicUrl: () => 'https://x.example' })
    await app.request('/jack/status/20?thread=off&secret=1')
    await app.request('/jack/status/20?thread=x')
    expect(lines.join('')).not.toContain('secret')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 'info',
        method: 'GET',
        path: '/jack/status/20',
        status: 200,
        source: 'fxtwitter',
        ms: expect.any(Number),
      },
      { level: 'info', status: 400, id: expect.stringMatching(/^[0-9a-f]{12}-\d+$/) },
    ])
  })
})

describe('a path that nobody knows', () => {
  test.each([
    ['/nowhere/at/all', {}, 'text/markdown; charset=utf-8'],
    ['/nowhere/at/all', { accept: 'text/html' }, 'text/html; charset=utf-8'],
    ['/nowhere/at/all', { accept: 'text/plain' }, 'text/plain; charset=utf-8'],
    ['/nowhere/at/all', { accept: 'image/png' }, 'text/markdown; charset=utf-8'],
    ['/nowhere/at/all', { accept: 'application/json' }, 'application/json; charset=utf-8'],
    ['/nowhere/at/all', { accept: 'application/problem+json' }, 'application/problem+json; charset=utf-8'],
    ['/nowhere/at/all?format=json', { accept: 'text/html' }, 'application/problem+json; charset=utf-8'],
    ['/api/nowhere', {}, 'application/problem+json; charset=utf-8'],
    ['/api/nowhere', { accept: 'text/markdown' }, 'text/markdown; charset=utf-8'],
    ['/api/else', { accept: 'image/png' }, 'application/problem+json; charset=utf-8'],
  ])('%s for %o is %s', async (path, headers, type) => {
    const answer = await service.get(path, headers)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, type])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(answer.headers.get('vary')).toBe('Accept')
    expect(answer.headers.get('link')).toContain('</openapi.json>; rel="service-desc"')
    expect(await answer.text()).toContain('https://x.example/jack/status/20')
  })

  test('is not answered with 405 or 204', async () => {
    for (const method of ['POST', 'OPTIONS'])
      expect((await service.get('/no-where', {}, method)).status).toBe(404)
  })

  test('every link leads to something', async () => {
    const { links } = (await (await service.get('/api/nowhere')).json()) as { links: { href: string }[] }
    for (const { href } of links) {
      expect((await service.get(href.replace('https://x.example', ''))).status).toBe(200)
    }
  })

  test('cannot write Markdown into the answer', async () => {
    const text = await (await service.get('/[x](javascript:alert(1))/`*a*`/%3Cb%3E')).text()
    expect(text).toContain('\\](javascript')
    expect(text).not.toContain('<b>')
  })
})

describe('the index', () => {
  test.each([
    [{}, 'text/markdown; charset=utf-8'],
    [{ accept: 'application/json' }, 'application/json; charset=utf-8'],
    [{ accept: 'text/html' }, 'text/html; charset=utf-8'],
  ])('for %o is %s', async (headers, type) => {
    const answer = await service.get('/', headers)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(await answer.text()).toContain('https://x.example/api/v1/posts')
  })
})
