import type { GetRepliesOutput } from '@x-md/core/operations/get-replies.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
let path: string
beforeAll(async () => {
  service = await startService()
  path = `/api/v1/posts/${service.example('conversation/many-answers').id}/replies`
})
afterAll(() => service.close())

describe('the replies to a post', () => {
  test('are JSON with their keys, or Markdown, from one cache entry', async () => {
    const first = await service.get(`${path}?limit=3&format=json`)
    const body = (await first.json()) as GetRepliesOutput
    expect(body).toMatchObject({ resource: 'replies', page: 1, limit: 3, source: 'fxtwitter', cache: 'miss' })
    expect(body.posts).toHaveLength(3)
    const second = await service.get(`${path}?limit=3`)
    expect(await second.text()).toBe(body.markdown)
    expect(Object.fromEntries(second.headers)).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      vary: 'Accept',
      'x-source': 'fxtwitter',
      'x-cache': 'HIT',
      'x-browse-resource': 'replies',
      'x-result-count': '3',
      'cache-control': 'public, max-age=0, must-revalidate',
      'cdn-cache-control': 'public, s-maxage=600, stale-while-revalidate=86400',
    })
  })

  test.each([
    [{ accept: 'application/json' }, 200, 'application/json; charset=utf-8'],
    [{ accept: 'text/html,*/*;q=0.8' }, 200, 'text/markdown; charset=utf-8'],
    [{ accept: 'text/plain' }, 200, 'text/plain; charset=utf-8'],
    [{ accept: 'image/png' }, 406, 'application/problem+json; charset=utf-8'],
  ])('for %o are %i %s', async (headers, status, type) => {
    const answer = await service.get(path, headers)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type])
  })

  test('an empty cursor, or one of blanks, is none', async () => {
    for (const query of ['?cursor=', '?cursor=%20', '?page=1', '?page=0']) {
      expect((await service.get(path + query)).status).toBe(200)
    }
  })

  test('a bypass is kept by nobody', async () => {
    const answer = await service.get(`${path}?nocache=1`)
    expect([answer.headers.get('x-cache'), answer.headers.get('cache-control')]).toEqual([
      'BYPASS',
      'no-store',
    ])
  })

  test.each([
    ['/api/v1/posts/x/replies', 'invalid_option'],
    ['?page=2', 'invalid_option'],
    ['?cursor=x', 'invalid_option'],
    ['?full=yes', 'invalid_option'],
    ['?format=obsidian', 'invalid_format'],
  ])('%s is %s', async (at, code) => {
    const answer = await service.get(at.startsWith('/') ? at : path + at)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, code])
  })
})
