import type { GetFollowersOutput } from '@x-md/core/operations/get-connections.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const user = (index: number) => ({
  type: 'profile',
  id: String(100 + index),
  name: `Friend ${index}`,
  screen_name: `friend_${index}`,
  description: index === 0 ? '> not a quote of ours\n# no heading' : '',
  followers: index,
})

async function upstream(path: string, body: unknown, status = 200): Promise<void> {
  await fetch(`${service.sandbox}/_sandbox/overrides`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: `/fxtwitter/2/profile/${path}`, status, body }),
  })
}

beforeEach(async () => {
  await fetch(`${service.sandbox}/_sandbox/overrides`, { method: 'DELETE' })
})

describe.each(['followers', 'following'] as const)('%s', (kind) => {
  test('are JSON with their keys, and Markdown that goes on by a link', async () => {
    const results = Array.from({ length: 30 }, (_, index) => user(index))
    await upstream(`ada_quill/${kind}`, { code: 200, results, cursor: { top: null, bottom: '17|18' } })
    const body = (await (await service.get(`/ada_quill/${kind}?format=json`)).json()) as GetFollowersOutput
    expect(Object.keys(body)).toEqual([
      'resource',
      'page',
      'limit',
      'source',
      'markdown',
      'cache',
      'users',
      'handle',
      'nextCursor',
      'fetched_at',
    ])
    expect(body).toMatchObject({
      resource: kind,
      page: 1,
      limit: 20,
      source: 'fxtwitter',
      handle: 'ada_quill',
    })
    expect(body.users.map(({ id }) => id)).toEqual(results.slice(0, 20).map(({ id }) => id))
    expect(body.nextCursor).toMatch(/^fxtwitter:@20~/)
    const markdown = await service.get(`/api/v1/profiles/ada_quill/${kind}`)
    const text = await markdown.text()
    expect(text).toBe(body.markdown.replaceAll('format=json&', ''))
    expect(text).toContain('\n> \\> not a quote of ours')
    expect(text).toContain('\n> \\# no heading')
    expect(Object.fromEntries(markdown.headers)).toMatchObject({
      'x-cache': 'HIT',
      'x-browse-resource': kind,
      'x-result-count': '20',
      'cdn-cache-control': 'public, s-maxage=21600, stale-while-revalidate=86400',
    })
    const rest = await service.get(
      `/ada_quill/${kind}?format=json&limit=5&cursor=${encodeURIComponent(body.nextCursor ?? '')}`,
    )
    expect(((await rest.json()) as GetFollowersOutput).users.map(({ id }) => id)).toEqual(
      results.slice(20, 25).map(({ id }) => id),
    )
    const other = kind === 'followers' ? 'following' : 'followers'
    const foreign = await service.get(
      `/ada_quill/${other}?cursor=${encodeURIComponent(body.nextCursor ?? '')}`,
    )
    expect(foreign.status).toBe(400)
  })

  test.each([
    ['protected', { protected: true }, 200, ['protected']],
    ['without any', { [kind]: 0 }, 200, undefined],
    ['that should be there', { [kind]: 7 }, 503, undefined],
  ])('of an account %s', async (_, changes, status, warnings) => {
    await upstream(`shy_one/${kind}`, { code: 404, results: [], cursor: { top: null, bottom: null } }, 404)
    await upstream('shy_one', { code: 200, user: { ...user(1), ...changes } })
    const response = await service.get(`/shy_one/${kind}?format=json&nocache=1`)
    expect(response.status).toBe(status)
    if (status === 200) {
      const body = (await response.json()) as GetFollowersOutput
      expect([body.users, body.warnings]).toEqual([[], warnings])
    }
  })

  test('of a suspended account are not found, of one that is missed they are unknown', async () => {
    await upstream(`gone_one/${kind}`, { code: 404, results: [] }, 404)
    await upstream('gone_one', { code: 404, message: 'User is suspended', reason: 'suspended' }, 404)
    expect((await service.get(`/gone_one/${kind}`)).status).toBe(404)
    await upstream(`lost_one/${kind}`, { code: 404, results: [] }, 404)
    await upstream('lost_one', { code: 404, message: 'User not found' }, 404)
    expect((await service.get(`/lost_one/${kind}`)).status).toBe(503)
  })
})
