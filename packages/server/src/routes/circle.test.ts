import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const UNTIL = '2026-11-01T12:00:00Z'
const PATH = `/api/v1/profiles/oskar_fenwall/circle?until=${UNTIL}&days=30`

interface Circle {
  handle: string
  members: { rank: number; handle: string; score: number }[]
  window: object
  coverage: { partial: boolean; label: string }
  markdown: string
  cache: string
}

describe('one circle in every form', () => {
  test('JSON, with what was read for it', async () => {
    const answer = await service.get(PATH, { accept: 'application/json' })
    const body = (await answer.json()) as Circle
    expect(answer.status).toBe(200)
    expect(body).toMatchObject({
      resource: 'circle',
      handle: 'oskar_fenwall',
      window: { since: '2026-10-02T12:00:00Z', until: UNTIL },
      coverage: { label: 'search + reply sample' },
    })
    expect(body.members.map(({ rank }) => rank)).toEqual(body.members.map((_, index) => index + 1))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept',
      'x-source': 'fxtwitter',
      'x-cache': 'MISS',
      'x-browse-resource': 'circle',
      'x-result-count': String(body.members.length),
      'cdn-cache-control': 'public, s-maxage=60, stale-while-revalidate=86400',
    })
  })

  test('once it is whole, it is kept: the same bytes, and 304 for who has them', async () => {
    await service.get(PATH)
    const first = await service.get(PATH)
    const again = await service.get(PATH)
    expect([first.headers.get('x-cache'), again.headers.get('x-cache')]).toEqual(['HIT', 'HIT'])
    const markdown = await again.text()
    expect(markdown).toBe(await first.text())
    expect(markdown).toMatch(/^# Circle of Oskar Fenwall \(@oskar_fenwall\)\n/)
    expect(again.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(again.headers.get('cdn-cache-control')).toContain('s-maxage=600')
    const etag = again.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\//)
    const known = await service.get(PATH, { 'if-none-match': etag })
    expect([known.status, await known.text()]).toEqual([304, ''])
    const json = await service.get(`${PATH}&format=json`)
    expect(((await json.json()) as Circle).markdown).toBe(markdown)
    expect(json.headers.get('etag')).not.toBe(etag)
  })

  test.each([
    [{ accept: 'image/avif,image/webp,image/svg+xml,image/*;q=0.8' }, ''],
    [{ accept: 'application/json' }, '&format=svg'],
  ])('a picture, that can do nothing where it is opened: %o %s', async (headers, query) => {
    const answer = await service.get(PATH + query, headers)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const svg = await answer.text()
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /)
    expect(svg).toContain('@oskar_fenwall')
  })

  test('a browser sees the Markdown, and what fits nothing is 406', async () => {
    const browser = await service.get(PATH, { accept: 'text/html,image/webp,*/*;q=0.8' })
    expect(browser.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect((await service.get(PATH, { accept: 'application/pdf' })).status).toBe(406)
  })

  test.each([
    ['days=0', 'invalid_option'],
    ['until=2999-01-01', 'invalid_option'],
    ['format=obsidian', 'invalid_format'],
  ])('%s is refused: %s', async (query, code) => {
    const answer = await service.get(`/api/v1/profiles/oskar_fenwall/circle?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code })
  })
})

test('it costs one import and a search a page; without a search left, it is made of the rest', async () => {
  const limited = await startService({ X_MD_RATE_LIMITS: 'true' })
  const left = (answer: Response, name: string) =>
    Number(new RegExp(`"${name}";r=(\\d+)`).exec(answer.headers.get('ratelimit') ?? '')?.[1])
  const both = (answer: Response) => [left(answer, 'import-ip'), left(answer, 'search-ip')]
  try {
    const head = await limited.get(PATH, {}, 'HEAD')
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(both(await limited.get('/api/v1/profiles/oskar_fenwall/circle?days=0'))).toEqual([3, 5])
    expect(both(await limited.get(PATH))).toEqual([2, 4])
    // It goes on with the search that had an empty page, and has the posts.
    expect(both(await limited.get(PATH))).toEqual([2, 3])
    const kept = await limited.get(PATH)
    expect(kept.headers.get('x-cache')).toBe('HIT')
    expect(both(kept)).toEqual([2, 3])
    expect(left(kept, 'import-ip-day')).toBe(4)
    for (let n = 0; n < 3; n++) await limited.get(`/api/v1/search?q=from:jack+${n}`)
    const path = `/api/v1/profiles/marta_brenkel/circle?until=${UNTIL}&days=30&format=json`
    expect(await (await limited.get(path)).json()).toMatchObject({
      coverage: {
        label: 'reply sample',
        own_posts: { state: 'complete' },
        search: { state: 'failed', error: 'rate_limited', retry_at: expect.any(String) },
      },
    })
  } finally {
    await limited.close()
  }
})

test('names by strangers stay names, in the words and in the picture', async () => {
  const evil = ']]></text><script>alert(1)</script>\n# head\n> quote [a](javascript:alert(1))'
  const author = { id: '7', name: evil, screen_name: 'ada_quill', avatar_url: 'javascript:alert(2)' }
  const results = [
    {
      type: 'status',
      id: '2110000000000000000',
      url: 'https://x.com/ada_quill/status/2110000000000000000',
      text: evil,
      author,
      replying_to: { screen_name: 'tobin_averell7', status: '20' },
    },
  ]
  await fetch(`${service.sandbox}/_sandbox/overrides`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      path: '/fxtwitter/2/search',
      status: 200,
      body: { code: 200, results, cursor: { top: null, bottom: null } },
    }),
  })
  const path = `/api/v1/profiles/tobin_averell7/circle?until=${UNTIL}&days=30`
  const markdown = await (await service.get(path)).text()
  expect(markdown).toContain('@ada_quill')
  expect(markdown).not.toMatch(/^# head|^> |(?<!\\)<script|(?<!\\)\]\(javascript/m)
  const svg = await (await service.get(`${path}&format=svg`)).text()
  expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(svg).not.toMatch(/<script|javascript:alert\(2\)/)
})
