import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startFaulty } from '../../faults/testing.ts'
import type { WireUser } from './wire.ts'

interface Page {
  code: number
  message?: string
  results: WireUser[]
  cursor: { top: string | null; bottom: string | null }
}

let sandbox: Awaited<ReturnType<typeof startFaulty>>
beforeAll(async () => {
  sandbox = await startFaulty()
})
afterAll(() => sandbox.close())
afterEach(() => sandbox.faults())

const NOTHING = { results: [], cursor: { top: null, bottom: null } }
const get = async (path: string, query: Record<string, string> = {}) => {
  const answer = await sandbox.ask(`/fxtwitter/2/${path}?${new URLSearchParams(query)}`)
  return { status: answer.status, ...((await answer.json()) as Page) }
}
async function walk(path: string): Promise<Page[]> {
  const pages = [await get(path)]
  while (pages.at(-1)!.results.length > 0) {
    pages.push(await get(path, { cursor: pages.at(-1)!.cursor.bottom! }))
  }
  return pages.slice(0, -1)
}
const names = (pages: Page[]) => pages.flatMap(({ results }) => results.map((user) => user.screen_name))
const truth = async (handle: string, which: string) =>
  (
    (await (await sandbox.ask(`/_sandbox/world/connections/${handle}/${which}`)).json()) as {
      people: string[]
    }
  ).people

describe('followers and following', () => {
  test.each([
    ['kite_ledger', 'followers'],
    ['kite_ledger', 'following'],
    ['marta_brenkel', 'following'],
  ])('@%s, %s: pages of 50 to 70 hold everybody in order', async (handle, which) => {
    const pages = await walk(`profile/${handle}/${which}`)
    const people = await truth(handle, which)
    expect(names(pages)).toEqual(people)
    for (const { results } of pages.slice(0, -1)) {
      expect(results.length).toBeGreaterThanOrEqual(50)
      expect(results.length).toBeLessThanOrEqual(70)
    }
  })

  test('users are whole, and lead to their profiles', async () => {
    const { results } = await get('profile/kite_ledger/followers')
    for (const user of results.slice(0, 5)) {
      expect(user).toMatchObject({
        type: 'profile',
        id: expect.stringMatching(/^\d+$/),
        name: expect.any(String),
      })
      expect(await get(`profile/${user.screen_name}`)).toMatchObject({ status: 200, user })
      expect(await get(`profile/id:${user.id}`)).toMatchObject({ status: 200, user })
    }
  })

  test('every other state', async () => {
    expect(await get('profile/no_face_yet/followers')).toMatchObject({ status: 200, results: [] })
    expect(await get('profile/quiet_larder/followers')).toEqual({ status: 200, code: 200, ...NOTHING })
    for (const handle of ['freecoinz_4471', 'nobody_at_all_']) {
      expect(await get(`profile/${handle}/following`)).toEqual({ status: 404, code: 404, ...NOTHING })
    }
    expect(await get('profile/zq7/followers', { cursor: 'x' })).toEqual({
      status: 404,
      code: 404,
      ...NOTHING,
    })
    expect(await get('profile/zq7/followers', { count: '0' })).toEqual({
      status: 400,
      code: 400,
      message: 'count: Too small: expected number to be >=1',
    })
  })
})

test('the people who reposted a post', async () => {
  const { post } = sandbox.world.named.find(({ key }) => key === 'ref-plain')!
  const pages = await walk(`status/${post.id}/reposts`)
  expect(names(pages)).toEqual(sandbox.world.reposters(post).map(({ handle }) => handle))
  expect(names(pages)).toContain('ines_quillfen')
  expect(await get(`status/${sandbox.idOf('tombstone/deleted')}/reposts`)).toEqual({
    status: 404,
    code: 404,
    ...NOTHING,
  })
  expect((await get('status/x/reposts')).message).toBe('id: tweet ID must be a numeric snowflake')
})

describe('explore', () => {
  const ask = async (path: string) => {
    const answer = await sandbox.ask(`/fxtwitter/2/${path}`)
    return [answer.status, await answer.json()] as [number, Record<string, unknown>]
  }

  test('typeahead suggests people as stubs, and topics', async () => {
    const [status, body] = await ask('typeahead?q=marta_b')
    expect(status).toBe(200)
    expect(body).toMatchObject({ code: 200, query: 'marta_b', events: [], topics: [] })
    const [first, ...others] = body.users as WireUser[]
    expect(first).toMatchObject({ screen_name: 'marta_brenkel', followers: 0, description: '', joined: '' })
    // Whoever names her in the bio.
    expect(others.map((user) => user.screen_name)).toEqual(['lindqvarn_links'])
    const [, topics] = await ask('typeahead?q=fer&result_type=topics,nonsense')
    expect(topics).toMatchObject({
      users: [],
      topics: [{ topic: '#ferries' }, { topic: 'ferry timetables' }],
    })
    expect(topics.num_results).toBe(2)
    expect(await ask('typeahead?q=%20')).toEqual([
      400,
      { code: 400, message: 'q: Search query must not be empty' },
    ])
  })

  test('trends are ranked, as many as asked for', async () => {
    const [, body] = await ask('trends')
    const trends = body.trends as { rank: string; name: string }[]
    expect(trends.map(({ rank }) => rank)).toEqual(Array.from({ length: 20 }, (_, i) => String(i + 1)))
    expect(new Set(trends.map(({ name }) => name)).size).toBe(20)
    expect((await ask('trends?count=3'))[1].trends).toEqual(trends.slice(0, 3))
    expect((await ask('trends?count=51'))[1]).toEqual({
      code: 400,
      message: 'count: Too big: expected number to be <=50',
    })
    expect((await ask('trends?type=news'))[0]).toBe(400)
  })
})
