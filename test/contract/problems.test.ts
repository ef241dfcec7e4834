import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, links, startClient } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
beforeAll(async () => {
  x = await startClient()
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

describe('a problem document', () => {
  const KEYS = [
    'type',
    'title',
    'status',
    'detail',
    'instance',
    'code',
    'resolution',
    'documentation_url',
    'error',
  ]

  test('has its keys in order, two blanks deep, with a newline at its end', async () => {
    const { text, json } = await x.ask('/api/v1/profiles/not%20a%20handle?limit=3')
    expect(Object.keys(json)).toEqual(KEYS)
    expect(json).toMatchObject({
      type: `${x.url}/docs/reliability#invalid-handle`,
      title: 'Invalid X handle',
      status: 400,
      instance: `${x.url}/api/v1/profiles/not%20a%20handle?limit=3`,
      code: 'invalid_handle',
      documentation_url: `${x.url}/docs/reliability#errors`,
    })
    expect(json.error).toBe(json.detail)
    expect(json.resolution).toMatch(/\w.*\.$/)
    expect(text).toBe(`${JSON.stringify(json, null, 2)}\n`)
  })

  test('is kept by nobody, and leads to help', async () => {
    const answer = await x.ask('/search')
    expect(head(answer, 'cache-control', 'vary', 'etag')).toEqual(['no-store', 'Accept', null])
    expect(links(answer)).toEqual({
      help: [`${x.url}/docs/reliability#errors`],
      'service-desc': [`${x.url}/openapi.json`],
    })
  })

  test('with a wait says it in body and head; its key stands last', async () => {
    const { status, json, headers } = await x.ask('/search?q=harbour&feed=photos')
    expect([status, json.code]).toEqual([503, 'search_unavailable'])
    expect(Object.keys(json)).toEqual([...KEYS, 'retry_after'])
    expect(headers.get('retry-after')).toBe(String(json.retry_after))
  })

  const PROBLEM = 'application/problem+json; charset=utf-8'
  const PLAIN = 'application/json; charset=utf-8'
  test.each([
    [undefined, PROBLEM],
    ['*/*', PROBLEM],
    ['text/markdown', PROBLEM],
    ['text/html', PROBLEM],
    ['application/*', PROBLEM],
    ['application/json', PLAIN],
    ['application/json, text/plain;q=0.5', PLAIN],
    ['application/problem+json, text/markdown;q=0.1', PROBLEM],
    ['application/problem+json, application/json', PROBLEM],
    ['application/json, application/problem+json', PROBLEM],
    ['application/json, application/problem+json;q=0.9', PLAIN],
    ['application/json;q=0.8, application/problem+json', PROBLEM],
    ['application/json, */*;q=0.1', PLAIN],
    ['*/*, application/problem+json;q=0', PLAIN],
  ])('for Accept %s is %s', async (accept, type) => {
    const answer = await x.ask('/api/v1/posts?url=nope', accept === undefined ? {} : { accept })
    expect(head(answer, 'content-type')).toEqual([type])
    expect(answer.json.code).toBe('invalid_url')
  })

  test('repeats what was sent only cleaned and cut', async () => {
    const { json } = await x.ask(
      `/jack/status/20?thread=${encodeURIComponent(`<b>\u0007\n${'a'.repeat(1000)}`)}`,
    )
    expect(json.code).toBe('invalid_thread')
    expect(json.detail).not.toMatch(/[<>\p{Cc}]/u)
    expect(json.detail.length).toBeLessThanOrEqual(400)
  })

  // Title and status of a code are what clients know them by, wherever it is met.
  test.each([
    ['/api/v1/posts', 400, 'missing_url', 'Missing url parameter'],
    ['/api/v1/posts?url=nope', 400, 'invalid_url', 'Invalid X status URL'],
    ['/api/v1/posts?url=https://example.com/jack/status/20', 400, 'unsupported_host', 'Unsupported host'],
    ['/api/v1/posts?url=https://x.com/jack', 400, 'invalid_path', 'Not a status permalink'],
    ['/api/v1/posts?handle=jack', 400, 'invalid_params', 'Invalid handle or status id'],
    ['/jack?full=2', 400, 'invalid_option', 'Invalid query option'],
    ['/api/v1/profiles/a-b', 400, 'invalid_handle', 'Invalid X handle'],
    ['/api/browse?resource=x', 400, 'invalid_resource', 'Unsupported browse resource'],
    ['/jack?format=obsidian', 400, 'invalid_format', 'Unsupported format'],
    ['/jack/status/20?thread=1', 400, 'invalid_thread', 'Invalid thread parameter'],
    ['/jack/status/20?userinfo=1', 400, 'invalid_userinfo', 'Invalid userinfo parameter'],
    ['/jack/status/20?context=1', 400, 'invalid_context', 'Invalid context parameter'],
    ['/jack/status/20?replies=1', 400, 'invalid_replies', 'Invalid replies parameter'],
    ['/search', 400, 'missing_query', 'Missing search query'],
    ['/api/nowhere', 404, 'route_not_found', 'API route not found'],
    ['/jack/status/9999999999999999999', 404, 'not_found', 'Not found'],
    ['/search?q=a&feed=users', 503, 'search_unavailable', 'Search temporarily unavailable'],
  ])('%s is %i %s, %s', async (path, status, code, title) => {
    const answer = await x.ask(path, { accept: 'application/json' })
    expect([answer.status, answer.json.status, answer.json.code, answer.json.title]).toEqual([
      status,
      status,
      code,
      title,
    ])
    expect(answer.json.type).toBe(`${x.url}/docs/reliability#${code.replaceAll('_', '-')}`)
  })
})

describe('a path that leads nowhere', () => {
  test.each([
    ['/nowhere/at/all', {}, 'text/markdown; charset=utf-8'],
    ['/nowhere/at/all', { accept: '*/*' }, 'text/markdown; charset=utf-8'],
    ['/nowhere/at/all', { accept: 'text/html' }, 'text/html; charset=utf-8'],
    ['/nowhere/at/all', { accept: 'application/json' }, 'application/json; charset=utf-8'],
    ['/nowhere/at/all', { accept: 'image/png' }, 'text/markdown; charset=utf-8'],
    ['/nowhere/at/all?format=json', {}, 'application/problem+json; charset=utf-8'],
    ['/api/nowhere', {}, 'application/problem+json; charset=utf-8'],
    ['/api/v1/nowhere', {}, 'application/problem+json; charset=utf-8'],
    ['/api/nowhere', { accept: 'text/markdown' }, 'text/markdown; charset=utf-8'],
    ['/api/nowhere', { accept: 'image/png' }, 'application/problem+json; charset=utf-8'],
  ])('%s with %o is 404 as %s', async (path, headers, type) => {
    const answer = await x.ask(path, headers)
    expect([answer.status, ...head(answer, 'content-type', 'cache-control', 'vary')]).toEqual([
      404,
      type,
      'public, max-age=0, must-revalidate',
      'Accept',
    ])
    expect(links(answer)).toEqual({
      alternate: ['/404.md'],
      sitemap: ['/sitemap.xml'],
      describedby: ['/llms.txt'],
      'service-desc': ['/openapi.json'],
      'api-catalog': ['/.well-known/api-catalog'],
    })
    for (const target of ['/sitemap.xml', '/openapi.json', '/docs']) expect(answer.text).toContain(target)
  })

  test('says in links where to go on', async () => {
    const { json } = await x.ask('/api/nowhere')
    expect(Object.keys(json).at(-1)).toBe('links')
    const labels = json.links.map(({ label }: { label: string }) => label)
    expect(labels).toEqual(
      expect.arrayContaining(['Home', 'Documentation', 'Sitemap', 'llms.txt index', 'openapi', 'API index']),
    )
    for (const { href } of json.links) expect(href).toMatch(new RegExp(`^${RegExp.escape(x.url)}/`))
  })

  test('is repeated without signs that could be taken for syntax', async () => {
    const path = `/nowhere/%3Cscript%3E%22'%60${'a'.repeat(500)}`
    for (const accept of ['text/html', 'text/markdown', 'application/json']) {
      const { text, json } = await x.ask(path, { accept })
      expect(text).not.toContain('<script>')
      // The instance is the address itself; words about it are short.
      expect(json?.detail ?? text).not.toContain('a'.repeat(201))
    }
  })
})
