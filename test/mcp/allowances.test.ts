import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../../packages/server/src/testing.ts'
import { type Era, post, request } from './speakers.ts'

let service: Service
let url: string
let now = Date.parse('2026-11-30T12:00:10Z')
beforeAll(async () => {
  service = await startService({ X_MD_RATE_LIMITS: 'true' }, { now: () => now })
  url = `${service.url}/mcp`
})
afterAll(() => service.close())

const call = (era: Era, name: string, args: Record<string, unknown>) =>
  post(url, era, request(era, 'tools/call', { name, arguments: args }))
const left = ({ headers }: { headers?: Headers }) => headers?.get('ratelimit')

test('a call costs a unit, and a list that is kept gives it back', async () => {
  now += 60_000
  expect(left(await call('modern', 'x_md_get_profile', { handle: 'jack' }))).toBe('"api-ip";r=599;t=50')
  expect(left(await call('modern', 'x_md_get_profile', { handle: 'jack' }))).toBe('"api-ip";r=599;t=50')
  // A post does not.
  for (const units of [598, 597]) {
    expect(left(await call('legacy', 'x_md_get_post', { handle: 'jack', id: '20' }))).toBe(
      `"api-ip";r=${units};t=50`,
    )
  }
  expect(left(await post(url, 'modern', request('modern', 'tools/list')))).toBeNull()
})

test.each(['modern', 'legacy'] as const)(
  'when all is spent, what is kept is given and all else is 429 (%s)',
  async (era) => {
    now += 60_000
    await call(era, 'x_md_get_profile', { handle: 'jack' })
    await call(era, 'x_md_search_posts', { q: 'ferry' })
    while ((await service.get('/jack/status/20')).status !== 429);
    const kept = await call(era, 'x_md_get_profile', { handle: 'jack' })
    expect(kept.status).toBe(200)
    expect(kept.message?.result?.structuredContent).toMatchObject({ handle: 'jack', cache: 'hit' })
    expect(
      (await call(era, 'x_md_search_posts', { q: 'ferry' })).message?.result?.structuredContent,
    ).toMatchObject({ cache: 'hit' })
    for (const [name, args] of [
      ['x_md_get_profile', { handle: 'Marta_Brenkel' }],
      ['x_md_search_posts', { q: 'harbour' }],
      ['x_md_get_post', { handle: 'jack', id: '20' }],
      ['submit_feedback', { message: 'a' }],
    ] as const) {
      const refused = await call(era, name, args)
      expect([refused.status, refused.headers?.get('retry-after')]).toEqual([429, '50'])
      expect(refused.message).toEqual({
        jsonrpc: '2.0',
        id: 7,
        error: {
          code: -32000,
          message: expect.stringContaining('too many requests'),
          data: { status: 429, code: 'rate_limited', policy: 'api-ip', retryAfter: 50 },
        },
      })
    }
    expect((await post(url, era, request(era, 'tools/list'))).status).toBe(200)
  },
)

test('an import draws from its own allowance, and a spent one is a result that says how long to wait', async () => {
  now += 86_400_000
  const args = { handle: 'Marta_Brenkel', max_posts: 2 }
  for (let n = 0; n < 3; n++)
    expect((await call('modern', 'x_md_import_posts', args)).message?.result?.isError).toBeUndefined()
  const spent = await call('modern', 'x_md_import_posts', args)
  expect(spent.status).toBe(200)
  const seconds = spent.headers?.get('retry-after')
  expect(spent.message?.result).toMatchObject({ isError: true })
  expect(spent.message?.result?.content?.[0]?.text).toMatch(
    new RegExp(`HTTP 429, code rate_limited, retry after ${seconds}s\\)$`),
  )
  expect(left(spent)).toContain('"import-ip";r=0')
})

test('searches draw from theirs', async () => {
  now += 3_600_000
  for (let n = 0; n < 5; n++) await call('legacy', 'x_md_search_posts', { q: `harbour ${n}` })
  const spent = await call('legacy', 'x_md_search_posts', { q: 'harbour 5' })
  expect(spent.message?.result?.content?.[0]?.text).toMatch(
    /HTTP 429, code rate_limited, retry after \d+s\)$/,
  )
  expect(
    (await call('legacy', 'x_md_search_posts', { q: 'harbour 0' })).message?.result?.isError,
  ).toBeUndefined()
})

test('a key that is not known is refused, whatever is asked', async () => {
  for (const method of ['tools/list', 'tools/call']) {
    const body = request(
      'modern',
      method,
      method === 'tools/call' ? { name: 'x_md_get_post', arguments: {} } : {},
    )
    const refused = await post(url, 'modern', body, { authorization: `Bearer xmd_${'0'.repeat(48)}` })
    expect([refused.status, refused.message?.error?.code]).toEqual([401, -32600])
    expect(refused.headers?.get('x-api-key-status')).toBe('invalid')
  }
})
