import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const PATHS = [
  '/jack/status/20?thread=off',
  '/api/v1/posts?handle=jack&id=20&format=json',
  '/api/v1/posts/20/replies?format=json',
  '/oembed?url=https://x.com/jack/status/20',
  '/',
]

describe('what a client has already', () => {
  test.each(PATHS)('%s is not sent again, cached or read just now', async (path) => {
    const first = await service.get(path)
    const tag = first.headers.get('etag') as string
    expect(tag).toMatch(/^W\/".+"$/)
    for (const ifNoneMatch of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await service.get(path, { 'if-none-match': ifNoneMatch })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('etag')).toBe(tag)
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
      expect(again.headers.get('vary')).toBe(first.headers.get('vary'))
      expect(again.headers.has('content-length')).toBe(false)
    }
    expect((await service.get(path, { 'if-none-match': tag }, 'HEAD')).status).toBe(304)
  })

  test('is sent when it differs', async () => {
    const tag = (await service.get(PATHS[0] as string)).headers.get('etag') as string
    const other = await service.get(PATHS[0] as string, { 'if-none-match': '"other"' })
    expect([other.status, other.headers.get('etag')]).toEqual([200, tag])
  })

  test('is told apart by its form', async () => {
    const tags = await Promise.all(
      ['text/markdown', 'text/plain', 'application/json', 'text/html'].map(async (accept) =>
        (await service.get('/jack/status/20', { accept })).headers.get('etag'),
      ),
    )
    expect(new Set(tags).size).toBe(4)
  })

  test('has no tag where nobody may keep it', async () => {
    for (const path of [
      '/healthz',
      '/jack/status/20?nocache=true',
      '/jack/status/20?thread=x',
      '/nowhere/at',
    ]) {
      expect((await service.get(path)).headers.has('etag'), path).toBe(false)
    }
    const missing = await service.get('/jack/status/20?thread=x', { 'if-none-match': '*' })
    expect(missing.status).toBe(400)
  })
})
