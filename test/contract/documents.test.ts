import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, links, startClient } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
beforeAll(async () => {
  x = await startClient()
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

describe('oEmbed', () => {
  test.each(['/oembed', '/api/v1/oembed'])('%s has seven keys, and may be kept for an hour', async (path) => {
    const answer = await x.ask(`${path}?url=https://x.com/jack/status/20`)
    expect(Object.keys(answer.json)).toEqual([
      'author_name',
      'author_url',
      'provider_name',
      'provider_url',
      'title',
      'type',
      'version',
    ])
    expect(answer.json).toMatchObject({ title: 'Embed', type: 'link', version: '1.0' })
    expect(answer.json.author_url).toBe('https://x.com/jack/status/20')
    expect(head(answer, 'content-type', 'cache-control')).toEqual([
      'application/json; charset=utf-8',
      'public, max-age=3600',
    ])
  })

  test.each([
    ['', 'https://x.com/i/status/0'],
    ['url=', 'https://x.com/i/status/0'],
    ['url=nope', 'https://x.com/i/status/0'],
    ['url=https://example.com/jack/status/20', 'https://x.com/jack/status/20'],
    ['author=jack&status=20', 'https://x.com/jack/status/20'],
    ['author=sixteen_letters_&status=20', 'https://x.com/i/status/20'],
    [`author=jack&status=${'1'.repeat(26)}`, 'https://x.com/jack/status/0'],
  ])('?%s leads to %s, and is never an error', async (query, url) => {
    const { status, json } = await x.ask(`/oembed?${query}`)
    expect([status, json.author_url]).toEqual([200, url])
  })

  test('cuts what it repeats, and takes no markup', async () => {
    const text = encodeURIComponent(`<b>\u0000${'t'.repeat(300)}`)
    const provider = encodeURIComponent(`<i>${'p'.repeat(100)}`)
    const { json } = await x.ask(`/oembed?author=jack&status=20&text=${text}&provider=${provider}`)
    expect(json.type).toBe('rich')
    for (const value of Object.values(json)) expect(value).not.toMatch(/[<>\p{Cc}]/u)
    expect(json.author_name.length).toBeLessThanOrEqual(200)
    expect(json.provider_name.length).toBeLessThanOrEqual(60)
  })

  test('both forms say the same, and read nothing', async () => {
    const before = (await x.asked()).length
    const query = '?url=https://x.com/jack/status/20&text=hi'
    expect((await x.ask(`/oembed${query}`)).text).toBe((await x.ask(`/api/v1/oembed${query}`)).text)
    expect((await x.asked()).length).toBe(before)
  })
})

describe('documents', () => {
  test.each(['/api', '/docs', '/docs/posts', '/'])('%s reads as GET, HEAD and OPTIONS only', async (path) => {
    const get = await x.ask(path)
    const only = await x.ask(path, {}, 'HEAD')
    expect([get.status, only.status, only.text]).toEqual([200, 200, ''])
    expect(only.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)))
    expect((await x.ask(path, {}, 'OPTIONS')).status).toBe(204)
    const refused = await x.ask(path, {}, 'DELETE')
    expect([refused.status, ...head(refused, 'allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('/api has its keys in order, JSON unless Markdown is wanted more', async () => {
    const answer = await x.ask('/api')
    const { software_version: _added, ...known } = answer.json
    expect(Object.keys(known)).toEqual([
      'name',
      'description',
      'version',
      'documentation_url',
      'openapi_url',
      'api_catalog_url',
      'llms_txt_url',
      'mcp_url',
      'terms_url',
      'contact_url',
      'source_url',
      'authentication',
      'versioning',
      'endpoints',
      'errors',
      'links',
    ])
    expect(known).toMatchObject({ version: 'v1', authentication: { required: false, scheme: 'Bearer' } })
    expect(known.versioning.deprecated_aliases).toEqual([
      expect.objectContaining({
        path: '/api/convert',
        successor: '/api/v1/posts',
        sunset_iso: '2027-09-15T00:00:00.000Z',
      }),
      expect.objectContaining({
        path: '/api/browse',
        successor_parameter: 'resource',
        successors: expect.objectContaining({ search: '/api/v1/search' }),
      }),
    ])
    const operations = known.endpoints.map(({ operationId }: { operationId: string }) => operationId)
    expect(operations).toEqual(
      expect.arrayContaining([
        'getPost',
        'getProfile',
        'listFollowers',
        'listFollowing',
        'searchPosts',
        'getOEmbed',
        'getPostByPermalink',
        'getProfileByHandle',
        'searchPostsByPath',
        'readPostReplies',
      ]),
    )
    expect(head(answer, 'content-type', 'cache-control', 'vary')).toEqual([
      'application/json; charset=utf-8',
      'public, max-age=3600, stale-while-revalidate=86400',
      'Accept',
    ])
    expect(Object.keys(links(answer)).toSorted()).toEqual([
      'api-catalog',
      'describedby',
      'service-desc',
      'service-doc',
    ])
    for (const [accept, type] of [
      ['*/*', 'application/json'],
      ['image/png', 'application/json'],
      ['text/markdown', 'text/markdown'],
      ['text/markdown, application/json;q=0.9', 'text/markdown'],
    ] as const) {
      const other = await x.ask('/api', { accept })
      expect([accept, other.status, other.headers.get('content-type')]).toEqual([
        accept,
        200,
        `${type}; charset=utf-8`,
      ])
    }
  })

  const STATIC = 'public, max-age=300, s-maxage=86400, stale-while-revalidate=604800'
  test.each([
    ['/openapi.json', 'application/vnd.oai.openapi+json', STATIC],
    ['/llms.txt', 'text/plain', STATIC],
    ['/llms-full.txt', 'text/plain', STATIC],
    ['/robots.txt', 'text/plain', STATIC],
    ['/sitemap.xml', 'application/xml', STATIC],
    ['/.well-known/api-catalog', 'application/linkset+json', STATIC],
    ['/.well-known/ard.json', 'application/json', STATIC],
    ['/.well-known/ai-catalog.json', 'application/json', STATIC],
    ['/.well-known/security.txt', 'text/plain', STATIC],
    ['/index.md', 'text/markdown', STATIC],
    ['/404.md', 'text/markdown', STATIC],
    ['/auth.md', 'text/markdown', STATIC],
    ['/agents.md', 'text/markdown', STATIC],
    ...['posts', 'profiles', 'search', 'pagination', 'responses', 'reliability', 'errors', 'versioning'].map(
      (name) => [`/docs/${name}.md`, 'text/markdown', STATIC] as [string, string, string],
    ),
  ])('%s is %s, and reads as GET, HEAD and OPTIONS only', async (path, type, cache) => {
    const answer = await x.ask(path)
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
    expect(head(answer, 'cache-control', 'access-control-allow-origin', 'x-content-type-options')).toEqual([
      cache,
      '*',
      'nosniff',
    ])
    expect((await x.ask(path, {}, 'HEAD')).text).toBe('')
    expect((await x.ask(path, {}, 'OPTIONS')).status).toBe(204)
    expect((await x.ask(path, {}, 'POST')).status).toBe(405)
    if (path.endsWith('.md')) {
      const [, matter = ''] = /^---\n(.*?)\n---\n/s.exec(answer.text) ?? []
      expect(matter.split('\n').map((line) => line.split(':')[0])).toEqual([
        'title',
        'description',
        'canonical',
        'last-updated',
      ])
    }
  })

  test('OpenAPI names the operations, their errors and what they are paged by', async () => {
    const { json } = await x.ask('/openapi.json')
    expect(json.openapi).toMatch(/^3\.1/)
    expect(json.servers).toEqual([expect.objectContaining({ url: x.url })])
    for (const path of [
      '/api/v1/posts',
      '/api/v1/profiles/{handle}',
      '/api/v1/profiles/{handle}/followers',
      '/api/v1/profiles/{handle}/following',
      '/api/v1/search',
      '/api/v1/oembed',
    ]) {
      expect(json.paths).toHaveProperty([path, 'get', 'operationId'])
    }
    expect(json['x-api-lifecycle']).toMatchObject({ current_major_version: expect.anything() })
    expect(json['x-error-catalog'].length).toBeGreaterThan(25)
    expect(json['x-pagination']).toMatchObject(expect.any(Object))
    expect(json.paths['/api/convert'].get).toMatchObject({
      deprecated: true,
      'x-successor-version': '/api/v1/posts',
    })
    expect(json.paths['/api/browse'].get['x-successor-version-map']).toMatchObject({
      search: '/api/v1/search',
    })
    const limit = json.paths['/api/v1/search'].get.parameters
      .map((parameter: { $ref?: string }) =>
        parameter.$ref
          ? parameter.$ref
              .split('/')
              .slice(1)
              .reduce((at: Record<string, unknown>, key: string) => at[key] as never, json)
          : parameter,
      )
      .find(({ name }: { name: string }) => name === 'limit')
    expect(limit.schema).toMatchObject({ minimum: 1, maximum: 100, default: 20 })
  })

  test('the catalogues name each item once and describe it', async () => {
    const { linkset } = (await x.ask('/.well-known/api-catalog')).json
    expect(linkset[0].anchor).toBe(`${x.url}/.well-known/api-catalog`)
    for (const { href } of linkset[0].item) {
      const own = linkset.filter(({ anchor }: { anchor: string }) => anchor === href)
      expect([href, own.length]).toEqual([href, 1])
      expect(own[0]['service-desc'].length).toBeGreaterThan(0)
    }
    const [ard, ai] = [await x.ask('/.well-known/ard.json'), await x.ask('/.well-known/ai-catalog.json')]
    expect(ai.text).toBe(ard.text)
    expect(ard.json).toMatchObject({ specVersion: '1.0', host: { displayName: 'x.md' } })
    for (const entry of ard.json.entries) {
      expect(entry.identifier).toMatch(/^urn:air:/)
      expect(Object.hasOwn(entry, 'url') !== Object.hasOwn(entry, 'data')).toBe(true)
      expect(entry.trustManifest).toMatchObject({ identity: x.url, trustSchema: expect.anything() })
      expect(entry.trustManifest.attestations.length).toBeGreaterThan(0)
    }
  })

  test('llms.txt, robots.txt and security.txt say what agents look for', async () => {
    const llms = (await x.ask('/llms.txt')).text
    for (const heading of ['When to use', 'When not to use', 'Agent resources']) {
      expect(llms).toMatch(new RegExp(`^## ${heading}`, 'm'))
    }
    const robots = (await x.ask('/robots.txt')).text
    expect(robots).toMatch(/^Disallow: \/api\/admin$/m)
    expect(robots).not.toMatch(/Disallow: \/api\/v1/)
    expect(robots).toContain('Content-Signal: search=yes, ai-input=yes, ai-train=no')
    for (const crawler of ['CCBot', 'Bytespider']) expect(robots).toContain(`User-agent: ${crawler}`)
    const [, expires = ''] = /^Expires: (.*)$/m.exec((await x.ask('/.well-known/security.txt')).text) ?? []
    expect(Date.parse(expires)).toBeGreaterThan(Date.now())
    expect(Date.parse(expires)).toBeLessThanOrEqual(Date.now() + 366 * 86_400_000)
  })

  test('pages are negotiated, and have a twin for agents', async () => {
    for (const [path, headers, type] of [
      ['/docs/posts', { accept: 'text/html' }, 'text/html; charset=utf-8'],
      ['/docs/posts', { accept: 'text/markdown' }, 'text/markdown; charset=utf-8'],
      ['/docs/posts?mode=agent', { accept: 'text/html' }, 'text/markdown; charset=utf-8'],
      ['/docs/posts?mode=else', { accept: 'text/html' }, 'text/html; charset=utf-8'],
      ['/docs/posts', { accept: 'text/html;q=0.4, text/markdown;q=0.6' }, 'text/markdown; charset=utf-8'],
    ] as const) {
      expect(head(await x.ask(path, headers), 'content-type', 'vary')).toEqual([type, 'Accept'])
    }
    const refused = await x.ask('/docs/posts', { accept: 'image/png' })
    expect([refused.status, ...head(refused, 'content-type')]).toEqual([406, 'text/plain; charset=utf-8'])
    for (const type of ['text/markdown', 'text/html']) expect(refused.text).toContain(type)
  })
})
