import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Acting, act, refusal, startActing } from '../../../testing/acting.ts'
import type { Context } from '../../operation.ts'
import { postCreate } from './create.ts'
import { postDelete, postLike, postRepost, postUnlike, postUnrepost } from './interactions.ts'

const ALL = [postDelete, postLike, postUnlike, postRepost, postUnrepost]

let sandbox: Acting
let owner: Context
let enterprise: Context
let second: Context
let id: string
beforeAll(async () => {
  sandbox = await startActing()
  owner = sandbox.context
  enterprise = sandbox.contextOf('owner', { X_PLAN: 'enterprise' })
  second = sandbox.contextOf('second')
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  await sandbox.settings({ credits: null })
  for (const { x } of [owner, enterprise, second]) await x?.owner()
  id = String((await act(postCreate, { text: 'gulls again' }, second)).id)
})

const total = async () => (await sandbox.bill()).total
const counts = async () => {
  const { likes, reposts } = (await sandbox.free(id)).body.status
  return { likes, reposts }
}

test('a repost shows through the free door until it is taken back', async () => {
  const before = await total()
  expect(await act(postRepost, { id }, owner)).toEqual({ retweeted: true, cost: { usd: 0.015, billed: 1 } })
  expect(await counts()).toEqual({ likes: 0, reposts: 1 })
  expect((await act(postRepost, { id }, owner)).retweeted).toBe(true)
  expect(await counts()).toEqual({ likes: 0, reposts: 1 })
  expect(await act(postUnrepost, { id }, owner)).toMatchObject({ retweeted: false, cost: { usd: 0.01 } })
  expect(await counts()).toEqual({ likes: 0, reposts: 0 })
  expect((await total()) - before).toBeCloseTo(0.015 + 0.015 + 0.01, 6)
})

describe('likes', () => {
  test('work on an enterprise plan', async () => {
    await sandbox.settings({ plan: 'enterprise' })
    expect(await act(postLike, { id }, enterprise)).toMatchObject({ liked: true, cost: { usd: 0.015 } })
    expect(await counts()).toEqual({ likes: 1, reposts: 0 })
    expect(await act(postUnlike, { id }, enterprise)).toMatchObject({ liked: false, cost: { usd: 0.01 } })
    expect(await counts()).toEqual({ likes: 0, reposts: 0 })
  })

  test('are refused on a self-serve plan before they cost; to take one back is not', async () => {
    const before = (await sandbox.asked()).length
    expect((await refusal(postLike, { id }, owner)).code).toBe('not_on_this_plan')
    expect(await sandbox.asked()).toHaveLength(before)
    expect((await act(postUnlike, { id }, owner)).liked).toBe(false)
  })

  test('are refused by X where the plan is another than was set', async () => {
    expect((await refusal(postLike, { id }, enterprise)).code).toBe('not_on_this_plan')
  })
})

test('another’s post is not deleted', async () => {
  const before = await total()
  expect((await refusal(postDelete, { id }, owner)).code).toBe('not_authorized')
  expect((await sandbox.free(id)).status).toBe(200)
  expect(await total()).toBe(before)
})

test('a post of a protected account that the own one follows is not reposted', async () => {
  const { world } = sandbox
  const me = world.accountByHandle('oskar_fenwall')
  const hidden = world.accounts.find((one) => one.state === 'protected' && world.timeline(one).length > 0)
  if (!me || !hidden) throw new Error('nobody is protected')
  const [post = ''] = world.timeline(hidden).filter((one) => !world.post(one)?.repostOf)
  expect((await refusal(postRepost, { id: post }, owner)).code).toBe('post_not_found')
  world.follow(me, hidden, true)
  expect((await refusal(postRepost, { id: post }, owner)).code).toBe('not_authorized')
})

test('a post that is not there', async () => {
  await sandbox.settings({ plan: 'enterprise' })
  for (const operation of [postDelete, postLike, postRepost]) {
    expect((await refusal(operation, { id: '1' }, enterprise)).code, operation.name).toBe('post_not_found')
  }
})

test.each(ALL)('$name of an id that is none is refused before it is sent', async (operation) => {
  const before = (await sandbox.asked()).length
  for (const wrong of ['', 'abc', '-1', '1'.repeat(20), 'https://x.com/jack/status/20']) {
    expect(await refusal(operation, { id: wrong }, enterprise)).toEqual({
      code: 'invalid_argument',
      message: 'Invalid id: an id is 1 to 19 digits.',
    })
  }
  expect(await sandbox.asked()).toHaveLength(before)
})

test.each(ALL)('$name with a token that may only read', async (operation) => {
  const readOnly = sandbox.contextOf('read-only', { X_PLAN: 'enterprise' })
  expect((await refusal(operation, { id }, readOnly)).code).toBe('read_only_token')
})

test.each([
  [postDelete, 'DELETE', () => '/2/tweets/20', undefined, 0.005],
  [postLike, 'POST', (me: string) => `/2/users/${me}/likes`, { tweet_id: '20' }, 0.015],
  [postUnlike, 'DELETE', (me: string) => `/2/users/${me}/likes/20`, undefined, 0.01],
  [postRepost, 'POST', (me: string) => `/2/users/${me}/retweets`, { tweet_id: '20' }, 0.015],
  [postUnrepost, 'DELETE', (me: string) => `/2/users/${me}/retweets/20`, undefined, 0.01],
] as const)('a dry run shows what would be sent (%#)', async (operation, method, path, body, usd) => {
  const before = (await sandbox.asked()).length
  const { dry_run } = await act(operation, { id: '20', dry_run: true }, enterprise)
  const me = enterprise.x?.knownOwner?.id ?? ''
  expect(dry_run).toEqual({ method, path: path(me), ...(body && { body }), would_cost_usd: usd })
  expect(await sandbox.asked()).toHaveLength(before)
})

test('an owner who is not known yet is asked when something is done, and not before', async () => {
  const context = sandbox.contextOf('owner')
  const before = (await sandbox.asked()).length
  const { dry_run } = await act(postRepost, { id, dry_run: true }, context)
  expect(dry_run).toMatchObject({ path: '/2/users/{own id}/retweets', would_cost_usd: 0.025 })
  expect(await sandbox.asked()).toHaveLength(before)
  expect((await act(postRepost, { id }, context)).retweeted).toBe(true)
  expect((await counts()).reposts).toBe(1)
})
