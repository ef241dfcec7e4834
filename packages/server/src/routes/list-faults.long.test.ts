import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ UPSTREAM_TIMEOUT_SECONDS: '2' })
})
afterAll(() => service.close())

async function faults(list: readonly object[]): Promise<void> {
  const response = await fetch(`${service.sandbox}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(list),
  })
  expect(response.status).toBeLessThan(300)
}
afterEach(async () => {
  await faults([])
  await service.context.searchBreaker.succeed()
})

const PATHS = [
  '/marta_brenkel?with_replies=1&with_reposts=1&full=1',
  '/marta_brenkel/followers?full=1',
  '/search?q=harbour&full=1',
  '/marta_brenkel/feed.xml',
]

test.each([
  { kind: 'html-200' },
  { kind: 'crash-page' },
  { kind: 'truncated-json' },
  { kind: 'empty-object' },
  { kind: 'wrong-content-type' },
  { kind: 'reset' },
  { kind: '5xx' },
  { kind: 'rate-limit' },
  { kind: 'throttle-404' },
  { kind: 'empty-page' },
])('a source with %j is said to fail, never to be without what was asked', async (fault) => {
  await faults([{ door: 'fxtwitter', ...fault }])
  for (const path of PATHS) {
    const response = await service.get(`${path}${path.includes('?') ? '&' : '?'}nocache=1`)
    const text = await response.text()
    if (fault.kind === 'empty-page') {
      if (path.endsWith('xml')) continue
      expect([response.status, text]).toEqual([200, expect.stringContaining('Warning: X gave an empty page')])
    } else expect([502, 503], `${path} ${text}`).toContain(response.status)
  }
})

test.each([
  { kind: 'fields-dropped' },
  { kind: 'indices-utf16' },
  { kind: 'indices-mixed' },
  { kind: 'long-posts-cut' },
  { kind: 'promoted-post' },
  { kind: 'pages-overlap' },
  { kind: 'posts-dropped' },
  { kind: '5xx', rate: 0.3 },
])('a source with %j is read all the same', async (fault) => {
  await faults([{ door: 'fxtwitter', ...fault }])
  for (const path of PATHS) {
    const response = await service.get(`${path}${path.includes('?') ? '&' : '?'}nocache=1`)
    expect(response.status, `${path} ${await response.text()}`).toBe(200)
  }
})
