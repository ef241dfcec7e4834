import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startFaulty } from '../../faults/testing.ts'
import { plainText } from '../../world/plain-text.ts'

let sandbox: Awaited<ReturnType<typeof startFaulty>>
beforeAll(async () => {
  sandbox = await startFaulty()
})
afterAll(() => sandbox.close())
afterEach(() => sandbox.faults())

const url = (id: string) => `https://x.com/i/status/${id}`
const firecrawl = (body: unknown, headers: Record<string, string> = { authorization: 'Bearer key' }) =>
  sandbox.ask('/firecrawl/v1/scrape', { method: 'POST', headers, body: JSON.stringify(body) })
const contextDev = (
  query: Record<string, string>,
  headers: Record<string, string> = { authorization: 'Bearer k' },
) => sandbox.ask(`/contextdev/v1/web/scrape/markdown?${new URLSearchParams(query)}`, { headers })

const MISSING = 'Hmm...this page doesn’t exist. Try searching for something else.'

describe('Firecrawl', () => {
  test('gives the text of a post, and little around it', async () => {
    const answer = await firecrawl({
      url: url('20'),
      formats: ['markdown'],
      onlyMainContent: true,
      waitFor: 2000,
    })
    expect(answer.status).toBe(200)
    const { success, data } = (await answer.json()) as { success: boolean; data: { markdown: string } }
    expect(success).toBe(true)
    expect(data.markdown).toContain('just setting up my twttr')
    expect(data.markdown).toContain('[8:50 PM · Mar 21, 2006](https://x.com/jack/status/20)')
    expect(data.markdown).not.toContain('New to X?')
    expect(data).toMatchObject({
      metadata: { title: 'jack on X: "just setting up my twttr" / X', statusCode: 200, sourceURL: url('20') },
    })
    const whole = await (await firecrawl({ url: url('20'), onlyMainContent: false })).text()
    expect(whole).toContain('New to X?')
  })

  test('brings home X’s words on a missing page as a success', async () => {
    for (const id of [
      '1960000000000000000',
      sandbox.idOf('tombstone/deleted'),
      sandbox.idOf('tombstone/protected'),
    ]) {
      const answer = (await (await firecrawl({ url: url(id) })).json()) as { success: boolean; data: object }
      expect(answer).toMatchObject({ success: true, data: { metadata: { statusCode: 200 } } })
      expect(answer.data).toHaveProperty('markdown', expect.stringContaining(MISSING))
    }
  })

  test('asks for a key and an address', async () => {
    expect((await firecrawl({ url: url('20') }, {})).status).toBe(401)
    expect((await firecrawl({ url: url('20') }, { authorization: 'Bearer ' })).status).toBe(401)
    expect((await firecrawl({})).status).toBe(400)
    expect((await firecrawl({ url: 'https://elsewhere.example/' })).status).toBe(500)
  })

  test('runs out of credits, and is turned away by X, when told so', async () => {
    await sandbox.faults({ kind: 'no-credits', door: 'firecrawl', count: 1 }, { kind: 'throttle-404' })
    const broke = await firecrawl({ url: url('20') })
    expect([broke.status, await broke.json()]).toMatchObject([402, { success: false }])
    expect(await (await firecrawl({ url: url('20') })).json()).toMatchObject({
      success: true,
      data: { markdown: expect.stringContaining('Something went wrong') },
    })
  })
})

describe('Firecrawl’s search', () => {
  interface Found {
    success: boolean
    data: { url: string; title: string; description: string; markdown?: string }[]
  }
  const search = (body: unknown, headers: Record<string, string> = { authorization: 'Bearer key' }) =>
    sandbox.ask('/firecrawl/v1/search', { method: 'POST', headers, body: JSON.stringify(body) })
  const find = async (body: unknown) => (await (await search(body)).json()) as Found
  const PERMALINK = /^https:\/\/(?:mobile\.)?(?:x|twitter)\.com\/(\w+)\/status\/(\d+)/

  test('finds posts that hold the words, in several forms of address, and other pages of X', async () => {
    const { success, data } = await find({ query: 'ferry site:x.com', limit: 20 })
    expect(success).toBe(true)
    expect(data.length).toBe(20)
    const permalinks = data.flatMap(({ url }) => [PERMALINK.exec(url)].filter((found) => found !== null))
    expect(permalinks.length).toBeGreaterThan(10)
    expect(permalinks.length).toBeLessThan(20)
    for (const [, handle, id] of permalinks) {
      const post = sandbox.world.post(id!)!
      expect(post.author.handle).toBe(handle)
      expect(plainText(post).toLowerCase()).toContain('ferry')
    }
    expect(data.some(({ url }) => url.startsWith('https://twitter.com/'))).toBe(true)
    expect(data.some(({ url }) => url.startsWith('https://x.com/search?q='))).toBe(true)
  })

  test('cuts snippets', async () => {
    const { data } = await find({ query: 'site:x.com the', limit: 50 })
    expect(data.some(({ description }) => description.endsWith(' ...'))).toBe(true)
    for (const { description } of data) expect(Array.from(description).length).toBeLessThanOrEqual(159)
  })

  test('brings pages along when asked, and knows no site but X', async () => {
    const { data } = await find({
      query: 'site:x.com "gulls believe you"',
      scrapeOptions: { formats: ['markdown'] },
    })
    expect(data[0]?.markdown).toContain('The gulls believe you.')
    expect(await find({ query: 'barometer' })).toEqual({ success: true, data: [] })
    expect(await find({ query: 'barometer site:elsewhere.example' })).toEqual({ success: true, data: [] })
  })

  test('asks for a key and a query, and can run out of credits', async () => {
    expect((await search({ query: 'a site:x.com' }, {})).status).toBe(401)
    for (const body of [{}, { query: ' ' }, { query: 'a', limit: 0 }, { query: 'a', limit: 101 }]) {
      expect((await search(body)).status).toBe(400)
    }
    await sandbox.faults({ kind: 'no-credits', path: '/v1/search' })
    expect((await search({ query: 'a site:x.com' })).status).toBe(402)
  })
})

describe('Context.dev', () => {
  test('gives the text amid the page, with links or without', async () => {
    const id = sandbox.idOf('link/plain')
    const answer = await contextDev({ url: url(id), includeLinks: 'true', includeImages: 'false' })
    const { success, markdown } = (await answer.json()) as { success: boolean; markdown: string }
    expect(success).toBe(true)
    expect(markdown).toMatch(/\]\(https:\/\/t\.co\/\w{10}\)/)
    expect(markdown).not.toContain('![')
    const bare = (await (await contextDev({ url: url(id), includeLinks: 'false' })).json()) as {
      markdown: string
    }
    expect(bare.markdown).not.toContain('](')
  })

  test('brings home X’s words on a missing page as a success', async () => {
    const answer = await contextDev({ url: url('1960000000000000000') })
    expect(await answer.json()).toMatchObject({ success: true, markdown: expect.stringContaining(MISSING) })
  })

  test('asks for a key and an address, and can run out of credits', async () => {
    expect((await contextDev({ url: url('20') }, {})).status).toBe(401)
    expect((await contextDev({})).status).toBe(400)
    await sandbox.faults({ kind: 'no-credits' })
    expect((await contextDev({ url: url('20') })).status).toBe(402)
  })
})

test('what they were asked is listed as with every door', async () => {
  await sandbox.ask('/_sandbox/reset', { method: 'POST' })
  await firecrawl({ url: url('20') })
  await contextDev({ url: url('20') })
  expect(await (await sandbox.ask('/_sandbox/requests')).json()).toMatchObject([
    { method: 'POST', path: '/firecrawl/v1/scrape', status: 200 },
    { method: 'GET', path: expect.stringContaining('/contextdev/v1/web/scrape/markdown?url='), status: 200 },
  ])
})
