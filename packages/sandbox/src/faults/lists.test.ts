import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFaulty } from './testing.ts'

interface Page {
  results: { id: string; author?: { screen_name: string }; reposted_by?: object | null }[]
  cursor: { top: string | null; bottom: string | null }
}

let sandbox: Awaited<ReturnType<typeof startFaulty>>
beforeAll(async () => {
  sandbox = await startFaulty()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.faults())

const LISTS = [
  'profile/marta_brenkel/statuses',
  'profile/kite_ledger/followers',
  'search?q=from:marta_brenkel',
] as const
const page = async (list: string, cursor?: string | null) => {
  const query = cursor ? `${list.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}` : ''
  return (await (await sandbox.ask(`/fxtwitter/2/${list}${query}`)).json()) as Page
}
const ids = ({ results }: Page) => results.map(({ id }) => id)

describe.each(LISTS)('%s', (list) => {
  test('short-page and empty-page keep the cursor; asking again brings the rest', async () => {
    const whole = await page(list)
    await sandbox.faults({ kind: 'short-page', count: 1 }, { kind: 'empty-page', count: 1 })
    const empty = await page(list)
    expect(empty).toEqual({ ...whole, results: [] })
    await sandbox.faults({ kind: 'short-page', count: 1 })
    const short = await page(list)
    expect(short.cursor).toEqual(whole.cursor)
    expect(short.results.length).toBeGreaterThan(0)
    expect(short.results.length).toBeLessThan(5)
    expect(ids(short)).toEqual(ids(whole).slice(0, short.results.length))
    expect(await page(list)).toEqual(whole)
  })

  test('pages-overlap repeats the end of the page before, and leads on as ever', async () => {
    const first = await page(list)
    const second = await page(list, first.cursor.bottom)
    await sandbox.faults({ kind: 'pages-overlap', share: 0.2 })
    expect(ids(await page(list))).toEqual(ids(first))
    const overlapping = await page(list, first.cursor.bottom)
    const repeated = overlapping.results.length - second.results.length
    expect(repeated).toBeGreaterThan(1)
    expect(ids(overlapping)).toEqual([...ids(first).slice(-repeated), ...ids(second)])
    expect(overlapping.cursor.bottom).toBe(second.cursor.bottom)
  })

  test('cursor-repeats leads a later page to itself', async () => {
    const { cursor } = await page(list)
    const second = await page(list, cursor.bottom)
    await sandbox.faults({ kind: 'cursor-repeats' })
    expect((await page(list)).cursor.bottom).toBe(cursor.bottom)
    expect(await page(list, cursor.bottom)).toEqual({
      ...second,
      cursor: { ...second.cursor, bottom: cursor.bottom },
    })
  })

  test('cursor-cycles leads back and forth between two pages', async () => {
    await sandbox.faults({ kind: 'cursor-cycles' })
    const asked: (string | null | undefined)[] = []
    let cursor: string | null | undefined
    for (let i = 0; i < 7; i++) {
      asked.push(cursor)
      cursor = (await page(list, cursor)).cursor.bottom
    }
    const [start, one, two, ...rest] = asked
    expect([start, typeof one, typeof two]).toEqual([undefined, 'string', 'string'])
    expect(one).not.toBe(two)
    expect(rest).toEqual([one, two, one, two])
  })
})

test('promoted-post slips a stranger into timelines and searches', async () => {
  for (const list of ['profile/marta_brenkel/statuses', 'search?q=from:marta_brenkel']) {
    const whole = await page(list)
    await sandbox.faults({ kind: 'promoted-post' })
    const spoiled = await page(list)
    await sandbox.faults()
    const strangers = spoiled.results.filter((post) => !ids(whole).includes(post.id))
    expect(strangers).toHaveLength(1)
    expect(strangers[0]).toMatchObject({ type: 'status', reposted_by: null })
    expect(strangers[0]?.author?.screen_name).not.toBe('marta_brenkel')
    expect(spoiled.cursor).toEqual(whole.cursor)
  }
})

test('search-down ends every search and nothing else', async () => {
  await sandbox.faults({ kind: 'search-down' })
  const status = async (path: string) => (await sandbox.ask(`/fxtwitter/2/${path}`)).status
  const answer = await sandbox.ask('/fxtwitter/2/search?q=the')
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { code: 404, results: [], cursor: { top: null, bottom: null } },
  ])
  expect(await status('status/20/quotes')).toBe(404)
  for (const path of [
    'profile/marta_brenkel/statuses',
    'status/20',
    'status/20/reposts',
    'typeahead?q=a',
    'trends',
  ]) {
    expect(await status(path)).toBe(200)
  }
})
