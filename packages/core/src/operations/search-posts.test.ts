import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, Quotas } from '../limits/quotas.ts'
import { SearchRequest } from '../request/search-request.ts'
import { startSandboxed } from '../testing/sandboxed.ts'
import { searchPosts } from './search-posts.ts'

type Sandboxed = Awaited<ReturnType<typeof startSandboxed>>
const session = (name: string) => ({ id: name, authToken: name, ct0: `${name}ct0` })
const sessions = (...names: string[]) => ({ X_SEARCH_SESSIONS_JSON: JSON.stringify(names.map(session)) })

let x: Sandboxed
beforeAll(async () => {
  x = await startSandboxed(sessions('first', 'second'))
})
afterAll(() => x.close())
afterEach(async () => {
  await x.faults([])
  await x.context.searchBreaker.succeed()
})

const run = (input: Partial<SearchRequest> & { q: string }, on = x) =>
  searchPosts.run(SearchRequest.parse(input), on.context)

async function walk(input: Partial<SearchRequest> & { q: string }, limits: readonly number[], max = 200) {
  const ids: string[] = []
  const warnings: string[] = []
  let cursor: string | undefined
  for (let at = 0; at === 0 || cursor !== undefined; at++) {
    const limit = limits[at % limits.length] as number
    const answer = await run({ ...input, limit, ...(cursor && { cursor }) })
    ids.push(...(answer.posts ?? []).map(({ id }) => id))
    warnings.push(...(answer.warnings ?? []))
    cursor = answer.nextCursor
    if (ids.length >= max) break
    if (cursor !== undefined && !answer.warnings) expect(answer.posts).toHaveLength(limit)
  }
  return { ids, warnings }
}

const DOWN = [{ door: 'fxtwitter', kind: 'search-down' }]

describe('a walk through a search', () => {
  test.each([
    ['harbour', []],
    ['from:marta_brenkel', []],
    ['harbour', [{ kind: 'pages-overlap', share: 0.1 }]],
    ['harbour', [{ kind: 'short-page', rate: 0.3 }]],
    ['harbour', [{ kind: 'empty-page', rate: 0.2 }]],
  ])('%s gives what matches, each post once, newest first, with faults %j', async (q, faults) => {
    const { posts } = await x.truth<{ posts: { id: string }[] }>(`search?q=${encodeURIComponent(q)}`)
    expect(posts.length).toBeGreaterThan(40)
    await x.faults(faults.map((fault) => ({ door: 'fxtwitter', path: '/2/search', ...fault })))
    const { ids } = await walk({ q }, [20, 7, 100, 1, 33])
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(posts.length, 200))
    expect(ids).toEqual(posts.slice(0, ids.length).map(({ id }) => id))
  })

  test('ends with a warning where the source goes round', async () => {
    await x.faults([{ door: 'fxtwitter', path: '/2/search', kind: 'cursor-repeats' }])
    const { ids, warnings } = await walk({ q: 'harbour' }, [40], 5000)
    expect(new Set(ids).size).toBe(ids.length)
    expect(warnings).toContain('repeated_cursor')
  })
})

describe('while FxTwitter cannot search', () => {
  test('accounts do, in pages of 20 that go on with them, and it is not asked again for a minute', async () => {
    await x.faults(DOWN)
    const first = await run({ q: 'ferry', limit: 50 })
    expect(first).toMatchObject({ source: 'xsearch', limit: 20, feed: 'latest' })
    expect(first.degraded).toBeUndefined()
    expect(first.nextCursor).toMatch(/^xsearch:/)
    const asked = (await x.requests()).filter((path) => path.startsWith('/fxtwitter/2/search')).length
    await run({ q: 'ferries' })
    expect((await x.requests()).filter((path) => path.startsWith('/fxtwitter/2/search')).length).toBe(asked)
    const second = await run({ q: 'ferry', limit: 50, cursor: first.nextCursor })
    const { posts } = await x.truth<{ posts: { id: string }[] }>('search?q=ferry')
    expect([...(first.posts ?? []), ...(second.posts ?? [])].map(({ id }) => id)).toEqual(
      posts.slice(0, (first.posts?.length ?? 0) + (second.posts?.length ?? 0)).map(({ id }) => id),
    )
  })

  test('a post over an account is the post that FxTwitter gives', async () => {
    const q = 'from:marta_brenkel'
    const { posts: expected = [] } = await run({ q, limit: 20 })
    await x.faults(DOWN)
    const { posts = [] } = await run({ q, limit: 20, nocache: true })
    expect(posts).toHaveLength(20)
    for (const [index, post] of posts.entries()) {
      const other = expected[index]
      const pick = (one = post) => ({
        id: one.id,
        url: one.url,
        text: one.text,
        created_at: one.created_at,
        replying_to: one.replying_to?.status,
        quote: one.quote?.id,
        likes: one.likes,
        views: one.views,
        media: one.media?.all?.map(({ type, url }) => [type, url]),
        author: {
          id: one.author.id,
          name: one.author.name,
          followers: one.author.followers,
          joined: one.author.joined,
        },
      })
      expect(pick(post)).toEqual(pick(other))
    }
  })

  test('without accounts and with a key, snippets of a web search stand in, and say so', async () => {
    const plain = await startSandboxed({ FIRECRAWL_API_KEY: 'key' })
    try {
      await plain.faults(DOWN)
      const answer = await run({ q: 'harbour', limit: 5 }, plain)
      expect(answer).toMatchObject({ source: 'firecrawl', degraded: true, limit: 5 })
      expect(answer.nextCursor).toBeUndefined()
      expect(answer.posts?.length).toBeGreaterThan(0)
      expect(answer.posts?.every(({ url, truncated }) => truncated && /\/status\/\d+$/.test(url))).toBe(true)
      expect(answer.markdown).toContain('snippets of a web search')
      for (const input of [{ page: 2 }, { require_live: true }, { feed: 'photos' as const }]) {
        await expect(run({ q: 'harbour', ...input }, plain)).rejects.toMatchObject({
          code: 'search_unavailable',
        })
      }
      const scraped = (await plain.requests()).filter((path) => path.startsWith('/firecrawl'))
      expect(scraped).toHaveLength(1)
    } finally {
      await plain.close()
    }
  })
})

describe('feeds of accounts', () => {
  test.each(['photos', 'videos'] as const)('%s have what they are named after', async (feed) => {
    const { posts = [], source, limit } = await run({ q: 'the', feed, limit: 50 })
    expect([source, limit]).toEqual(['xsearch', 20])
    expect(posts.length).toBeGreaterThan(0)
    const type = feed === 'photos' ? 'photo' : /video|gif/
    for (const post of posts) {
      const types = post.media?.all?.map((item) => item.type) ?? []
      expect(types.some((one) => (typeof type === 'string' ? one === type : type.test(one ?? '')))).toBe(true)
    }
  })

  test('users come with their names', async () => {
    const { users = [], posts, feed } = await run({ q: 'marta', feed: 'users' })
    expect([posts, feed]).toEqual([undefined, 'users'])
    expect(users.length).toBeGreaterThan(0)
    for (const user of users) {
      const account = x.world.accountByHandle(user.screen_name)
      expect(user).toMatchObject({ id: account?.id, name: account?.name, followers: account?.followers })
      expect(user.joined).toMatch(/^\w{3} \w{3} \d\d /)
    }
  })
})

test('a session that X takes no more is not used again; the next one answers', async () => {
  const some = await startSandboxed(sessions('revoked1', 'good'))
  try {
    expect((await run({ q: 'the', feed: 'photos' }, some)).source).toBe('xsearch')
    expect((await run({ q: 'sea', feed: 'photos' }, some)).source).toBe('xsearch')
    const asked = (await some.requests()).filter((path) => path.startsWith('/x-web'))
    expect(asked).toHaveLength(3)
  } finally {
    await some.close()
  }
})

test('with no session left, the search is unavailable', async () => {
  const none = await startSandboxed(sessions('revoked1', 'locked1'))
  try {
    for (const q of ['the', 'sea']) {
      await expect(run({ q, feed: 'users' }, none)).rejects.toMatchObject({ code: 'search_unavailable' })
    }
  } finally {
    await none.close()
  }
})

test('a session asks 40 times in a quarter of an hour, and no more', async () => {
  const one = await startSandboxed(sessions('only'))
  try {
    for (let at = 0; at < 40; at++) await run({ q: `the w${at}`, feed: 'users' }, one)
    await expect(run({ q: 'one more', feed: 'users' }, one)).rejects.toMatchObject({
      code: 'search_unavailable',
    })
    expect((await one.requests()).filter((path) => path.startsWith('/x-web'))).toHaveLength(40)
  } finally {
    await one.close()
  }
})

test('a cursor that somebody made up keeps nobody else from searching', async () => {
  await x.faults([{ door: 'fxtwitter', path: '/2/search', kind: '5xx' }])
  const code = (input: Parameters<typeof run>[0]) => run(input).catch(({ code }) => code)
  expect(await code({ q: 'ferry', cursor: 'madeup', require_live: true, feed: 'top' })).toBe(
    'search_unavailable',
  )
  expect(await x.context.searchBreaker.openUntil()).toBeUndefined()
  await x.faults([])
})

describe('what a caller may ask', () => {
  const callOf = (caller: Caller) => {
    const isKeyed = caller.key !== undefined
    const { store, accounts, now } = x.context
    const quotas = new Quotas(store, { now, share: accounts }).of(caller, [
      isKeyed ? 'search-key' : 'search-ip',
      isKeyed ? 'account-key' : 'account-ip',
    ])
    return { quotas, search: (q: string, feed: SearchRequest['feed']) => searchAs(quotas, q, feed) }
  }
  const searchAs = (quotas: ReturnType<Quotas['of']>, q: string, feed: SearchRequest['feed']) =>
    searchPosts.run(SearchRequest.parse({ q, feed }), { ...x.context, quotas })
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      ({ code }) => code,
    )

  test('is not drawn from by a search that its accounts are refused', async () => {
    const { quotas, search } = callOf({ ip: '', key: { id: 'none', limitPer15m: 0 } })
    expect(await codeOf(search('lantern', 'photos'))).toBe('rate_limited')
    await quotas.look()
    expect(quotas.states().map(({ name, remaining }) => [name, remaining])).toEqual([
      ['search-key', 30],
      ['account-key', 0],
    ])
    await x.faults(DOWN)
    const fallen = callOf({ ip: '', key: { id: 'none', limitPer15m: 0 } })
    expect(await codeOf(fallen.search('lantern', 'latest'))).toBe('rate_limited')
    // Another source was asked before them.
    expect(fallen.quotas.states()[0]?.remaining).toBe(29)
  })

  test('is said of the caller alone, though others ask the same at that time', async () => {
    const spent = callOf({ ip: '192.0.2.1' })
    for (let n = 0; n < 5; n++) await spent.quotas.spend('search-ip')
    const callers = [spent, ...[2, 3, 4].map((n) => callOf({ ip: `192.0.2.${n}` }))]
    expect(await Promise.all(callers.map(({ search }) => codeOf(search('lighthouse', 'latest'))))).toEqual([
      'rate_limited',
      'answered',
      'answered',
      'answered',
    ])
    // Together they have asked once.
    const left = callers.slice(1).map(({ quotas }) => quotas.states()[0]?.remaining)
    expect(left.sort()).toEqual([4, 5, 5])
  })
})
