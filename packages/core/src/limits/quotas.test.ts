import { beforeEach, describe, expect, test } from 'vitest'
import { SqliteStore } from '../stores/sqlite-store.ts'
import { type Store, StoreError } from '../stores/store.ts'
import type { PolicyName } from './policies.ts'
import { Quotas } from './quotas.ts'

const SEARCH: readonly PolicyName[] = ['api-ip', 'search-ip', 'account-ip']
let now: number
let store: Store
let quotas: Quotas
beforeEach(() => {
  now = 1_800_000_000_000
  store = new SqliteStore(':memory:', { now: () => now })
  quotas = new Quotas(store, { now: () => now })
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    (error) => `${error.code} ${error.retryAfter}`,
  )

test('every call spends api-ip, 600 a minute for one address, and the next is told when to come back', async () => {
  now += 20_000
  for (let n = 0; n < 600; n++) {
    const call = quotas.of({ ip: '192.0.2.1' }, ['api-ip'])
    await call.enter()
    expect(call.states()[0]).toEqual({
      name: 'api-ip',
      limit: 600,
      windowSeconds: 60,
      remaining: 599 - n,
      resetSeconds: 40,
    })
  }
  const late = quotas.of({ ip: '192.0.2.1' }, ['api-ip'])
  expect(await codeOf((async () => late.enter())())).toBe('rate_limited 40')
  expect(late.states()[0]?.remaining).toBe(0)
  await quotas.of({ ip: '192.0.2.2' }, ['api-ip']).enter()
  now += 40_000
  await quotas.of({ ip: '192.0.2.1' }, ['api-ip']).enter()
})

test('a call that cost nothing gives its unit back, once, and only that one', async () => {
  now += 60_000 - (now % 60_000)
  const enter = async () => {
    const call = quotas.of({ ip: '192.0.2.7' }, ['api-ip'])
    await call.enter()
    return call
  }
  const calls = await Promise.all(Array.from({ length: 600 }, enter))
  expect(await codeOf(enter())).toBe('rate_limited 60')
  calls[599]?.leave()
  calls[599]?.leave()
  expect(calls[599]?.states()[0]?.remaining).toBe(1)
  await enter()
  expect(await codeOf(enter())).toBe('rate_limited 60')
  now += 60_000
  calls[4]?.leave()
  const next = await enter()
  expect(next.states()[0]?.remaining).toBe(599)
})

test('processes that share a store pass no quota together, and use all of it', async () => {
  const others = [quotas, new Quotas(store, { now: () => now }), new Quotas(store, { now: () => now })]
  const calls = Array.from({ length: 1_000 }, async (_, n) =>
    others[n % 3]?.of({ ip: '192.0.2.1' }, ['api-ip']).enter(),
  )
  const done = await Promise.allSettled(calls)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(600)
})

test('calls that wait while a window ends take nothing from the next that nobody uses', async () => {
  now += 60_000 - (now % 60_000) - 1
  const slow = { ...store, name: store.name, refund: store.refund.bind(store) } as unknown as Store
  slow.take = async (charges, at) => {
    await new Promise((resolve) => setTimeout(resolve, 2))
    return store.take(charges, at)
  }
  const shared = new Quotas(slow, { now: () => now })
  /** @returns seconds until the window ends that the call was counted in, or nothing for a refused one */
  const enter = async () => {
    const call = shared.of({ ip: '192.0.2.1' }, ['api-ip'])
    await call.enter()
    return call.states()[0]?.resetSeconds
  }
  const calls = Array.from({ length: 100 }, enter)
  now += 1
  for (let n = 0; n < 5; n++) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    calls.push(...Array.from({ length: 100 }, enter))
  }
  await Promise.all(calls)
  const all = await Promise.allSettled([...calls, ...Array.from({ length: 600 }, enter)])
  expect(all.filter((one) => one.status === 'fulfilled' && one.value === 60)).toHaveLength(600)
})

describe('a search', () => {
  test('tells all its quotas, and draws only from those that it uses', async () => {
    const call = quotas.of({ ip: '192.0.2.1' }, SEARCH)
    await call.enter()
    await call.look()
    expect(call.states().map(({ name, remaining }) => [name, remaining])).toEqual([
      ['api-ip', 599],
      ['search-ip', 5],
      ['account-ip', 10],
    ])
    await call.spend('search-ip')
    expect(call.states()[1]?.remaining).toBe(4)
  })
  test('that is refused spends nothing, and says which quota is used up', async () => {
    for (let n = 0; n < 5; n++) await quotas.of({ ip: '192.0.2.1' }, SEARCH).spend('search-ip')
    const call = quotas.of({ ip: '192.0.2.1' }, SEARCH)
    expect(await codeOf(call.spend('search-ip', 'account-ip'))).toBe('rate_limited 60')
    expect(call.states().map(({ remaining }) => remaining)).toEqual([600, 0, 10])
  })
  test('that used nothing is given back', async () => {
    const call = quotas.of({ ip: '192.0.2.1' }, SEARCH)
    await call.spend('search-ip', 'account-ip')
    await call.refund('account-ip')
    await call.refund('account-ip')
    expect(call.states().map(({ remaining }) => remaining)).toEqual([600, 4, 10])
    const next = quotas.of({ ip: '192.0.2.1' }, SEARCH)
    await next.look()
    expect(next.states().map(({ remaining }) => remaining)).toEqual([600, 4, 10])
  })
  test('with a key draws from the quotas of the key, whatever its address', async () => {
    const names: PolicyName[] = ['api-ip', 'search-key', 'account-key']
    const key = { id: 'abc', limitPer15m: 2 }
    for (const ip of ['192.0.2.1', '192.0.2.2']) await quotas.of({ ip, key }, names).spend('account-key')
    const call = quotas.of({ ip: '192.0.2.3', key }, names)
    expect(await codeOf(call.spend('account-key'))).toMatch(/^rate_limited/)
    expect(call.states()[2]).toMatchObject({ name: 'account-key', limit: 2, remaining: 0 })
  })
})

test('a store that is down lets calls through, but none over accounts', async () => {
  const down = () => Promise.reject(new StoreError('down'))
  const broken = new Quotas({ ...store, take: down, refund: down } as unknown as Store, { now: () => now })
  const call = broken.of({ ip: '192.0.2.1' }, SEARCH)
  await call.enter()
  await call.spend('search-ip')
  await call.look()
  expect(call.states().map(({ remaining }) => remaining)).toEqual([600, 5, 10])
  expect(await codeOf(call.spend('account-ip'))).toMatch(/^rate_limited/)
  await call.refund('search-ip')
})
