import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Acting, startActing } from '../../testing/acting.ts'
import { getCircle } from '../get-circle.ts'
import { getFollowers } from '../get-connections.ts'
import { getPost } from '../get-post.ts'
import { getProfile } from '../get-profile.ts'
import { importPosts } from '../import-posts.ts'
import type { Context } from '../operation.ts'
import { searchPosts } from '../search-posts.ts'

/** Everything that is free is down. */
const AWAY = [
  { kind: 'html-200', door: 'fxtwitter' },
  { kind: 'html-200', door: 'syndication' },
]

let sandbox: Acting
let context: Context
beforeAll(async () => {
  sandbox = await startActing()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  await sandbox.settings({ credits: null })
  context = open({ X_PAID_READS: 'true' })
  await sandbox.faults(AWAY)
})

/** A process that knows nothing yet. */
const open = (settings: Record<string, string>): Context =>
  sandbox.contextOf('second', {
    X_OWNED_READS: 'false',
    SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
    ...settings,
  })
const total = async () => (await sandbox.bill()).total
const ledger = async (of = context) => ((await of.x?.ledger.spent(of.now()))?.day ?? 0) / 1000
const paid = async () => {
  const asked = await sandbox.asked()
  return asked.flatMap(({ path }) => (path.startsWith('/x-api') ? [path.replace('/x-api/2/', '')] : []))
}
const read = (id: string, of = context) =>
  getPost.run(getPost.input.parse({ url: `https://x.com/i/status/${id}` }), of)
const accountNamed = (handle: string) => {
  const account = sandbox.world.accountByHandle(handle)
  if (!account) throw new Error(`nobody is called ${handle}`)
  return account
}
const named = (key: string) => {
  const found = sandbox.world.named.find((one) => one.key === key || one.kind === key)
  if (!found) throw new Error(`no example ${key}`)
  return found.post
}

describe('with the free sources away', () => {
  test('a post comes from the X API, with what it quotes, and costs what is on the bill', async () => {
    const quoted = named('ref-plain')
    const quote = sandbox.world.quotes(quoted.id).find((id) => !sandbox.world.post(id)?.gone) ?? ''
    const answer = await read(quote)
    expect(answer.source).toBe('xapi')
    expect(answer.warnings).toContain('Fetched via xapi fallback')
    expect(answer.posts).toMatchObject([{ id: quote, quote: { id: quoted.id } }])
    expect(await total()).toBe(0.01)
    expect(await ledger()).toBe(0.01)
  })

  test('a post that X does not have is gone, for nothing', async () => {
    await expect(read('1960000000000000000')).rejects.toMatchObject({ code: 'not_found' })
    await expect(read(named('tombstone/deleted').id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await total()).toBe(0)
  })

  test('a profile and its posts come from there, page by page, each once', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < 3; pages++) {
      const input = getProfile.input.parse({ handle: 'zq7', limit: 10, ...(cursor && { cursor }) })
      const answer = await getProfile.run(input, context)
      expect(answer).toMatchObject({ source: 'xapi', profile: { screen_name: 'zq7' } })
      seen.push(...answer.posts.map(({ id }) => id))
      cursor = answer.nextCursor
      if (cursor === undefined) break
    }
    const truth = sandbox.world
      .timeline(accountNamed('zq7'))
      .reverse()
      .filter((id) => {
        const post = sandbox.world.post(id)
        return post && !post.gone && !post.repostOf && !post.replyTo
      })
    expect(seen).toEqual(truth.slice(0, seen.length))
    expect(seen.length).toBeGreaterThan(10)
    expect(await ledger()).toBe(await total())
    // No page is asked for twice: what a page holds is paid for.
    const pages = (await paid()).filter((path) => /tweets\?/.test(path))
    expect(new Set(pages).size).toBe(pages.length)
  })

  test('a profile without posts costs the account alone', async () => {
    const input = getProfile.input.parse({ handle: 'zq7', include_posts: false })
    expect((await getProfile.run(input, context)).profile).toMatchObject({ screen_name: 'zq7' })
    expect([await total(), await ledger()]).toEqual([0.01, 0.01])
  })

  test('followers come from there', async () => {
    const account = accountNamed('zq7')
    const answer = await getFollowers.run(getFollowers.input.parse({ handle: 'zq7', limit: 5 }), context)
    expect(answer.source).toBe('xapi')
    const truth = sandbox.world.followers(account).map(({ handle }) => handle)
    expect(answer.users.map(({ screen_name }) => screen_name)).toEqual(truth.slice(0, 5))
    expect(await ledger()).toBe(await total())
  })

  test('a search finds what the last seven days hold, in the words of X’s own search', async () => {
    const since = sandbox.world.now - 3 * 86_400_000
    const q = 'from:NorrbyInstr -filter:replies'
    const answer = await searchPosts.run(searchPosts.input.parse({ q, since, limit: 20 }), context)
    expect(answer.source).toBe('xapi')
    const truth = sandbox.world.timeline(accountNamed('NorrbyInstr')).filter((id) => {
      const post = sandbox.world.post(id)
      return post && !post.gone && !post.repostOf && !post.replyTo && post.at >= since
    })
    expect(truth.length).toBeGreaterThan(0)
    expect(new Set(answer.posts?.map(({ id }) => id))).toEqual(new Set(truth))
    expect(await ledger()).toBe(await total())
  })

  test('a search that the API has no words for is not made', async () => {
    const input = searchPosts.input.parse({ q: 'ferry near:somewhere' })
    await expect(searchPosts.run(input, context)).rejects.toMatchObject({ code: 'search_unavailable' })
    expect(await paid()).toEqual([])
  })

  test('what the purse does not hold is not read, and says nothing of what was asked for', async () => {
    const poor = open({ X_PAID_READS: 'true', X_BUDGET_USD_DAY: '0.001' })
    await expect(read('20', poor)).rejects.toMatchObject({ code: expect.stringMatching(/^upstream_/) })
    expect(await paid()).toEqual([])
    await sandbox.settings({ credits: 0 })
    await expect(read('20')).rejects.toMatchObject({ code: expect.stringMatching(/^upstream_/) })
    expect(await total()).toBe(0)
  })
})

describe('never costs anything', () => {
  test('where it would be dear: a whole history, a circle', async () => {
    const history = importPosts.run(importPosts.input.parse({ handle: 'zq7' }), context)
    await expect(history).rejects.toMatchObject({ code: expect.stringMatching(/^upstream_/) })
    const circle = getCircle.run(getCircle.input.parse({ handle: 'zq7' }), context)
    await expect(circle).rejects.toThrow()
    expect(await paid()).toEqual([])
  })

  test.each([[{}], [{ X_PAID_READS: 'false' }]])('with %o', async (settings) => {
    const free = open(settings as Record<string, string>)
    await expect(read('20', free)).rejects.toMatchObject({ code: expect.stringMatching(/^upstream_/) })
    await expect(getProfile.run(getProfile.input.parse({ handle: 'zq7' }), free)).rejects.toThrow()
    await expect(searchPosts.run(searchPosts.input.parse({ q: 'ferry' }), free)).rejects.toThrow()
    await expect(getFollowers.run(getFollowers.input.parse({ handle: 'zq7' }), free)).rejects.toThrow()
    expect(await paid()).toEqual([])
  })

  test('without keys', async () => {
    const keyless = open({ X_PAID_READS: 'true', X_API_KEY: '' })
    await expect(read('20', keyless)).rejects.toMatchObject({ code: expect.stringMatching(/^upstream_/) })
    expect(await paid()).toEqual([])
  })

  test('where the free sources answer, or are sure that there is nothing', async () => {
    await sandbox.faults([])
    expect((await read('20')).source).toBe('fxtwitter')
    await expect(read(named('tombstone/deleted').id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(read('1960000000000000000')).rejects.toMatchObject({ code: 'not_found' })
    const profile = await getProfile.run(getProfile.input.parse({ handle: 'zq7' }), context)
    expect(profile.source).toBe('fxtwitter')
    const closed = sandbox.world.accounts.find(
      ({ state, joined }) => state === 'protected' && joined < context.now(),
    )
    await getProfile.run(getProfile.input.parse({ handle: closed?.handle ?? '' }), context)
    const banned = sandbox.world.accounts.find(
      ({ state, joined }) => state === 'suspended' && joined < context.now(),
    )
    const gone = getProfile.run(getProfile.input.parse({ handle: banned?.handle ?? '' }), context)
    await expect(gone).rejects.toMatchObject({ code: 'not_found' })
    expect(await paid()).toEqual([])
  })
})
