import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ListedPost } from '../../catalogue/timeline-truth.ts'
import { startFaulty } from '../../faults/testing.ts'
import type { WireStatus } from './wire.ts'

interface Page {
  code: number
  message: string
  results: WireStatus[]
  cursor: { top: string | null; bottom: string | null }
}

let sandbox: Awaited<ReturnType<typeof startFaulty>>
beforeAll(async () => {
  sandbox = await startFaulty()
})
afterAll(() => sandbox.close())
afterEach(() => sandbox.faults())

const get = async (path: string, query: Record<string, string> = {}) => {
  const answer = await sandbox.ask(`/fxtwitter/2/${path}?${new URLSearchParams(query)}`)
  return { status: answer.status, ...((await answer.json()) as Page) }
}
const truth = async (q: string, feed = 'latest') =>
  (
    (await (await sandbox.ask(`/_sandbox/world/search?${new URLSearchParams({ q, feed })}`)).json()) as {
      posts: ListedPost[]
    }
  ).posts.map(({ id }) => id)

async function walk(path: string, query: Record<string, string>): Promise<Page[]> {
  const pages = [await get(path, query)]
  while (pages.at(-1)!.results.length > 0) {
    pages.push(await get(path, { ...query, cursor: pages.at(-1)!.cursor.bottom! }))
  }
  return pages
}

describe('search', () => {
  test.each([
    ['from:vera_ostrowin -filter:replies', 'latest'],
    ['#ferries OR #mossmonday', 'top'],
    ['from:brix_lumenaar', 'media'],
  ])('%s, %s: its pages hold what the world says, in its order', async (q, feed) => {
    const pages = await walk('search', { q, feed, count: '50' })
    expect(pages.length).toBeGreaterThan(5)
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(await truth(q, feed))
    for (const { results } of pages.slice(0, -2)) {
      expect(results.length).toBeGreaterThanOrEqual(14)
      expect(results.length).toBeLessThanOrEqual(20)
    }
    const { bottom } = pages.at(-1)!.cursor
    expect(bottom).not.toBeNull()
    expect((await get('search', { q, feed, cursor: bottom! })).cursor.bottom).toBe(bottom)
  })

  test('no hits are 200 and nothing; a cursor of something else fails', async () => {
    const nothing = { results: [], cursor: { top: null, bottom: null } }
    expect(await get('search', { q: 'xyzzyplugh' })).toEqual({ status: 200, code: 200, ...nothing })
    expect(await get('search', { q: 'the', cursor: 'AAAA' })).toEqual({ status: 404, code: 404, ...nothing })
  })

  test('refuses with the words of the API', async () => {
    const refused = async (query: Record<string, string>) => {
      const { status, code, message } = await get('search', query)
      expect([status, code]).toEqual([400, 400])
      return message
    }
    expect(await refused({})).toBe('q: Invalid input: expected string, received undefined')
    for (const q of ['', '  ', '_ _']) expect(await refused({ q })).toBe('q: Search query must not be empty')
    expect(await refused({ q: 'é'.repeat(513) })).toBe('q: Raw query length 513 exceeds max allowed 512')
    expect(await refused({ q: '🌊'.repeat(257) })).toBe('q: Raw query length 514 exceeds max allowed 512')
    expect(await refused({ q: '""' })).toBe('Search query is empty or could not be parsed by X')
    expect(await refused({ q: 'a', feed: 'best', count: '101' })).toBe(
      'feed: Invalid option: expected one of "latest"|"top"|"media"; count: Too big: expected number to be <=100',
    )
    expect((await get('search', { q: '🌊'.repeat(256) })).status).toBe(200)
  })
})

test('the quotes of a post are a search for them', async () => {
  const id = sandbox.idOf('ref-plain')
  const { status, results } = await get(`status/${id}/quotes`)
  expect(status).toBe(200)
  expect(results.length).toBeGreaterThan(4)
  expect(results.map((post) => post.id)).toEqual(await truth(`quoted_tweet_id:${id}`))
  expect(await get('status/1/quotes')).toEqual({
    status: 400,
    code: 400,
    message: 'id: tweet ID must be a numeric snowflake',
  })
  expect(await get('status/1234567890123456789/quotes')).toMatchObject({ status: 200, results: [] })
})
