import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, startClient } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
beforeAll(async () => {
  x = await startClient()
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

const MARKDOWN = 'text/markdown; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

describe('replies', () => {
  let path: string
  beforeAll(() => {
    path = `/api/v1/posts/${x.example('conversation/many-answers').id}/replies?`
  })

  test('are one page of direct replies, newest first, with their keys in order', async () => {
    const answer = await x.ask(`${path}format=json&limit=15`)
    const { json } = answer
    expect(Object.keys(json)).toEqual([
      'resource',
      'posts',
      'page',
      'limit',
      'source',
      'markdown',
      'cache',
      'fetched_at',
    ])
    expect(json).toMatchObject({
      resource: 'replies',
      page: 1,
      limit: 15,
      source: 'fxtwitter',
      cache: 'miss',
    })
    const times = json.posts.map((post: { created_timestamp: number }) => post.created_timestamp)
    expect(times.length).toBeGreaterThan(10)
    expect(times).toEqual(times.toSorted((one: number, other: number) => other - one))
    for (const post of json.posts) {
      expect(post.replying_to.status).toBe(x.example('conversation/many-answers').id)
    }
    expect(
      head(answer, 'vary', 'x-source', 'x-cache', 'x-browse-resource', 'x-result-count', 'cdn-cache-control'),
    ).toEqual([
      'Accept',
      'fxtwitter',
      'MISS',
      'replies',
      String(json.posts.length),
      'public, s-maxage=600, stale-while-revalidate=86400',
    ])
  })

  test.each([
    ['limit=0', 20],
    ['limit=abc', 20],
    ['limit=1000', 100],
    ['limit=2', 2],
    ['page=1', 20],
    ['page=0', 20],
    ['cursor=', 20],
  ])('?%s means at most %i', async (query, limit) => {
    const { status, json } = await x.ask(`${path}format=json&${query}`)
    expect([status, json.limit]).toEqual([200, limit])
    expect(json.posts.length).toBeLessThanOrEqual(limit)
  })

  test.each([
    ['page=2', 'invalid_option'],
    ['page=99999999999', 'invalid_option'],
    ['cursor=abc', 'invalid_option'],
    ['full=yes', 'invalid_option'],
    ['nocache=yes', 'invalid_option'],
    ['format=obsidian', 'invalid_format'],
  ])('?%s is %s', async (query, code) => {
    const { status, json } = await x.ask(path + query)
    expect([status, json.code]).toEqual([400, code])
  })

  test.each([
    [undefined, '', MARKDOWN],
    ['application/json', '', JSON_TYPE],
    ['text/html,*/*;q=0.8', '', MARKDOWN],
    ['text/plain', '', 'text/plain; charset=utf-8'],
    ['image/png', 'format=json', JSON_TYPE],
    ['application/json', 'format=%20', JSON_TYPE],
  ])('for Accept %s and ?%s are %s', async (accept, query, type) => {
    const answer = await x.ask(path + query, accept === undefined ? {} : { accept })
    expect([answer.status, ...head(answer, 'content-type')]).toEqual([200, type])
  })

  test('for an Accept that fits nothing are 406', async () => {
    const { status, json } = await x.ask(path, { accept: 'image/png' })
    expect([status, json.code]).toEqual([406, 'not_acceptable'])
  })

  test('of a post that is gone are 404, of one that is only missed 503', async () => {
    const gone = x.example('tombstone/protected')
    const missing = await x.ask(`/api/v1/posts/${gone.id}/replies?format=json`)
    expect([missing.status, missing.json.code]).toEqual([404, 'not_found'])
    const { id } = x.example('conversation/no-thread')
    await x.tell(`conversation/${id}`, { status: 404, body: { code: 404, message: 'NOT_FOUND' } })
    const unsure = await x.ask(`/api/v1/posts/${id}/replies?format=json`)
    expect([unsure.status, unsure.json.code]).toEqual([503, 'upstream_unavailable'])
  })

  test.each(['abc', '1'.repeat(26), '12a', '%EF%BC%92%EF%BC%90'])(
    'of post %s are invalid_option',
    async (id) => {
      const { status, json } = await x.ask(`/api/v1/posts/${id}/replies`)
      expect([status, json.code]).toEqual([400, 'invalid_option'])
    },
  )
})
