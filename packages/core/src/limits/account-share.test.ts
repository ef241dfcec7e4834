import { beforeEach, describe, expect, test } from 'vitest'
import { ApiKeys } from '../stores/api-keys.ts'
import { SqliteStore } from '../stores/sqlite-store.ts'
import type { Store } from '../stores/store.ts'
import { AccountShare } from './account-share.ts'
import { Quotas } from './quotas.ts'

const MINUTE = 60_000
const WINDOW = 15 * MINUTE
const START = WINDOW * 2_000_000
let now: number
let active: number
let store: Store
let keys: ApiKeys
let share: AccountShare

beforeEach(() => {
  now = START
  active = 3
  store = new SqliteStore(':memory:', { now: () => now })
  keys = new ApiKeys(store, { now: () => now })
  share = new AccountShare(store, keys, {
    activeAccounts: () => active,
    idleReleaseMinutes: 60,
    now: () => now,
  })
})

/** A key that was used just now. */
async function usedKey(limitPer15m: number, used = 0) {
  const { key, secret } = await keys.create({ limitPer15m })
  await keys.authenticate(secret)
  if (used > 0)
    await store.take([{ key: `xsearch:key:${key.id}`, limit: 1000, windowMs: WINDOW, cost: used }], now)
  return key
}

test('without keys everything is the public’s', async () => {
  expect(await share.describe()).toMatchObject({ capacity: 120, publicCap: 120, publicRemaining: 120 })
  expect(share.defaultKeyLimit).toBe(40)
  active = 0
  expect([share.capacity, share.defaultKeyLimit]).toEqual([0, 1])
})

describe('for a key in use is set aside', () => {
  test('its allowance, as far as time is left for it', async () => {
    await usedKey(40, 10)
    now += WINDOW / 2
    // Thirty are left and half of the time; its pace so far asks for ten more, twice that for twenty.
    expect(await share.describe()).toMatchObject({ keysUsed: 10, keysReserved: 20, publicCap: 90 })
  })
  test('no more than is left of it', async () => {
    await usedKey(40, 36)
    now += MINUTE
    expect(await share.describe()).toMatchObject({ keysUsed: 36, keysReserved: 4, publicCap: 80 })
  })
  test('nothing once it is disabled, or has not been used for long', async () => {
    const key = await usedKey(100)
    expect((await share.describe()).publicCap).toBe(20)
    now += 61 * MINUTE
    expect((await share.describe()).publicCap).toBe(120)
    await share.setIdleReleaseMinutes(90)
    now = START + 4 * WINDOW
    expect((await share.describe()).publicCap).toBe(20)
    await keys.update(key.id, { disabled: true })
    expect((await share.describe()).publicCap).toBe(120)
  })
})

test('the public is refused beyond its share, and then its own quota is not spent', async () => {
  active = 1
  await usedKey(38)
  const quotas = new Quotas(store, { now: () => now, share })
  const call = (ip: string) => quotas.of({ ip }, ['api-ip', 'search-ip', 'account-ip'])
  await call('192.0.2.1').spend('account-ip')
  await call('192.0.2.2').spend('account-ip')
  const refused = call('192.0.2.3')
  await expect(refused.spend('account-ip')).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/together/),
  })
  expect(refused.states()[2]?.remaining).toBe(0)
  const later = call('192.0.2.3')
  await later.look()
  expect(later.states()[2]?.remaining).toBe(10)
  const key = quotas.of({ ip: '192.0.2.3', key: { id: 'abc', limitPer15m: 5 } }, ['api-ip', 'account-key'])
  await key.spend('account-key')
})
