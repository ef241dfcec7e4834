import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { act, refusal } from '../../../testing/acting.ts'
import type { Context } from '../../operation.ts'
import { postLikedBy, postRepostedBy, postsQuotes } from './about-post.ts'
import { postsByUser } from './by-user.ts'
import { postsCount } from './count.ts'
import { postsLookup } from './lookup.ts'
import { postsSearch } from './search.ts'
import { idsOf, type Reading, startReading } from './testing.ts'
import { bookmarksList } from './timelines.ts'

const WEEK_MS = 7 * 86_400_000

let sandbox: Reading
/** Whose keys they are is known, and no name was looked up yet. */
let owner: Context
beforeAll(async () => {
  sandbox = await startReading()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  owner = await sandbox.renew()
})

describe('a search', () => {
  test('asks several queries at once, each for what was asked, and says what they cost', async () => {
    const { results, cost } = await act(
      postsSearch,
      { queries: ['from:NorrbyInstr', 'ferry OR gull'], max_results: 12, sort_order: 'relevancy' },
      owner,
    )
    expect(results).toMatchObject([
      { query: 'from:NorrbyInstr', status: 'ok', posts: expect.any(Array) },
      { query: 'ferry OR gull', status: 'ok' },
    ])
    const [first] = results as unknown as { posts: Record<string, unknown>[] }[]
    expect(first?.posts).toHaveLength(12)
    expect(first?.posts[0]).toMatchObject({ author: 'NorrbyInstr', url: expect.stringMatching(/status/) })
    const sent = await sandbox.queries()
    expect(new Set(sent.map((one) => one.get('query')))).toEqual(
      new Set(['from:NorrbyInstr -is:retweet', '(ferry OR gull) -is:retweet']),
    )
    expect(sent.map((one) => [one.get('max_results'), one.get('sort_order'), one.get('start_time')])).toEqual(
      Array(2).fill(['12', 'relevancy', null]),
    )
    await sandbox.paid(cost)
  })

  test('shows no more than was asked for, and tells what X billed besides', async () => {
    const { results, cost } = await act(postsSearch, { queries: ['from:NorrbyInstr'], max_results: 3 }, owner)
    expect(results[0]).toMatchObject({ posts: Array(3).fill({}), cut: 7, next_token: expect.any(String) })
    expect(cost).toMatchObject({ usd: 0.05, billed: 10 })
    await sandbox.paid(cost)
  })

  test('is answered by what was read that day, unless it is to be fresh', async () => {
    const input = { queries: ['ferry'] }
    await act(postsSearch, input, owner)
    expect((await act(postsSearch, input, owner)).cost).toMatchObject({ usd: 0, cached: true })
    expect(await sandbox.paths()).toHaveLength(1)
    const { cost } = await act(postsSearch, { ...input, fresh: true }, owner)
    expect(await sandbox.paths()).toHaveLength(2)
    // X charges nothing for what it gave on the same day.
    expect(cost).toMatchObject({ usd: 0, billed: 0 })
    expect(cost).not.toHaveProperty('cached')
  })

  test.each([{ max_results: 0 }, { max_results: -4 }, {}])('of %o brings ten', async (input) => {
    await act(postsSearch, { queries: ['ferry'], ...input }, owner)
    expect((await sandbox.query()).get('max_results')).toBe('10')
  })

  test('leaves reposts out unless they are wanted, or the query speaks of them', async () => {
    await act(postsSearch, { queries: ['ferry'], include_retweets: true }, owner)
    await act(postsSearch, { queries: ['ferry -is:retweet'] }, owner)
    await act(postsSearch, { queries: ['"is:retweet or not" OR ferry'] }, owner)
    const sent = (await sandbox.queries()).map((one) => one.get('query'))
    expect(sent).toEqual(['ferry', 'ferry -is:retweet', '("is:retweet or not" OR ferry) -is:retweet'])
  })

  test('goes back so many days, and no further than X does', async () => {
    const { now } = sandbox.world
    const { results } = await act(postsSearch, { queries: ['lang:en'], days: 2, max_results: 100 }, owner)
    const start = Math.floor((now - 2 * 86_400_000) / 1000) * 1000
    expect(Date.parse((await sandbox.query()).get('start_time') ?? '')).toBeCloseTo(start, -4)
    const posts = results[0]?.posts as { created_at: string }[]
    expect(posts.length).toBeGreaterThan(0)
    for (const { created_at } of posts) expect(Date.parse(created_at)).toBeGreaterThanOrEqual(start)
    // X refuses a start beyond its reach; so the longest span is asked for without one.
    for (const days of [7, 30, -1, 0]) await act(postsSearch, { queries: ['ferry'], days }, owner)
    for (const at of [1, 2, 3, 4]) expect((await sandbox.query(at)).get('start_time')).toBeNull()
  })

  test('goes on page by page, with the start of the first, and shows every post once', async () => {
    const seen: string[] = []
    const pages: string[] = []
    let pagination_token: string | undefined
    do {
      const asked = {
        queries: ['from:NorrbyInstr'],
        days: 5,
        max_results: 10,
        ...(pagination_token && { pagination_token }),
      }
      const { results } = await act(postsSearch, asked, owner)
      seen.push(...idsOf(results[0]?.posts))
      pagination_token = results[0]?.next_token as string | undefined
      pages.push(pagination_token ?? '')
      owner = { ...owner, now: () => sandbox.world.now + pages.length * 60_000 }
    } while (pagination_token)
    expect(pages.length).toBeGreaterThan(1)
    expect(new Set(seen).size).toBe(seen.length)
    const truth = sandbox.world.timeline(sandbox.accountNamed('NorrbyInstr')).filter((id) => {
      const post = sandbox.world.post(id)
      return post && !post.gone && !post.repostOf && post.at >= sandbox.world.now - 5 * 86_400_000
    })
    expect(new Set(seen)).toEqual(new Set(truth))
  })

  test.each(['absent', 'list'])('that finds nothing is ok, whether data is %s', async (emptyData) => {
    await sandbox.settings({ emptyData })
    const { results, cost } = await act(postsSearch, { queries: ['zzqxj'] }, owner)
    expect(results).toEqual([{ query: 'zzqxj', status: 'ok', posts: [] }])
    expect([cost.usd, await sandbox.total()]).toEqual([0, 0])
  })

  test('keeps what worked where a query is one that X refuses', async () => {
    const { results, cost } = await act(postsSearch, { queries: ['ferry', 'nosuchoperator:1'] }, owner)
    expect(results).toMatchObject([
      { status: 'ok' },
      { query: 'nosuchoperator:1', status: 'invalid_request', error: expect.stringMatching(/rejected/) },
    ])
    await sandbox.paid(cost)
  })

  test('fails where every query does, with the reason that they share', async () => {
    await sandbox.settings({ credits: 0 })
    expect(await refusal(postsSearch, { queries: ['a', 'b'] }, owner)).toEqual({
      code: 'credits_spent',
      message: expect.stringMatching(/no X API credits left.*not retry/),
    })
    await sandbox.settings({ credits: null })
    await sandbox.faults([{ kind: '5xx', door: 'x-api' }])
    expect(await refusal(postsSearch, { queries: ['a', 'b'] }, owner)).toEqual({
      code: 'all_failed',
      message: expect.stringMatching(/Every query failed; the X API may be unreachable/),
    })
    // Nothing is repeated by itself.
    expect(await sandbox.paths()).toHaveLength(4)
  })

  test.each([
    [{ queries: [] }, /at least one of queries/],
    [{ queries: ['  '] }, /empty/],
    [{ queries: ['1', '2', '3', '4', '5', '6'] }, /Too many queries in one call; the limit is 5/],
    [{ queries: ['ok', 'x'.repeat(501)] }, /513 characters, 12 of them.*limit is 512/],
    [{ queries: ['x'.repeat(513)], include_retweets: true }, /513 characters; the limit is 512/],
    [{ queries: ['a', 'b'], pagination_token: 'b26v89c19zqg8o3f' }, /goes with the one entry/],
  ])('that X would refuse is refused before it costs (%#)', async (input, words) => {
    expect(await refusal(postsSearch, input, owner)).toEqual({
      code: 'invalid_argument',
      message: expect.stringMatching(words),
    })
    expect(await sandbox.paths()).toEqual([])
  })

  test('may be as long as the plan allows, in characters as people count them', async () => {
    expect((await act(postsSearch, { queries: ['x'.repeat(500)] }, owner)).results[0]?.status).toBe('ok')
    expect((await act(postsSearch, { queries: ['😀'.repeat(500)] }, owner)).results[0]?.status).toBe('ok')
    const enterprise = sandbox.contextOf('owner', { X_PLAN: 'enterprise' })
    await sandbox.settings({ plan: 'enterprise' })
    const long = await act(postsSearch, { queries: ['x'.repeat(4000)] }, enterprise)
    expect(long.results[0]?.status).toBe('ok')
  })

  test('ends after its time', async () => {
    await sandbox.faults([{ kind: 'hang', door: 'x-api' }])
    const hurried = sandbox.contextOf('owner', { POSTS_MIN_TIMEOUT_MS: '100', POSTS_MAX_TIMEOUT_MS: '300' })
    expect((await refusal(postsSearch, { queries: ['a'], timeout_ms: 60_000 }, hurried)).code).toBe(
      'timed_out',
    )
  })

  test('stops at a budget before it is passed, and tells which queries were made', async () => {
    const poor = sandbox.contextOf('owner', { X_BUDGET_USD_DAY: '0.12' })
    const { results, cost } = await act(postsSearch, { queries: ['ferry', 'gull', 'harbour'] }, poor)
    expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'budget_spent'])
    expect(cost).toMatchObject({ left_today: Math.round((0.12 - cost.usd) * 1000) / 1000 })
    await sandbox.paid(cost)
  })
})

describe('a count', () => {
  test('tells how many a search would find, over the token of the app, for half a cent a query', async () => {
    const { results, cost } = await act(
      postsCount,
      { queries: ['from:NorrbyInstr', 'zzqxj'], granularity: 'day' },
      owner,
    )
    const truth = sandbox.world.timeline(sandbox.accountNamed('NorrbyInstr')).filter((id) => {
      const post = sandbox.world.post(id)
      return post && !post.gone && !post.repostOf && post.at >= sandbox.world.now - WEEK_MS
    })
    expect(results).toMatchObject([
      { query: 'from:NorrbyInstr', status: 'ok', total: truth.length },
      { query: 'zzqxj', status: 'ok', total: 0, counts: [] },
    ])
    const counts = results[0]?.counts as { start: string; count: number }[]
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(truth.length)
    expect(cost).toMatchObject({ usd: 0.01, billed: 2 })
    await sandbox.paid(cost)
    expect((await sandbox.bill()).charges.slice(-2).map(({ kind }) => kind)).toEqual([
      'counts-recent',
      'counts-recent',
    ])
  })

  test('reads the newer words too', async () => {
    const old = await act(postsCount, { queries: ['from:NorrbyInstr'] }, owner)
    const other = await sandbox.another()
    await sandbox.settings({ vocabulary: 'post' })
    expect((await act(postsCount, { queries: ['from:NorrbyInstr'] }, other)).results).toEqual(old.results)
    expect(old.results[0]?.total).toBeGreaterThan(0)
  })

  test('by the minute goes on where an answer ends', async () => {
    let sum = 0
    let pagination_token: string | undefined
    do {
      const more: { pagination_token?: string } = pagination_token ? { pagination_token } : {}
      const asked = { queries: ['from:NorrbyInstr'], granularity: 'minute' as const, days: 5, ...more }
      const { results } = await act(postsCount, asked, owner)
      sum += results[0]?.total as number
      pagination_token = results[0]?.next_token as string | undefined
    } while (pagination_token)
    const whole = await act(postsCount, { queries: ['from:NorrbyInstr'], granularity: 'day', days: 5 }, owner)
    expect(sum).toBe(whole.results[0]?.total)
  })

  test.each([
    [{ queries: [] }, /at least one/],
    [{ queries: Array.from({ length: 6 }, (_, at) => `q${at}`) }, /the limit is 5/],
    [{ queries: ['x'.repeat(513)] }, /the limit is 512/],
  ])('that cannot be meant is refused before it costs (%#)', async (input, words) => {
    expect((await refusal(postsCount, input, owner)).message).toMatch(words)
    expect(await sandbox.paths()).toEqual([])
  })
})

describe('a lookup', () => {
  test('brings posts by their ids, and says which are not to be had', async () => {
    const second = await sandbox.beginSecond()
    const [hidden, gone] = [sandbox.postIn('protected'), sandbox.named('tombstone/deleted').id]
    const { posts, not_found, not_authorized, cost } = await act(
      postsLookup,
      { ids: ['20', gone, hidden, ' 1960000000000000000 ', '20', sandbox.postIn('suspended')] },
      second,
    )
    expect(posts).toMatchObject([{ id: '20', author: 'jack', text: 'just setting up my twttr' }])
    expect(not_found).toEqual([gone, '1960000000000000000'])
    expect(not_authorized).toEqual([hidden, sandbox.postIn('suspended')])
    expect(cost).toMatchObject({ usd: 0.005, billed: 1 })
    await sandbox.paid(cost)
    expect(await sandbox.paths()).toHaveLength(1)
  })

  test.each([
    ['post_not_found', () => ['1960000000000000000']],
    ['not_authorized', () => [sandbox.postIn('suspended')]],
    ['post_not_found', () => ['1960000000000000000', sandbox.postIn('suspended')]],
  ])('that finds none fails with %s', async (code, ids) => {
    const second = await sandbox.beginSecond()
    expect((await refusal(postsLookup, { ids: ids() }, second)).code).toBe(code)
    expect(await sandbox.total()).toBe(0)
  })

  test.each([
    [{ ids: [] }, /at least one id/],
    [{ ids: ['20', 'abc'] }, /Invalid ids: an id is 1 to 19 digits/],
    [{ ids: ['12345678901234567890'] }, /Invalid ids/],
    [
      { ids: Array.from({ length: 101 }, (_, at) => String(at)) },
      /Too many ids in one call; the limit is 100/,
    ],
  ])('that cannot be meant is refused before it costs (%#)', async (input, words) => {
    expect((await refusal(postsLookup, input, owner)).message).toMatch(words)
    expect(await sandbox.paths()).toEqual([])
  })

  test('is paid once a day', async () => {
    await act(postsLookup, { ids: ['20'] }, owner)
    const { cost } = await act(postsLookup, { ids: ['20'] }, owner)
    expect([cost.usd, cost.billed, await sandbox.total()]).toEqual([0, 0, 0.005])
  })
})

describe('posts of accounts', () => {
  test('come for several names by one question about their ids, which is kept', async () => {
    const usernames = ['@NorrbyInstr', 'zq7', 'norrbyinstr']
    const { results, cost } = await act(postsByUser, { usernames, max_results: 6 }, owner)
    expect(results).toMatchObject([
      { username: 'NorrbyInstr', status: 'ok', posts: Array(6).fill({ author: 'NorrbyInstr' }) },
      { username: 'zq7', status: 'ok' },
    ])
    await sandbox.paid(cost)
    const asked = await sandbox.paths()
    expect(asked.filter((path) => path.startsWith('users/by?usernames=norrbyinstr%2Czq7'))).toHaveLength(1)
    expect(asked).toHaveLength(3)
    await act(postsByUser, { usernames: ['zq7'] }, owner)
    expect(await sandbox.paths()).toHaveLength(4)
  })

  test('end with the days that were asked for, without what is to be left out', async () => {
    const exclude = ['replies', 'retweets'] as ('replies' | 'retweets')[]
    const asked = { usernames: ['zq7'], days: 3, exclude, max_results: 100 }
    const { results } = await act(postsByUser, asked, owner)
    const truth = sandbox.world.timeline(sandbox.accountNamed('zq7')).filter((id) => {
      const post = sandbox.world.post(id)
      return (
        post && !post.gone && !post.repostOf && !post.replyTo && post.at >= sandbox.world.now - 3 * 86_400_000
      )
    })
    expect(new Set(idsOf(results[0]?.posts))).toEqual(new Set(truth))
    const week = await act(postsByUser, { usernames: ['zq7'], max_results: 100 }, owner)
    for (const { created_at } of (week.results[0]?.posts ?? []) as { created_at: string }[]) {
      expect(Date.parse(created_at)).toBeGreaterThan(sandbox.world.now - WEEK_MS - 60_000)
    }
  })

  test('keep an entry for whoever cannot be read, with the reason', async () => {
    const second = await sandbox.beginSecond()
    const [closed, banned] = [sandbox.inState('protected').handle, sandbox.inState('suspended').handle]
    const usernames = ['NorrbyInstr', 'nobody_here_zz', banned, closed]
    const { results, cost } = await act(postsByUser, { usernames }, second)
    expect(results.map(({ username, status }) => [username, status])).toEqual([
      ['NorrbyInstr', 'ok'],
      ['nobody_here_zz', 'user_not_found'],
      [banned, 'user_suspended'],
      [closed, 'not_authorized'],
    ])
    await sandbox.paid(cost)
    expect((await refusal(postsByUser, { usernames: [closed] }, second)).code).toBe('not_authorized')
    expect((await refusal(postsByUser, { usernames: ['nobody_here_zz'] }, second)).code).toBe(
      'user_not_found',
    )
  })

  test('of the own account cost less, by its own name too', async () => {
    const { cost } = await act(postsByUser, { usernames: ['oskar_fenwall'], max_results: 2 }, owner)
    expect(cost.usd).toBeGreaterThan(0)
    expect(cost.usd).toBeLessThanOrEqual(0.005)
    await sandbox.paid(cost)
    expect(await sandbox.paths()).toHaveLength(1)
  })

  test('are read of those who are known while the question about the others fails', async () => {
    await act(postsByUser, { usernames: ['zq7'] }, owner)
    await sandbox.faults([{ kind: '5xx', door: 'x-api', path: '/2/users/by' }])
    const { results } = await act(postsByUser, { usernames: ['zq7', 'NorrbyInstr'] }, owner)
    expect(results.map(({ status }) => status)).toEqual(['ok', 'unavailable'])
  })

  test.each([
    [{ usernames: [] }, /at least one/],
    [{ usernames: ['a b'] }, /Invalid username: 1 to 15 letters, digits or underscores/],
    [{ usernames: ['abcdefghijklmnop'] }, /Invalid username/],
    [{ usernames: ['a', 'b', 'c', 'd', 'e', 'f'] }, /Too many usernames in one call; the limit is 5/],
  ])('that cannot be meant are refused before they cost (%#)', async (input, words) => {
    expect((await refusal(postsByUser, input, owner)).message).toMatch(words)
    expect(await sandbox.paths()).toEqual([])
  })
})

test('bookmarks refuse the four keys, and the words say what helps', async () => {
  expect(await refusal(bookmarksList, {}, owner)).toEqual({
    code: 'wrong_credentials_kind',
    message: expect.stringMatching(/x-md login/),
  })
  expect(await sandbox.total()).toBe(0)
})

describe('about a post', () => {
  test('its quotes come, at least ten of them billed', async () => {
    const { id } = sandbox.named('ref-plain')
    const all = sandbox.world.quotes(id)
    const { posts, cut = 0, cost } = await act(postsQuotes, { id, max_results: 1 }, owner)
    expect(posts).toMatchObject([{ quoted_id: id }])
    expect(cost.billed).toBe(1 + cut)
    expect(cost.billed).toBe(Math.min(10, all.length))
    expect((await sandbox.query()).get('max_results')).toBe('10')
    await sandbox.paid(cost)
  })

  test('those who reposted it come, and of the own who likes it', async () => {
    const post = sandbox.world
      .timeline(sandbox.accountNamed('oskar_fenwall'))
      .flatMap((id) => sandbox.world.post(id) ?? [])
    const liked = post.find(({ gone, repostOf, counts }) => !gone && !repostOf && counts.likes > 0)
    const likers = await act(postLikedBy, { id: liked?.id ?? '', max_results: 3 }, owner)
    expect(likers.users.length).toBeGreaterThan(0)
    expect(likers.users[0]).toMatchObject({ username: expect.any(String), followers: expect.any(Number) })
    expect(likers.cost.usd).toBe(likers.users.length / 100)
    const reposters = await act(postRepostedBy, { id: sandbox.named('ref-plain').id, max_results: 2 }, owner)
    expect(reposters.users.length).toBeLessThanOrEqual(2)
    expect(likers.cost.usd + reposters.cost.usd).toBeCloseTo(await sandbox.total(), 6)
    expect((await act(postLikedBy, { id: '20' }, owner)).users).toEqual([])
  })

  test.each([
    ['x_posts_quotes', postsQuotes],
    ['x_post_liked_by', postLikedBy],
    ['x_post_reposted_by', postRepostedBy],
  ] as [string, typeof postLikedBy][])('%s tells what cannot be had, for nothing', async (_, operation) => {
    const second = await sandbox.beginSecond()
    expect((await refusal(operation, { id: '1960000000000000000' }, second)).code).toBe('post_not_found')
    expect((await refusal(operation, { id: sandbox.named('tombstone/deleted').id }, second)).code).toBe(
      'post_not_found',
    )
    expect((await refusal(operation, { id: sandbox.postIn('protected') }, second)).code).toBe(
      'not_authorized',
    )
    expect((await refusal(operation, { id: sandbox.postIn('suspended') }, second)).code).toBe(
      'not_authorized',
    )
    expect((await refusal(operation, { id: '12x' }, second)).code).toBe('invalid_argument')
    expect(await sandbox.total()).toBe(0)
    expect(await sandbox.paths()).toHaveLength(4)
  })
})
