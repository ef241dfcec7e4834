import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Acting, act, refusal, startActing } from '../../../testing/acting.ts'
import type { Context } from '../../operation.ts'
import { listCreate, listDelete, listUpdate } from './manage.ts'
import { listMemberAdd, listMemberRemove } from './members.ts'
import { listGet, listMembers, listPosts, listsOwned, listsPinned } from './read.ts'
import { listFollow, listPin, listUnfollow, listUnpin } from './relations.ts'

const MISSING = '1111111111111111111'

let sandbox: Acting
/** As they come: with no name looked up yet, and the owner known. */
let owner: Context
let second: Context
beforeAll(async () => {
  sandbox = await startActing()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  owner = sandbox.contextOf('owner')
  second = sandbox.contextOf('second', { X_OWNED_READS: 'false' })
  for (const { x } of [owner, second]) await x?.owner()
  await sandbox.reset()
  await sandbox.settings({ credits: null })
})

const total = async () => (await sandbox.bill()).total
/** What a call cost by its own words and by the bill. */
async function priced<T extends { cost?: { usd: number } | undefined }>(call: () => Promise<T>) {
  const before = await total()
  const answer = await call()
  const billed = Math.round(((await total()) - before) * 1000) / 1000
  expect(answer.cost?.usd).toBe(billed)
  return { answer, billed }
}
const create = async (context = owner) =>
  (await act(listCreate, { name: 'Fog', description: 'who sees it' }, context)) as unknown as {
    id: string
    url: string
  }
const namesOn = async (list_id: string) =>
  (await act(listMembers, { list_id }, owner)).users.map(({ username }) => username)

describe('an own list', () => {
  test('is made, changed, read and deleted', async () => {
    const { answer, billed } = await priced(() =>
      act(listCreate, { name: 'Fog', description: 'who sees it', private: true }, owner),
    )
    const list_id = String(answer.id)
    expect(answer).toMatchObject({ name: 'Fog', url: `https://x.com/i/lists/${list_id}` })
    expect(billed).toBe(0.01)
    const read = () => act(listGet, { list_id }, owner)
    expect((await priced(read)).answer.list).toMatchObject({
      name: 'Fog',
      description: 'who sees it',
      owner: 'oskar_fenwall',
      private: true,
      members: 0,
    })
    const updated = await priced(() => act(listUpdate, { list_id, description: '', private: false }, owner))
    expect([updated.answer.updated, updated.billed]).toEqual([true, 0.005])
    const { list } = await read()
    expect(list.name).toBe('Fog')
    expect(Object.keys(list)).not.toEqual(expect.arrayContaining(['description']))
    expect(Object.keys(list)).not.toEqual(expect.arrayContaining(['private']))
    const gone = await priced(() => act(listDelete, { list_id }, owner))
    expect([gone.answer.deleted, gone.billed]).toEqual([true, 0.005])
    expect((await refusal(listGet, { list_id }, owner)).code).toBe('list_not_found')
    expect((await refusal(listDelete, { list_id }, owner)).code).toBe('list_not_found')
  })

  test('takes members and lets them go; a name is paid for once', async () => {
    const { id: list_id } = await create()
    const who = { list_id, username: '@thread_mill' }
    const added = await priced(() => act(listMemberAdd, who, owner))
    expect([added.answer.is_member, added.billed]).toEqual([true, 0.015])
    expect(await namesOn(list_id)).toEqual(['thread_mill'])
    const removed = await priced(() => act(listMemberRemove, who, owner))
    expect([removed.answer.is_member, removed.billed]).toEqual([false, 0.005])
    expect(await namesOn(list_id)).toEqual([])
    await act(listMemberAdd, { list_id, username: 'oskar_fenwall' }, owner)
    expect(await namesOn(list_id)).toEqual(['oskar_fenwall'])
  })

  test('is pinned and unpinned, followed and not', async () => {
    const { id: list_id } = await create()
    const idsOf = async () => (await act(listsPinned, {}, owner)).lists.map(({ id }) => id)
    for (const [operation, field, value] of [
      [listPin, 'pinned', true],
      [listFollow, 'following', true],
      [listUnfollow, 'following', false],
    ] as const) {
      const { answer, billed } = await priced(() => act(operation, { list_id }, owner))
      expect([answer[field], billed]).toEqual([value, 0.005])
    }
    const pinned = await priced(() => act(listsPinned, {}, owner))
    expect(pinned.answer.lists).toMatchObject([{ id: list_id, name: 'Fog', owner: 'oskar_fenwall' }])
    expect(pinned.billed).toBe(0.001)
    expect((await act(listUnpin, { list_id }, owner)).pinned).toBe(false)
    expect(await idsOf()).toEqual([])
  })
})

describe('reading', () => {
  test('the lists of an account; one’s own are cheap', async () => {
    const own = await priced(() => act(listsOwned, {}, owner))
    expect(own.answer.lists.map(({ name }) => name)).toEqual(['Quiet corner', 'Harbours'])
    expect(own.billed).toBe(0.002)
    const named = await priced(() => act(listsOwned, { username: 'INES_quillfen' }, owner))
    expect(named.answer.lists.map(({ name }) => name)).toEqual(['Birds & bread'])
    expect(named.billed).toBe(0.015)
    const page = await act(listsOwned, { max_results: 1 }, owner)
    expect(page.lists).toHaveLength(1)
    const rest = await act(listsOwned, { max_results: 1, pagination_token: page.next_token }, owner)
    expect(rest.lists.map(({ name }) => name)).toEqual(['Harbours'])
    expect(rest.next_token).toBeUndefined()
  })

  test('the lists of an account that does not own the app are not cheap', async () => {
    const dear = await priced(() => act(listsOwned, {}, second))
    expect(dear.answer.lists).toHaveLength(2)
    expect(dear.billed).toBe(0.01)
  })

  test('members and posts, a page at a time, as many as are asked for and paid', async () => {
    const list_id = String((await act(listsOwned, { username: 'VellmarWeather' }, owner)).lists[0]?.id)
    const members = await priced(() => act(listMembers, { list_id, max_results: 7 }, owner))
    expect(members.answer.users).toHaveLength(7)
    expect(members.billed).toBe(0.07)
    const posts = await priced(() => act(listPosts, { list_id, max_results: 4 }, owner))
    expect(posts.answer.posts).toHaveLength(4)
    expect(posts.answer.posts[0]).toMatchObject({ text: expect.any(String), author: expect.any(String) })
    expect(posts.billed).toBe(0.02)
    const next = await act(
      listPosts,
      { list_id, max_results: 4, pagination_token: posts.answer.next_token },
      owner,
    )
    const ids = [...posts.answer.posts, ...next.posts].map(({ id }) => id)
    expect(new Set(ids).size).toBe(8)
    const byDefault = await act(listMembers, { list_id, max_results: 0 }, owner)
    expect(byDefault.users).toHaveLength(25)
    expect((await act(listMembers, { list_id, max_results: 5000 }, owner)).users).toHaveLength(100)
    await sandbox.settings({ usageCap: 1 })
    expect((await refusal(listPosts, { list_id }, owner)).code).toBe('usage_cap')
  })

  test('what is not there, or private to another', async () => {
    const hidden = (await act(listsOwned, {}, second)).lists.find(({ private: isPrivate }) => isPrivate)
    for (const list_id of [MISSING, String(hidden?.id)]) {
      expect((await refusal(listGet, { list_id }, owner)).code).toBe('list_not_found')
      expect((await refusal(listMembers, { list_id }, owner)).code).toBe('list_not_found')
      expect((await refusal(listPosts, { list_id }, owner)).code).toBe('list_not_found')
    }
    expect((await refusal(listsOwned, { username: 'nobody_here_zz' }, owner)).code).toBe('user_not_found')
  })

  test('in its time', async () => {
    await sandbox.faults([{ door: 'x-api', kind: 'latency', delayMs: 3000 }])
    const hasty = sandbox.contextOf('owner', { LISTS_MIN_TIMEOUT_MS: '50' })
    expect((await refusal(listGet, { list_id: MISSING, timeout_ms: 1 }, hasty)).code).toBe('timed_out')
    expect((await refusal(listCreate, { name: 'late', timeout_ms: 1 }, hasty)).code).toBe('maybe_done')
    await sandbox.faults([])
  })
})

describe('what X would refuse is refused before it is sent', () => {
  test.each([
    [{ name: '' }, /1 to 25 characters/],
    [{ name: '  ' }, /1 to 25 characters/],
    [{ name: 'x'.repeat(26) }, /1 to 25 characters/],
    [{ name: 'x', description: 'y'.repeat(101) }, /up to 100 characters/],
  ])('a list that cannot be (%#)', async (input, words) => {
    const refused = { code: 'invalid_argument', message: expect.stringMatching(words) }
    expect(await refusal(listCreate, input, owner)).toEqual(refused)
    expect(await refusal(listUpdate, { list_id: '1', ...input }, owner)).toEqual(refused)
    expect(await sandbox.asked()).toEqual([])
  })

  test('a change of nothing', async () => {
    expect((await refusal(listUpdate, { list_id: '1' }, owner)).message).toMatch(/at least one of name/)
    expect(await sandbox.asked()).toEqual([])
  })

  test('an id that is none', async () => {
    const list_id = 'fog'
    const refused = [
      await refusal(listGet, { list_id }, owner),
      await refusal(listMembers, { list_id }, owner),
      await refusal(listPosts, { list_id }, owner),
    ]
    for (const operation of [listDelete, listFollow, listUnfollow, listPin, listUnpin]) {
      refused.push(await refusal(operation, { list_id }, owner))
    }
    const message = 'Invalid list_id: an id is 1 to 19 digits.'
    for (const one of refused) expect(one).toEqual({ code: 'invalid_argument', message })
    expect(await sandbox.asked()).toEqual([])
  })

  test.each([listMemberAdd, listMemberRemove])('$name of a name that is none', async (operation) => {
    const refused = await refusal(operation, { list_id: '1', username: 'not a name' }, owner)
    expect(refused.message).toMatch(/^Invalid username/)
    expect((await refusal(operation, { list_id: 'fog', username: 'a' }, owner)).message).toMatch(/list_id/)
    expect(await sandbox.asked()).toEqual([])
  })
})

describe('what X refuses', () => {
  test('changes of a list that is not there', async () => {
    const list_id = MISSING
    await act(listsOwned, { username: 'thread_mill' }, owner)
    for (const operation of [listDelete, listFollow, listPin]) {
      expect((await refusal(operation, { list_id }, owner)).code, operation.name).toBe('list_not_found')
    }
    expect((await refusal(listUpdate, { list_id, name: 'x' }, owner)).code).toBe('list_not_found')
    for (const operation of [listMemberAdd, listMemberRemove]) {
      const refused = await refusal(operation, { list_id, username: 'thread_mill' }, owner)
      expect(refused.code, operation.name).toBe('list_not_found')
    }
  })

  test('changes of another’s list', async () => {
    const { id: list_id } = await create(second)
    expect((await refusal(listDelete, { list_id }, owner)).code).toBe('not_authorized')
    expect((await refusal(listUpdate, { list_id, name: 'x' }, owner)).code).toBe('not_authorized')
    const who = { list_id, username: 'thread_mill' }
    expect((await refusal(listMemberAdd, who, owner)).code).toBe('not_authorized')
    expect((await refusal(listMemberRemove, who, owner)).code).toBe('not_authorized')
  })

  test('members who are not there', async () => {
    const { id: list_id } = await create()
    for (const operation of [listMemberAdd, listMemberRemove]) {
      const refused = await refusal(operation, { list_id, username: 'nobody_here_zz' }, owner)
      expect(refused).toEqual({ code: 'user_not_found', message: 'User not found: @nobody_here_zz.' })
    }
  })

  test('anything with a token that may only read', async () => {
    const readOnly = sandbox.contextOf('read-only')
    const { id: list_id } = await create()
    expect((await refusal(listCreate, { name: 'x' }, readOnly)).code).toBe('read_only_token')
    expect((await refusal(listUpdate, { list_id, name: 'x' }, readOnly)).code).toBe('read_only_token')
    for (const operation of [listDelete, listFollow, listUnfollow, listPin, listUnpin]) {
      expect((await refusal(operation, { list_id }, readOnly)).code, operation.name).toBe('read_only_token')
    }
  })
})

test('a dry run of any of them sends nothing', async () => {
  const list_id = '7'
  const shown = [
    (await act(listCreate, { name: 'Fog', private: true, dry_run: true }, owner)).dry_run,
    (await act(listUpdate, { list_id, description: 'thick', dry_run: true }, owner)).dry_run,
    (await act(listDelete, { list_id, dry_run: true }, owner)).dry_run,
    (await act(listMemberAdd, { list_id, username: 'thread_mill', dry_run: true }, owner)).dry_run,
    (await act(listMemberRemove, { list_id, username: 'thread_mill', dry_run: true }, owner)).dry_run,
    (await act(listPin, { list_id, dry_run: true }, owner)).dry_run,
    (await act(listUnpin, { list_id, dry_run: true }, owner)).dry_run,
    (await act(listFollow, { list_id, dry_run: true }, owner)).dry_run,
    (await act(listUnfollow, { list_id, dry_run: true }, owner)).dry_run,
  ]
  const me = owner.x?.knownOwner?.id
  expect(shown).toEqual([
    { method: 'POST', path: '/2/lists', body: { name: 'Fog', private: true }, would_cost_usd: 0.01 },
    { method: 'PUT', path: '/2/lists/7', body: { description: 'thick' }, would_cost_usd: 0.005 },
    { method: 'DELETE', path: '/2/lists/7', would_cost_usd: 0.005 },
    {
      method: 'POST',
      path: '/2/lists/7/members',
      body: { user_id: '{id of @thread_mill}' },
      would_cost_usd: 0.015,
    },
    { method: 'DELETE', path: '/2/lists/7/members/{id of @thread_mill}', would_cost_usd: 0.015 },
    { method: 'POST', path: `/2/users/${me}/pinned_lists`, body: { list_id: '7' }, would_cost_usd: 0.005 },
    { method: 'DELETE', path: `/2/users/${me}/pinned_lists/7`, would_cost_usd: 0.005 },
    { method: 'POST', path: `/2/users/${me}/followed_lists`, body: { list_id: '7' }, would_cost_usd: 0.005 },
    { method: 'DELETE', path: `/2/users/${me}/followed_lists/7`, would_cost_usd: 0.005 },
  ])
  expect(await sandbox.asked()).toEqual([])
  expect(await total()).toBe(0)
})
