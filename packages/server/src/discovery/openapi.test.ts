import { ERRORS, type ErrorCode } from '@x-md/core/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Service, startService } from '../testing.ts'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'
import { codesOf } from './error-catalog.ts'
import { openapi } from './openapi.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ X_MD_RATE_LIMITS: 'false' })
})
afterAll(() => service.close())

const document = openapi('https://x.example')
const byId = (id: string) => ENDPOINTS.find(({ operationId }) => operationId === id) as Endpoint
const parametersOf = ({ path }: Endpoint) =>
  Object.fromEntries(
    (document.paths[path]?.get.parameters ?? []).map((parameter) => [parameter.name, parameter]),
  )

describe('the table of routes', () => {
  test('names what clients know', () => {
    expect(ENDPOINTS.map(({ operationId, path }) => `${operationId} ${path}`)).toEqual([
      'getPost /api/v1/posts',
      'readPostReplies /api/v1/posts/{id}/replies',
      'getProfile /api/v1/profiles/{handle}',
      'listFollowers /api/v1/profiles/{handle}/followers',
      'listFollowing /api/v1/profiles/{handle}/following',
      'importProfilePosts /api/v1/profiles/{handle}/posts',
      'getProfileCircle /api/v1/profiles/{handle}/circle',
      'searchPosts /api/v1/search',
      'getOEmbed /api/v1/oembed',
      'getPostByPermalink /{handle}/status/{id}',
      'getProfileByHandle /{handle}',
      'listFollowersByHandle /{handle}/followers',
      'listFollowingByHandle /{handle}/following',
      'importProfilePostsByHandle /{handle}/posts',
      'searchPostsByPath /search',
      'getProfileFeed /{handle}/feed.xml',
      'getProfileJsonFeed /{handle}/feed.json',
      'getSearchFeed /search/feed.xml',
      'getSearchJsonFeed /search/feed.json',
      'getOEmbedByPath /oembed',
      'convertPost /api/convert',
      'browse /api/browse',
    ])
  })

  test.each(ENDPOINTS.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    '%s answers as it says it does',
    async (_, { example, types, headers, operations }) => {
      for (const type of types) {
        const answer = await service.get(example, { accept: type })
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
        for (const name of headers) {
          if (name !== 'X-Search-Degraded') expect(answer.headers.has(name), name).toBe(true)
        }
        if (type === 'application/json')
          z.union(operations.map(({ output }) => output)).parse(await answer.json())
      }
      const plain = await service.get(example)
      expect(plain.headers.get('content-type')).toBe(`${types[0]}; charset=utf-8`)
    },
  )
})

/** Values that are wrong for the parameter of that name, wherever it is. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  url: ['nope', 'https://other.example/jack/status/20', 'https://x.com/jack', ''],
  handle: ['not-a-handle!', 'a'.repeat(16)],
  id: ['abc'],
  format: ['xml'],
  thread: ['1'],
  max_posts: ['0'],
  context: ['x'],
  replies: ['x'],
  userinfo: ['x'],
  full: ['maybe'],
  nocache: ['maybe'],
  q: ['', 'x'.repeat(600)],
  feed: ['x'],
  since: ['never'],
  until: ['never'],
  cursor: ['!'],
  page: ['x'],
  limit: ['-1'],
  // With no q.
  resource: ['x', 'search'],
}

/** Requests that should be refused: each parameter with wrong values, what is missing, and the address itself. */
function wrongRequests(endpoint: Endpoint): [string, Record<string, string>][] {
  const { pathname, search } = new URL(endpoint.example, 'http://localhost')
  const with_ = (name: string, value: string): string => {
    const at = endpoint.path.split('/').indexOf(`{${name}}`)
    if (at >= 0) return pathname.split('/').with(at, encodeURIComponent(value)).join('/') + search
    const query = new URLSearchParams(search)
    query.set(name, value)
    return `${pathname}?${query}`
  }
  return [
    ...Object.entries(WRONG).flatMap(([name, values]) =>
      values.map((value): [string, Record<string, string>] => [with_(name, value), {}]),
    ),
    [pathname, {}],
    [`${pathname}?handle=jack`, {}],
    [with_('x', 'y'.repeat(9000)), {}],
    [endpoint.example, { accept: 'image/png' }],
    [endpoint.example, { authorization: `Bearer xmd_${'0'.repeat(48)}` }],
  ]
}

describe('every code that an operation lists for the fault of a caller happens, and no other does', () => {
  test.each(ENDPOINTS.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const met = new Set<ErrorCode>()
      for (const [target, headers] of wrongRequests(endpoint)) {
        const answer = await service.get(target, headers)
        if (answer.status === 200) continue
        const { code } = (await (
          await service.get(target, { ...headers, accept: headers.accept ?? 'application/json' })
        ).json()) as {
          code: ErrorCode
        }
        expect(ERRORS[code].status).toBe(answer.status)
        met.add(code)
      }
      const listed = codesOf(endpoint).filter((code) => ERRORS[code].status < 429)
      // These two need a post that is gone, and a service that is closed to callers without a key.
      const elsewhere: readonly ErrorCode[] = ['not_found', 'unauthorized']
      expect([...met].filter((code) => !elsewhere.includes(code)).toSorted()).toEqual(
        listed.filter((code) => !elsewhere.includes(code)).toSorted(),
      )
    },
  )
})

describe('parameters', () => {
  test('have the defaults and bounds of the operation, in their HTTP form', () => {
    const post = parametersOf(byId('getPost'))
    expect(post.thread?.schema).toEqual({
      default: 'full',
      anyOf: [
        { type: 'string', enum: ['off', 'full', 'conversation'] },
        { type: 'integer', minimum: 2, maximum: 100 },
      ],
    })
    expect(post.format?.schema).toEqual({
      default: 'markdown',
      type: 'string',
      enum: ['markdown', 'json', 'obsidian'],
    })
    const search = parametersOf(byId('searchPosts'))
    expect(search.q).toMatchObject({ in: 'query', required: true, example: 'lighthouse' })
    expect(search.limit?.schema).toEqual({ default: 20, type: 'integer', minimum: 1, maximum: 100 })
    expect(search.page?.schema).toEqual({ default: 1, type: 'integer', minimum: 1, maximum: 10 })
    expect(search.since?.schema).toMatchObject({ type: 'string' })
  })

  test('of a permalink stand in its path, and it names no url', () => {
    const post = parametersOf(byId('getPostByPermalink'))
    expect(post.handle).toMatchObject({ in: 'path', required: true, example: 'jack' })
    expect(post.id).toMatchObject({ in: 'path', required: true, example: '20' })
    expect(post.url).toBeUndefined()
    expect(parametersOf(byId('getOEmbed')).site).toBeUndefined()
  })
})

describe('what is said once for all', () => {
  test('the catalogue of errors, pagination and the lifecycle', () => {
    expect(document['x-error-catalog'].map(({ code }) => code)).toEqual(Object.keys(ERRORS))
    expect(document['x-pagination']).toMatchObject({ response_field: 'nextCursor' })
    const { deprecated_operations, ...lifecycle } = document['x-api-lifecycle']
    expect(lifecycle).toMatchObject({
      current_major_version: 'v1',
      supported_versions: ['v1'],
      minimum_support_window_months: 12,
    })
    expect(deprecated_operations.map(({ path }) => path)).toEqual(['/api/convert', '/api/browse'])
    expect(document.paths['/api/convert']?.get).toMatchObject({
      deprecated: true,
      'x-successor-version': '/api/v1/posts',
    })
    expect(document.paths['/api/browse']?.get).toHaveProperty(
      'x-successor-version-map.search',
      '/api/v1/search',
    )
    expect(document.security).toEqual([{}, { bearer: [] }])
    expect(document.servers).toEqual([{ url: 'https://x.example' }])
  })

  test('a deprecated route sends what the document says of it', async () => {
    const { headers } = await service.get('/api/convert?url=https://x.com/jack/status/20')
    const [{ deprecation, sunset } = { deprecation: '', sunset: '' }] =
      document['x-api-lifecycle'].deprecated_operations
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([deprecation, sunset])
  })

  test('an example problem for each code that any operation lists', () => {
    for (const endpoint of ENDPOINTS) {
      for (const code of codesOf(endpoint)) {
        expect(document.components.examples[code]).toMatchObject({
          value: {
            code,
            status: ERRORS[code].status,
            type: `https://x.example/docs/reliability#${code.replaceAll('_', '-')}`,
          },
        })
      }
    }
  })
})
