import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, links, startClient } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
beforeAll(async () => {
  x = await startClient({ X_MD_RATE_LIMITS: 'true' })
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

/** Every route of the API, with a request that works. */
const ROUTES = [
  ['/jack/status/20', 'read'],
  ['/jack/status/20/photo/1', 'read'],
  ['/i/status/20', 'read'],
  ['/api/v1/posts?handle=jack&id=20', 'read'],
  ['/api/v1/posts/20/replies', 'read'],
  ['/marta_brenkel', 'read'],
  ['/marta_brenkel/followers', 'read'],
  ['/marta_brenkel/following', 'read'],
  ['/api/v1/profiles/marta_brenkel', 'read'],
  ['/api/v1/profiles/marta_brenkel/followers', 'read'],
  ['/api/v1/profiles/marta_brenkel/following', 'read'],
  ['/search?q=harbour', 'search'],
  ['/api/v1/search?q=harbour', 'search'],
  ['/oembed?url=https://x.com/jack/status/20', 'read'],
  ['/api/v1/oembed?url=https://x.com/jack/status/20', 'read'],
  ['/api/convert?handle=jack&id=20', 'read'],
  ['/api/browse?resource=profile&handle=marta_brenkel', 'read'],
  ['/api/browse?resource=search&q=harbour', 'search'],
] as const
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

describe('the routes of the first days', () => {
  test.each([
    ['/api/convert?handle=jack&id=20', '/api/v1/posts'],
    ['/api/convert?url=nope', '/api/v1/posts'],
    ['/api/convert', '/api/v1/posts'],
    ['/api/browse?resource=profile&handle=jack', '/api/v1/profiles/jack'],
    ['/api/browse?resource=followers&handle=@jack', '/api/v1/profiles/jack/followers'],
    ['/api/browse?resource=FOLLOWING&handle=jack', '/api/v1/profiles/jack/following'],
    ['/api/browse?resource=search', '/api/v1/search'],
    ['/api/browse?resource=profile', undefined],
    ['/api/browse?resource=profile&handle=a-b', undefined],
    ['/api/browse?resource=lists&handle=jack', undefined],
    ['/api/browse', undefined],
  ])('%s says on every answer that it ends, and that %s follows', async (path, successor) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const answer = await x.ask(path, { accept: 'application/json' }, method)
      expect(head(answer, 'deprecation', 'sunset')).toEqual(['@1789430400', 'Wed, 15 Sep 2027 00:00:00 GMT'])
      const found = links(answer)
      expect(found['successor-version']).toEqual(successor && [x.url + successor])
      expect([found.deprecation, found.sunset]).toEqual([
        [`${x.url}/docs/versioning`],
        [`${x.url}/docs/versioning`],
      ])
      if (answer.status >= 400) expect(found.help).toEqual([`${x.url}/docs/reliability#errors`])
    }
  })

  test('no other route says so', async () => {
    for (const [path] of ROUTES.filter(([name]) => !/^\/api\/(?:convert|browse)/.test(name))) {
      expect(head(await x.ask(path), 'deprecation', 'sunset')).toEqual([null, null])
    }
  })
})

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
    // There is no MCP server here yet, so no address of one.
    expect(Object.keys(known)).toEqual([
      'name',
      'description',
      'version',
      'documentation_url',
      'openapi_url',
      'api_catalog_url',
      'llms_txt_url',
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
