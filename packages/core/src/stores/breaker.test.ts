import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { SharedBreaker } from './breaker.ts'
import { type Store, StoreError } from './store.ts'
import { overEveryStore } from './testing/over-every-store.ts'

const MINUTE = 60_000

overEveryStore((bench) => {
  let now: number
  const clock = { now: () => now }
  beforeEach(() => {
    now = bench.place.now()
  })
  let breaker: SharedBreaker
  let elsewhere: SharedBreaker
  beforeEach(() => {
    const options = { ...clock, key: `breaker:${randomUUID()}` }
    breaker = new SharedBreaker(bench.store, options)
    elsewhere = new SharedBreaker(bench.other, options)
  })

  test('it opens for a minute, twice as long each time, and for half an hour at most', async () => {
    for (const minutes of [1, 2, 4, 8, 16, 30, 30]) {
      expect(await breaker.openUntil()).toBeUndefined()
      await breaker.fail()
      await breaker.fail()
      expect(await breaker.openUntil()).toBe(now + minutes * MINUTE)
      now += minutes * MINUTE
    }
  })

  test('what one meets, all know within five seconds, and a success ends it for all', async () => {
    expect(await elsewhere.openUntil()).toBeUndefined()
    await breaker.fail()
    now += 5001
    expect(await elsewhere.openUntil()).toBe(now - 5001 + MINUTE)
    await breaker.succeed()
    expect(await breaker.openUntil()).toBeUndefined()
    now += 5001
    expect(await elsewhere.openUntil()).toBeUndefined()
    await elsewhere.fail()
    expect(await elsewhere.openUntil()).toBe(now + MINUTE)
  })

  test('failures at one time count once', async () => {
    await Promise.all([breaker.fail(), elsewhere.fail(), breaker.fail(), elsewhere.fail()])
    now += 5001
    expect(await breaker.openUntil()).toBe(now - 5001 + MINUTE)
    expect(await elsewhere.openUntil()).toBe(now - 5001 + MINUTE)
  })

  test('it forgets half an hour after its pause', async () => {
    await breaker.fail()
    now += 31 * MINUTE - 1
    await breaker.fail()
    expect(await breaker.openUntil()).toBe(now + 2 * MINUTE)
    now += 32 * MINUTE
    await breaker.fail()
    expect(await breaker.openUntil()).toBe(now + MINUTE)
  })
})

test('a breaker is closed, but for what this process has just met', async () => {
  let now = 1000
  const fail = () => Promise.reject(new StoreError('down'))
  const broken = { get: fail, set: fail, delete: fail } as unknown as Store
  const breaker = new SharedBreaker(broken, { key: 'b', now: () => now })
  expect(await breaker.openUntil()).toBeUndefined()
  await breaker.succeed()
  await breaker.fail()
  expect(await breaker.openUntil()).toBe(now + MINUTE)
  now += 5001
  expect(await breaker.openUntil()).toBeUndefined()
})
