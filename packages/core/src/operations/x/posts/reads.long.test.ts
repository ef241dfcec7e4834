import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLIENT } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { act, refusal } from '../../../testing/acting.ts'
import type { Context } from '../../operation.ts'
import type { AccountOperation } from '../account-operation.ts'
import { openLogin } from '../login/user-token.ts'
import { postLikedBy, postRepostedBy, postsQuotes } from './about-post.ts'
import { postsByUser } from './by-user.ts'
import { postsCount } from './count.ts'
import { postsLookup } from './lookup.ts'
import { postsSearch } from './search.ts'
import { idsOf, type Reading, startReading } from './testing.ts'
import { bookmarksList, postsHome, postsLiked, postsMentions } from './timelines.ts'

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

describe.each([
  ['mentions', postsMentions, 5, 'mentions', 1],
  ['the home timeline', postsHome, 1, 'timelines/reverse_chronological', 5],
  ['likes', postsLiked, 5, 'liked_tweets', 1],
  ['bookmarks', bookmarksList, 1, 'bookmarks', 1],
] as const)('%s', (_, operation, fewest, place, mills) => {
  beforeEach(() => sandbox.settings({ bookmarksOauth1: true }))

  test('come page by page, each post once, for what they cost', async () => {
    const first = await act(operation, { max_results: 5 }, owner)
    expect(first.posts.length).toBeGreaterThan(0)
    expect(first.cost).toMatchObject({ usd: (first.posts.length * mills) / 1000, billed: first.posts.length })
    expect((await sandbox.paths())[0]).toContain(`users/${owner.x?.knownOwner?.id}/${place}?max_results=5`)
    await sandbox.paid(first.cost)
    if (first.next_token === undefined) return
    const next = await act(operation, { max_results: 5, pagination_token: first.next_token }, owner)
    expect(idsOf(next.posts).filter((id) => idsOf(first.posts).includes(id))).toEqual([])
    expect(await sandbox.total()).toBeCloseTo(first.cost.usd + next.cost.usd, 6)
  })

  test('of a single post bill what X gives at least, and show the one', async () => {
    const { posts, cut = 0, cost } = await act(operation, { max_results: 1 }, owner)
    expect(posts).toHaveLength(1)
    expect(cost.billed).toBe(1 + cut)
    expect(cut).toBeLessThan(fewest)
    expect((await sandbox.query()).get('max_results')).toBe(String(fewest))
    await sandbox.paid(cost)
  })

  test('cost more where the app is somebody else’s', async () => {
    const second = await sandbox.beginSecond()
    const { posts, cost } = await act(operation, { max_results: 5 }, second)
    expect(cost.usd).toBe((posts.length * 5) / 1000)
    await sandbox.paid(cost)
  })

  test('of an odd token are refused for nothing', async () => {
    const input = { pagination_token: 'nonsense' }
    expect((await refusal(operation, input, owner)).code).toBe('invalid_request')
    expect(await sandbox.total()).toBe(0)
  })

  test('speak both vocabularies', async () => {
    const old = await act(operation, { max_results: 5 }, owner)
    const other = await sandbox.another()
    await sandbox.settings({ vocabulary: 'post' })
    const { posts, cost } = await act(operation, { max_results: 5 }, other)
    expect(posts).toEqual(old.posts)
    expect(cost).not.toHaveProperty('cached')
  })
})

test('bookmarks come once the account has logged in, page by page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'x-md-bookmarks-'))
  try {
    const context = sandbox.contextOf('owner', {
      X_MD_DATA_DIR: folder,
      X_OAUTH2_CLIENT_ID: CLIENT.id,
      X_AUTHORIZE_BASE_URL: `${sandbox.url}/x-api`,
    })
    const login = openLogin(context.config, context.now)
    const redirect = 'http://127.0.0.1:9/callback'
    const departure = await login?.oauth.depart(redirect)
    if (!login || !departure) throw new Error('no login is set up')
    const answer = await fetch(departure.address, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    await login.file.write(await login.oauth.arrive(back, redirect, departure))
    const first = await act(bookmarksList, { max_results: 2 }, context)
    const next = await act(
      bookmarksList,
      { max_results: 2, pagination_token: first.next_token ?? '' },
      context,
    )
    expect(idsOf([...first.posts, ...next.posts])).toHaveLength(4)
    expect(new Set(idsOf([...first.posts, ...next.posts])).size).toBe(4)
    expect(next.cost).toMatchObject({ usd: 0.002, billed: 2 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** One call of each, as good as any. */
const CALLS = [
  [postsSearch, { queries: ['ferry'] }],
  [postsCount, { queries: ['ferry'] }],
  [postsLookup, { ids: ['20'] }],
  [postsByUser, { usernames: ['zq7'] }],
  [postsMentions, {}],
  [postsHome, {}],
  [postsQuotes, { id: '20' }],
  [postsLiked, {}],
  [bookmarksList, {}],
  [postLikedBy, { id: '20' }],
  [postRepostedBy, { id: '20' }],
] as unknown as [AccountOperation<z.ZodType, z.ZodType>, object][]

test.each(['owner', 'second'] as const)(
  'all at once, twice, are on the ledger of %s as on the bill',
  async (who) => {
    await sandbox.settings({ bookmarksOauth1: true })
    const context = who === 'owner' ? owner : await sandbox.beginSecond()
    const billed = await sandbox.total()
    const spent = async () => ((await context.x?.ledger.spent(context.now()))?.day ?? 0) / 1000
    const before = await spent()
    for (let round = 0; round < 2; round++) {
      await Promise.all(CALLS.map(([operation, input]) => act(operation, input, context)))
    }
    expect(await sandbox.total()).toBeGreaterThan(billed + 0.1)
    expect((await spent()) - before).toBeCloseTo((await sandbox.total()) - billed, 6)
  },
)

describe.each(CALLS.map(([operation, input]) => [operation.name, operation, input] as const))(
  '%s',
  (_, operation, input) => {
    beforeEach(() => sandbox.settings({ bookmarksOauth1: true }))
    const fails = (context: Context) => refusal(operation, input, context)
    /** The tools that X does not count among those that read posts. */
    const readsUsers = [postLikedBy, postRepostedBy, postsCount].some(({ name }) => name === operation.name)

    test.each([
      ['credits_spent', { credits: 0 }, /no X API credits left.*Do not retry/],
      ['credits_spent', { credits: 0, creditsBody: 'older' }, /no X API credits left/],
      ['spend_cap', { spendCap: 0 }, /spending limit.*Do not retry/],
      ['not_enrolled', { enrolled: false }, /project/],
    ])('says %s, asks once and costs nothing', async (code, settings, words) => {
      await sandbox.settings(settings)
      expect(await fails(owner)).toEqual({ code, message: expect.stringMatching(words) })
      expect((await sandbox.paths()).filter((path) => !path.includes('oauth2'))).toHaveLength(1)
      expect(await sandbox.total()).toBe(0)
    })

    test('says that the cap on posts is reached, where it reads posts', async () => {
      await sandbox.settings({ usageCap: 0 })
      if (readsUsers) {
        expect(await act(operation, input, owner)).toHaveProperty('cost')
        return
      }
      if (operation === (postsByUser as unknown)) await act(operation, input, owner).catch(() => undefined)
      expect((await fails(owner)).code).toBe('usage_cap')
    })

    test('says when its rate is reached, and when it may go on', async () => {
      await sandbox.faults([{ kind: 'rate-limit', door: 'x-api' }])
      expect((await fails(owner)).code).toBe('rate_limited')
      expect(await sandbox.total()).toBe(0)
    })

    test('says that keys are wrong, or none are there', async () => {
      const wrong = { X_ACCESS_TOKEN_SECRET: 'no', X_API_KEY_SECRET: 'no' }
      expect((await fails(sandbox.contextOf('owner', wrong))).code).toBe('bad_credentials')
      expect((await fails(sandbox.contextOf('owner', { X_API_KEY: '' }))).code).toBe('no_account')
    })

    test('stops before a budget is passed', async () => {
      const poor = sandbox.contextOf('owner', { X_BUDGET_USD_DAY: '0.0001', X_OWNED_READS: 'false' })
      expect((await fails(poor)).code).toBe('budget_spent')
      expect((await sandbox.paths()).filter((path) => !path.includes('oauth2'))).toEqual([])
    })

    test('ends after its time', async () => {
      await sandbox.faults([{ kind: 'hang', door: 'x-api' }])
      const hurried = sandbox.contextOf('owner', { POSTS_MIN_TIMEOUT_MS: '50', POSTS_MAX_TIMEOUT_MS: '100' })
      expect((await fails(hurried)).code).toBe('timed_out')
    })
  },
)
