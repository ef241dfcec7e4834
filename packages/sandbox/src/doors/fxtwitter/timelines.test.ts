import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TimelineTruth } from '../../catalogue/timeline-truth.ts'
import { startFaulty } from '../../faults/testing.ts'
import { readTimelineCursor, writeTimelineCursor } from './timeline-cursor.ts'
import type { WireStatus } from './wire.ts'

interface Page {
  code: number
  results: WireStatus[]
  cursor: { top: string | null; bottom: string | null }
}

let sandbox: Awaited<ReturnType<typeof startFaulty>>
beforeAll(async () => {
  sandbox = await startFaulty()
})
afterAll(() => sandbox.close())
afterEach(() => sandbox.faults())

const NOTHING = { results: [], cursor: { top: null, bottom: null } }
const get = (path: string) => sandbox.ask(`/fxtwitter/2/profile/${path}`)
const page = async (path: string) => (await (await get(path)).json()) as Page
const truth = async (handle: string, replies = false) =>
  (await (
    await sandbox.ask(`/_sandbox/world/timelines/${handle}${replies ? '?with_replies=1' : ''}`)
  ).json()) as TimelineTruth

/** Every page from a cursor on, to the first empty one. */
async function walk(path: string, from?: string): Promise<Page[]> {
  const pages: Page[] = []
  for (let cursor = from; ; ) {
    const query = cursor ? `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}` : ''
    const next = await page(path + query)
    if (next.results.length === 0) return pages
    pages.push(next)
    cursor = next.cursor.bottom!
  }
}

const key = (post: WireStatus) => `${post.id} ${post.reposted_by?.screen_name ?? ''}`
const keys = (posts: TimelineTruth['posts']) =>
  new Set(posts.map((one) => `${one.id} ${one.reposted_by ?? ''}`))

describe('a walk through a timeline', () => {
  test.each([
    ['marta_brenkel', false],
    ['marta_brenkel', true],
    ['thread_mill', false],
    ['ines_quillfen', true],
    ['pipe_and_tilde', false],
  ] as const)(
    'of @%s, answers to others %s, brings all that can be read, and nothing else',
    async (handle, replies) => {
      const pages = await walk(`${handle}/statuses${replies ? '?with_replies=true' : ''}`)
      const { posts } = await truth(handle, replies)
      expect(posts.length).toBeGreaterThan(0)
      expect(new Set(pages.flatMap(({ results }) => results.map(key)))).toEqual(keys(posts))
    },
  )

  test('pages hold 17 to 35 posts, about 30, whatever count says', async () => {
    const sizes = (await walk('marta_brenkel/statuses')).map(({ results }) => results.length)
    const whole = sizes.slice(0, -1)
    expect(Math.min(...whole)).toBeGreaterThanOrEqual(17)
    expect(Math.max(...whole)).toBeLessThanOrEqual(35)
    const mean = whole.reduce((sum, size) => sum + size, 0) / whole.length
    expect(mean).toBeGreaterThan(27)
    expect(mean).toBeLessThan(33)
    for (const count of [1, 5, 100]) {
      expect(await page(`marta_brenkel/statuses?count=${count}`)).toEqual(
        await page('marta_brenkel/statuses'),
      )
    }
  })

  test('reposts come as their originals, sorted by an instant that no answer tells', async () => {
    const { posts } = await truth('ines_quillfen')
    const results = (await walk('ines_quillfen/statuses')).flatMap((one) => one.results)
    const reposts = results.filter((post) => post.reposted_by)
    expect(reposts.length).toBeGreaterThan(100)
    expect(JSON.stringify(reposts)).not.toContain(posts.find((one) => one.repost_id)!.repost_id)
    const shown = reposts.filter((post) => post.author.screen_name !== 'ines_quillfen')
    expect(shown.length).toBeGreaterThan(100)
    // Where the list goes by time, a repost of something old stands among the new.
    const early = reposts.filter((post) => {
      const at = results.indexOf(post)
      return results.slice(at + 1).some((later) => later.created_timestamp > post.created_timestamp + 86_400)
    })
    expect(early.length).toBeGreaterThan(10)
  })

  test('posts of a conversation stand together, older before newer, and some come twice', async () => {
    const results = (await walk('thread_mill/statuses')).flatMap((one) => one.results)
    const own = results.filter((post) => !post.reposted_by)
    const risen = own.filter((post, i) => i > 0 && BigInt(post.id) > BigInt(own[i - 1]!.id))
    expect(risen.length).toBeGreaterThan(20)
    expect(own.length).toBeGreaterThan(new Set(own.map(key)).size)
  })

  test('a page can hold posts that are hours older than its end, and the next ones newer', async () => {
    const pages = await walk('NorrbyInstr/statuses?with_replies=1')
    const gaps = pages.slice(1).map((next, i) => {
      const above = Math.min(...ownTimes(pages[i]!, 'NorrbyInstr'))
      return Math.max(...ownTimes(next, 'NorrbyInstr')) - above
    })
    expect(Math.max(...gaps)).toBeGreaterThan(3_600)
  })

  test('the newest 3,200 are served, and then there is nothing, with a cursor that leads nowhere', async () => {
    const { posts } = await truth('NorrbyInstr')
    expect(posts.length).toBeGreaterThan(10_000)
    const pages = await walk('NorrbyInstr/statuses')
    const walked = new Set(pages.flatMap(({ results }) => results.map(key)))
    expect(walked).toEqual(keys(posts.slice(0, 3_200)))
    const last = pages.at(-1)!.cursor.bottom!
    const beyond = await page(`NorrbyInstr/statuses?cursor=${last}`)
    expect(beyond).toMatchObject({ code: 200, results: [], cursor: { bottom: last } })
  }, 120_000)
})

function ownTimes(one: Page, handle: string): number[] {
  return one.results
    .filter((post) => post.author.screen_name === handle && !post.reposted_by)
    .map((post) => post.created_timestamp)
}

describe('cursors', () => {
  const at = (iso: string, direction: 'top' | 'bottom' = 'bottom') =>
    writeTimelineCursor({ snowflake: msToSnowflake(Date.parse(iso)), direction }, '2036279995915042804')

  test('of any instant lead to the page below it', async () => {
    for (const iso of ['2026-08-01T00:00:00Z', '2025-02-03T04:05:06Z', '2019-12-31T23:59:59Z']) {
      const { results } = await page(`marta_brenkel/statuses?cursor=${at(iso)}`)
      const own = results.filter((post) => !post.reposted_by)
      expect(own.length).toBeGreaterThan(10)
      for (const post of own) expect(post.created_timestamp * 1000).toBeLessThan(Date.parse(iso))
    }
    expect((await page(`marta_brenkel/statuses?cursor=${at('2012-01-01T00:00:00Z')}`)).results).toEqual([])
    expect(await page(`marta_brenkel/statuses?cursor=${at('2030-01-01T00:00:00Z')}`)).toEqual(
      await page('marta_brenkel/statuses'),
    )
  })

  test('chains from made cursors find the same as one walk', async () => {
    const { posts } = await truth('marta_brenkel', true)
    const found = new Set<string>()
    for (const iso of ['2030-01-01T00:00:00Z', '2023-01-01T00:00:00Z', '2018-01-01T00:00:00Z']) {
      const pages = await walk('marta_brenkel/statuses?with_replies=on', at(iso))
      for (const { results } of pages) for (const post of results) found.add(key(post))
    }
    expect(found).toEqual(keys(posts))
  })

  test('top leads to what is newer', async () => {
    const below = await page(`marta_brenkel/statuses?cursor=${at('2026-10-25T00:00:00Z')}`)
    const above = await page(`marta_brenkel/statuses?cursor=${below.cursor.top}`)
    expect(readTimelineCursor(below.cursor.top!)?.direction).toBe('top')
    const ids = new Set(below.results.map(key))
    expect(above.results.length).toBeGreaterThan(0)
    expect(above.results.filter((post) => ids.has(key(post)))).toEqual([])
  })

  test('that are none fail as everything does', async () => {
    const answer = await get('marta_brenkel/statuses?cursor=nonsense')
    expect([answer.status, await answer.json()]).toEqual([404, { code: 404, ...NOTHING }])
    expect((await page('marta_brenkel/statuses?cursor=')).results.length).toBeGreaterThan(16)
  })
})

describe('other parameters', () => {
  test('count and since are checked', async () => {
    const message = async (query: string) => {
      const answer = await get(`marta_brenkel/statuses?${query}`)
      return [answer.status, ((await answer.json()) as { message: string }).message]
    }
    expect(await message('count=101')).toEqual([400, 'count: Too big: expected number to be <=100'])
    expect(await message('count=')).toEqual([400, 'count: Too small: expected number to be >=1'])
    expect(await message('count=x&since=-1')).toEqual([
      400,
      'count: Invalid input: expected number, received NaN; since: Too small: expected number to be >=0',
    ])
  })

  test('since: nothing newer is 204, anything newer the whole page; a cursor overrules it', async () => {
    const first = await page('marta_brenkel/statuses')
    const newest = Math.max(...first.results.map((post) => post.created_timestamp))
    const none = await get(`marta_brenkel/statuses?since=${newest}`)
    expect([none.status, await none.text()]).toEqual([204, ''])
    expect((await get(`marta_brenkel/statuses?since=${newest * 1000}`)).status).toBe(204)
    expect(await page(`marta_brenkel/statuses?since=${newest - 1}`)).toEqual(first)
    const { cursor } = first
    expect((await get(`marta_brenkel/statuses?since=${newest}&cursor=${cursor.bottom}`)).status).toBe(200)
  })

  test('groupthreads keeps groups together, and says when there is more of one', async () => {
    type Row = {
      type: string
      conversation_id: string
      statuses: WireStatus[]
      all_status_ids: string[]
      truncated: boolean
    }
    const rows = (await walk('thread_mill/statuses?groupthreads=1')).flatMap(
      (one) => one.results as unknown as Row[],
    )
    const flat = (await walk('thread_mill/statuses')).flatMap((one) => one.results)
    expect(
      rows.flatMap((row) => (row.type === 'thread' ? row.statuses : [row as unknown as WireStatus])).map(key),
    ).toEqual(flat.map(key))
    const groups = rows.filter((row) => row.type === 'thread')
    expect(groups.length).toBeGreaterThan(20)
    for (const { statuses, all_status_ids, truncated } of groups) {
      expect(statuses.length).toBeGreaterThan(1)
      expect(all_status_ids).toEqual(expect.arrayContaining(statuses.map(({ id }) => id)))
      expect(truncated).toBe(all_status_ids.length > statuses.length)
    }
    expect(groups.some(({ truncated }) => truncated)).toBe(true)
    expect(groups.some(({ truncated }) => !truncated)).toBe(true)
  })

  test('media and articles show only these', async () => {
    const { posts } = await truth('brix_lumenaar', true)
    const ids = new Set(posts.map(({ id }) => id))
    const media = (await walk('brix_lumenaar/media')).flatMap((one) => one.results)
    expect(media.length).toBeGreaterThan(100)
    for (const post of media) {
      expect(post.media.all?.length).toBeGreaterThan(0)
      expect(ids).toContain(post.id)
    }
    const articles = (await walk('pelagic_press/articles')).flatMap((one) => one.results)
    expect(articles.length).toBeGreaterThan(3)
    expect(articles.every((post) => post.article)).toBe(true)
  })
})

describe('profiles in every state', () => {
  const states = async (path: string) => {
    const answer = await get(path)
    return [answer.status, await answer.json()]
  }

  test('the same by handle and by id', async () => {
    const { id } = sandbox.world.accountByHandle('marta_brenkel')!
    expect(await page(`id:${id}/statuses`)).toEqual(await page('MARTA_Brenkel/statuses'))
    expect(await states(`ID:${id}`)).toEqual(await states('marta_brenkel'))
    expect(await states('marta_brenkel')).toMatchObject([
      200,
      { message: 'OK', user: { id, screen_name: 'marta_brenkel', protected: false } },
    ])
  })

  test('suspended, missing, protected, never posted', async () => {
    const { id } = sandbox.world.accountByHandle('freecoinz_4471')!
    const suspended = [404, { code: 404, message: 'User is suspended', reason: 'suspended', id }]
    expect(await states('freecoinz_4471')).toEqual(suspended)
    expect(await states('nobody_at_all_')).toEqual([404, { code: 404, message: 'User not found' }])
    expect(await states('nobody_at_all_/about')).toEqual([404, { code: 404, message: 'User not found' }])
    for (const handle of ['freecoinz_4471', 'nobody_at_all_', 'id:99999']) {
      for (const tab of ['statuses', 'media', 'articles']) {
        expect(await states(`${handle}/${tab}`)).toEqual([404, { code: 404, ...NOTHING }])
      }
    }
    expect(await states('quiet_larder')).toMatchObject([200, { user: { protected: true } }])
    expect(await states('quiet_larder/statuses')).toEqual([200, { code: 200, ...NOTHING }])
    expect(await states('never_posts_/statuses')).toMatchObject([200, { results: [] }])
  })

  test('about tells of the origin, or nothing', async () => {
    expect(await states('renamed_twice/about')).toMatchObject([
      200,
      { code: 200, message: 'OK', about_account: { based_in: 'Ireland', username_changes: { count: 3 } } },
    ])
    expect(await states('zq7/about')).toEqual([200, { code: 200, message: 'OK' }])
    expect(await states('renamed_twice?about_account')).toMatchObject([
      200,
      { user: { about_account: { based_in: 'Ireland' } } },
    ])
  })
})

test('the clock decides what a timeline holds', async () => {
  const later = await page('VellmarWeather/statuses')
  await sandbox.ask('/_sandbox/now', { method: 'POST', body: '{"now":"2020-01-01T00:00:00Z"}' })
  const earlier = await page('VellmarWeather/statuses')
  await sandbox.ask('/_sandbox/reset', { method: 'POST' })
  expect(Math.max(...ownTimes(earlier, 'VellmarWeather'))).toBeLessThan(Date.UTC(2020) / 1000)
  expect(await page('VellmarWeather/statuses')).toEqual(later)
})
