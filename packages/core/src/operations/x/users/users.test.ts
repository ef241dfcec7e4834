import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Acting, act, refusal, startActing } from '../../../testing/acting.ts'
import type { Context } from '../../operation.ts'
import { userFollowers, userFollowing, usersBlocked, usersMuted } from './connections.ts'
import { userFollow, userMute, userUnfollow, userUnmute } from './interactions.ts'
import { usersLookup } from './lookup.ts'
import { usersMe } from './me.ts'

let sandbox: Acting
/** As they come: with no name looked up yet, and the owner known. */
let owner: Context
let enterprise: Context
let second: Context
beforeAll(async () => {
  sandbox = await startActing()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  owner = sandbox.contextOf('owner')
  enterprise = sandbox.contextOf('owner', { X_PLAN: 'enterprise' })
  second = sandbox.contextOf('second')
  for (const { x } of [owner, enterprise, second]) await x?.owner()
  await sandbox.reset()
  await sandbox.settings({ credits: null })
})

const total = async () => (await sandbox.bill()).total
const paths = async () => (await sandbox.asked()).map(({ method, path }) => `${method} ${path.split('?')[0]}`)
const inState = (state: string) => {
  const found = sandbox.world.accounts.find((one) => one.state === state && one.joined < sandbox.world.now)
  if (!found) throw new Error(`nobody is ${state}`)
  return found
}

describe('reading', () => {
  test('the own profile', async () => {
    const { user, cost } = await act(usersMe, {}, sandbox.contextOf('owner'))
    expect(user).toMatchObject({ username: 'oskar_fenwall', name: 'Oskar Fenwall', followers: 640 })
    expect([cost.usd, await total()]).toEqual([0.01, 0.01])
  })

  test('accounts by names or ids, each once; those that are not there beside them', async () => {
    const { id } = sandbox.world.accountByHandle('ines_quillfen') ?? { id: '' }
    const suspended = inState('suspended')
    const usernames = ['@ines_quillfen', 'INES_quillfen', 'nobody_here_zz', suspended.handle]
    const named = await act(usersLookup, { usernames }, owner)
    expect(named.users.map(({ username }) => username)).toEqual(['ines_quillfen'])
    expect(named.not_found).toEqual(['nobody_here_zz', suspended.handle])
    expect([named.cost.usd, await total()]).toEqual([0.01, 0.01])
    const numbered = await act(usersLookup, { ids: [id, id, '1'] }, second)
    expect(numbered).toMatchObject({ users: [{ id }], not_found: ['1'] })
  })

  test.each([
    [{}, /either usernames or ids/],
    [{ usernames: ['a'], ids: ['1'] }, /not both/],
    [{ usernames: [] }, /at least one/],
    [{ usernames: ['a b'] }, /Invalid username: 1 to 15 letters, digits or underscores/],
    [{ usernames: ['abcdefghijklmnop'] }, /Invalid username/],
    [{ ids: ['abc'] }, /Invalid ids/],
    [
      { ids: Array.from({ length: 101 }, (_, at) => String(at)) },
      /Too many ids in one call; the limit is 100/,
    ],
    [{ usernames: Array.from({ length: 101 }, (_, at) => `u${at}`) }, /Too many usernames/],
  ])('a lookup that cannot be meant is refused before it costs (%#)', async (input, words) => {
    expect(await refusal(usersLookup, input, owner)).toEqual({
      code: 'invalid_argument',
      message: expect.stringMatching(words),
    })
    expect(await paths()).toEqual([])
  })

  test('a lookup of nobody', async () => {
    expect((await refusal(usersLookup, { usernames: ['nobody_here_zz'] }, owner)).code).toBe('user_not_found')
    expect(await total()).toBe(0)
  })

  test.each([
    ['followers', userFollowers],
    ['following', userFollowing],
  ] as const)('%s: a page at a time; a name costs once', async (which, operation) => {
    const person = sandbox.world.accountByHandle('ines_quillfen')
    if (!person) throw new Error('nobody')
    const expected = sandbox.world[which](person)
      .slice(0, 6)
      .map(({ id }) => id)
    const first = await act(operation, { username: '@Ines_Quillfen', max_results: 3 }, owner)
    expect(first.cost.usd).toBe(0.04)
    expect(await total()).toBe(0.04)
    const next = await act(
      operation,
      { username: 'ines_quillfen', max_results: 3, pagination_token: first.next_token },
      owner,
    )
    expect([...first.users, ...next.users].map(({ id }) => id)).toEqual(expected)
    expect(await total()).toBeCloseTo(0.01 + 0.01 * expected.length, 6)
    expect(await paths()).toEqual([
      'GET /x-api/2/users/by',
      `GET /x-api/2/users/${person.id}/${which}`,
      `GET /x-api/2/users/${person.id}/${which}`,
    ])
  })

  test('what is the app owner’s own is cheap, of another account it is not', async () => {
    const own = await act(userFollowers, { username: 'oskar_fenwall', max_results: 5 }, owner)
    expect([own.cost.usd, await total()]).toEqual([0.005, 0.005])
    const others = sandbox.contextOf('second', { X_OWNED_READS: 'false' })
    await others.x?.owner()
    const before = await total()
    const dear = await act(userFollowers, { username: 'ines_quillfen', max_results: 5 }, others)
    expect(dear.cost.usd).toBe(0.05)
    expect((await total()) - before).toBeCloseTo(0.05, 6)
  })

  test.each([
    ['muted', usersMuted],
    ['blocked', usersBlocked],
  ] as const)('whom the account has %s', async (_, operation) => {
    const first = await act(operation, { max_results: 4 }, owner)
    expect(first.users).toHaveLength(4)
    expect([first.cost.usd, await total()]).toEqual([0.004, 0.004])
    const rest = await act(operation, { pagination_token: first.next_token }, owner)
    expect(rest.users.length).toBeGreaterThan(0)
    expect(rest.next_token).toBeUndefined()
    expect((await refusal(operation, { pagination_token: 'x'.repeat(16) }, owner)).code).toBe(
      'invalid_request',
    )
  })

  test('of nobody, of somebody protected, of somebody suspended', async () => {
    const people = [
      ['nobody_here_zz', 'user_not_found'],
      [inState('protected').handle, 'not_authorized'],
      [inState('suspended').handle, 'user_suspended'],
    ] as const
    for (const [username, code] of people) {
      expect((await refusal(userFollowers, { username }, owner)).code, username).toBe(code)
    }
  })

  test('is kept within its bounds', async () => {
    const context = sandbox.contextOf('owner', { USERS_MAX_RESULTS: '2', USERS_DEFAULT_RESULTS: '1' })
    const read = async (max_results?: number) =>
      (await act(userFollowers, { username: 'ines_quillfen', max_results }, context)).users.length
    expect([await read(), await read(0), await read(-3), await read(2), await read(900)]).toEqual([
      1, 1, 1, 2, 2,
    ])
  })

  test('in its time', async () => {
    await sandbox.faults([{ door: 'x-api', kind: 'latency', delayMs: 3000 }])
    const hasty = sandbox.contextOf('owner', { USERS_MIN_TIMEOUT_MS: '50' })
    expect((await refusal(usersMe, { timeout_ms: 1 }, hasty)).code).toBe('timed_out')
    await sandbox.faults([])
  })
})

describe('acting', () => {
  const other = () => sandbox.world.accountByHandle('ines_quillfen')?.id ?? ''

  test('muting and unmuting; the name is paid for once', async () => {
    const muted = await act(userMute, { username: 'ines_quillfen' }, owner)
    expect(muted).toMatchObject({ muting: true, cost: { usd: 0.02 } })
    expect((await act(usersMuted, {}, owner)).users.map(({ id }) => id)).toContain(other())
    const before = await total()
    expect(await act(userUnmute, { username: '@INES_quillfen' }, owner)).toMatchObject({
      muting: false,
      cost: { usd: 0.005 },
    })
    expect((await total()) - before).toBeCloseTo(0.005, 6)
    expect((await act(usersMuted, {}, owner)).users.map(({ id }) => id)).not.toContain(other())
  })

  test('following and unfollowing on an enterprise plan', async () => {
    await sandbox.settings({ plan: 'enterprise' })
    const waiting = inState('protected').handle
    expect(await act(userFollow, { username: waiting }, enterprise)).toMatchObject({ pending_follow: true })
    const followed = await act(userFollow, { username: 'thread_mill' }, enterprise)
    expect(followed).toMatchObject({ following: true, pending_follow: false, cost: { usd: 0.025 } })
    const me = sandbox.world.accountByHandle('oskar_fenwall')
    const followsIt = () =>
      me &&
      sandbox.world
        .following(me)
        .slice(0, 10_000)
        .some(({ handle }) => handle === 'thread_mill')
    expect(followsIt()).toBe(true)
    expect(await act(userUnfollow, { username: 'thread_mill' }, enterprise)).toMatchObject({
      following: false,
      cost: { usd: 0.01 },
    })
    expect(followsIt()).toBe(false)
    expect(await total()).toBeCloseTo(0.01 + 0.015 + 0.025 + 0.01, 6)
  })

  test('following on a self-serve plan is refused before it costs', async () => {
    expect((await refusal(userFollow, { username: 'thread_mill' }, owner)).code).toBe('not_on_this_plan')
    expect(await paths()).toEqual([])
    expect((await act(userUnfollow, { username: 'thread_mill' }, owner)).following).toBe(false)
  })

  test.each([userFollow, userUnfollow, userMute, userUnmute])(
    '$name refuses what cannot be',
    async (operation) => {
      const refused = (username: string) => refusal(operation, { username }, enterprise)
      expect((await refused('a b')).message).toMatch(/^Invalid username: 1 to 15/)
      expect((await refused('Oskar_Fenwall')).message).toMatch(/to itself/)
      expect(await paths()).toEqual([])
      expect((await refused('nobody_here_zz')).code).toBe('user_not_found')
      expect(await total()).toBe(0)
    },
  )

  test.each([userUnfollow, userMute, userUnmute])(
    '$name with a token that may only read',
    async (operation) => {
      const readOnly = sandbox.contextOf('read-only')
      expect((await refusal(operation, { username: 'thread_mill' }, readOnly)).code).toBe('read_only_token')
    },
  )

  test('over the budget, a name is not looked up either', async () => {
    const poor = sandbox.contextOf('owner', { X_BUDGET_USD_DAY: '0.029' })
    await poor.x?.owner()
    const before = (await paths()).length
    expect((await refusal(userMute, { username: 'thread_mill' }, poor)).code).toBe('budget_spent')
    expect(await paths()).toHaveLength(before)
    expect((await act(userUnmute, { username: 'thread_mill' }, poor)).cost).toMatchObject({
      usd: 0.015,
      left_today: 0.004,
    })
  })

  test('of somebody who was suspended since the name was looked up', async () => {
    const { id } = inState('suspended')
    const known = sandbox.contextOf('owner')
    await known.x?.owner()
    await known.cache.read('x:user-id:gone_since', async () => ({ value: { id }, ttlMs: 60_000, weight: 1 }))
    expect((await refusal(userMute, { username: 'gone_since' }, known)).code).toBe('user_suspended')
  })

  test.each([
    [userMute, 'POST', { target_user_id: '{id of @thread_mill}' }, 0.02],
    [userUnmute, 'DELETE', undefined, 0.015],
    [userUnfollow, 'DELETE', undefined, 0.02],
  ] as const)(
    'a dry run sends nothing, and says what it does not know (%#)',
    async (operation, method, body, usd) => {
      const { dry_run } = await act(operation, { username: 'thread_mill', dry_run: true }, owner)
      expect(dry_run).toMatchObject({ method, ...(body && { body }), would_cost_usd: usd })
      if (!body) expect(dry_run?.path).toMatch(/\/\{id of @thread_mill\}$/)
      const unknown = await act(
        operation,
        { username: 'thread_mill', dry_run: true },
        sandbox.contextOf('owner'),
      )
      expect(unknown.dry_run?.path).toContain('{own id}')
      expect(await paths()).toEqual([])
      await act(usersLookup, { usernames: ['thread_mill'] }, owner)
      const known = await act(operation, { username: 'thread_mill', dry_run: true }, owner)
      expect(JSON.stringify(known)).not.toContain('{id of')
      expect(known.dry_run?.would_cost_usd).toBeCloseTo(usd - 0.01, 6)
    },
  )
})
