import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connectRedis } from './redis-connection.ts'
import { RedisStore } from './redis-store.ts'
import { SteadyStore } from './steady-store.ts'
import { type Store, StoreError } from './store.ts'
import { missingRedis, type RedisServer, startRedis } from './testing/redis-server.ts'
import { startUpstashBridge } from './testing/upstash-bridge.ts'
import { connectUpstash } from './upstash-connection.ts'

/** The timeout of a call, and what a busy machine may add before its timer is heard. */
const LONGEST_MS = 1000 + 1500

const SECRET = 'hunter2-secret'

/** Calls that were asked, and how each ended. */
async function settle(calls: Promise<unknown>[]): Promise<{ good: number; faults: unknown[]; ms: number }> {
  const start = performance.now()
  const results = await Promise.allSettled(calls)
  return {
    good: results.filter(({ status }) => status === 'fulfilled').length,
    faults: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
    ms: performance.now() - start,
  }
}

async function untilWell(store: Store): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await store.get('a').then(
        () => true,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error('The store did not recover')
}

const missing = missingRedis()
describe.skipIf(missing)(`faults of a store${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: RedisServer
  let reports: (string | undefined)[]
  const steady = (store: Store) => new SteadyStore(store, { report: (fault) => reports.push(fault?.message) })
  beforeEach(async () => {
    reports = []
    server = await startRedis()
  })
  afterEach(() => server.stop())

  test('when Redis is killed under traffic, every call settles in time, and it recovers by itself', async () => {
    const store = steady(new RedisStore(connectRedis([server.url])))
    const charge = { key: 'k', limit: 1_000_000, windowMs: 60_000 }
    await store.take([charge], 0)
    const traffic = settle(
      Array.from({ length: 200 }, async (_, n) => {
        await sleep(n)
        return store.take([charge], 0)
      }),
    )
    await sleep(50)
    await server.kill()
    const during = await traffic
    expect(during.faults.length).toBeGreaterThan(0)
    expect(during.faults.every((fault) => fault instanceof StoreError)).toBe(true)
    expect(during.ms).toBeLessThan(LONGEST_MS)
    // What is known to be down is not waited for.
    const after = await settle(Array.from({ length: 100 }, () => store.get('a')))
    expect(after).toMatchObject({ good: 0 })
    expect(after.ms).toBeLessThan(500)
    await server.restart()
    await untilWell(store)
    expect((await settle(Array.from({ length: 100 }, () => store.set('a', 'b')))).good).toBe(100)
    expect(reports).toHaveLength(1)
    await store.close()
  })

  test('while Redis hangs, calls give up in time, few of them wait, and it recovers by itself', async () => {
    const store = steady(new RedisStore(connectRedis([server.url])))
    await store.set('a', 'b')
    server.freeze(true)
    const first = await settle([store.get('a'), store.take([{ key: 'k', limit: 1, windowMs: 1000 }], 0)])
    expect(first).toMatchObject({ good: 0 })
    expect(first.ms).toBeLessThan(LONGEST_MS)
    expect((await settle(Array.from({ length: 50 }, () => store.get('a')))).ms).toBeLessThan(500)
    await sleep(2500)
    server.freeze(false)
    await untilWell(store)
    expect(await store.get('a')).toBe('b')
    await store.close()
  })

  test('a process that was busy itself does not take Redis for late', async () => {
    const store = steady(new RedisStore(connectRedis([server.url])))
    await store.set('a', 'b')
    const asked = store.get('a')
    // The command is sent by then, and nothing is read.
    await sleep(0)
    const busyUntil = performance.now() + 1500
    while (performance.now() < busyUntil);
    expect(await asked).toBe('b')
    expect(reports).toEqual([])
    await store.close()
  })

  test('a Redis that comes up after us is found', async () => {
    await server.kill()
    const store = steady(new RedisStore(connectRedis([server.url])))
    await expect(store.get('a')).rejects.toThrow(StoreError)
    await server.restart()
    await untilWell(store)
    await store.close()
  })

  test('no fault tells an address or a secret', async () => {
    const locked = await startRedis(['--requirepass', 'another'])
    onTestFinished(locked.stop)
    const bridge = await startUpstashBridge(server.url, 'right')
    onTestFinished(bridge.stop)
    const ended = await startUpstashBridge(server.url, 'right')
    await ended.stop()
    const stores = [
      new RedisStore(connectRedis([locked.url])),
      new RedisStore(connectRedis([locked.url.replace('//', `//user:${SECRET}@`)])),
      new RedisStore(connectRedis([`redis://user:${SECRET}@127.0.0.1:1`])),
      new RedisStore(connectRedis([`redis://user:${SECRET}@127.0.0.1:1`, 'redis://127.0.0.1:2'])),
      new RedisStore(connectUpstash(bridge.url, SECRET)),
      new RedisStore(connectUpstash(ended.url, SECRET)),
    ].map((store) => steady(store))
    for (const store of stores) {
      const fault = await store.set(SECRET, SECRET).catch((error: unknown) => error)
      expect(fault).toBeInstanceOf(StoreError)
      const told = `${(fault as Error).stack} ${JSON.stringify(fault, Object.getOwnPropertyNames(fault))}`
      expect(told).not.toMatch(new RegExp(`${SECRET}|127\\.0\\.0\\.1`))
      expect((fault as Error).cause).toBeUndefined()
      await store.close()
    }
    expect(reports).toEqual([
      'The redis store failed: NOAUTH',
      'The redis store failed: WRONGPASS',
      'The redis store failed: ECONNREFUSED',
      'The redis store cannot be reached',
      'The upstash store failed: WRONGPASS',
      'The upstash store failed: ECONNREFUSED',
    ])
  })

  test('a counter outlives its window by no more than one other', async () => {
    const store = new RedisStore(connectRedis([server.url]))
    await store.take([{ key: 'k', limit: 5, windowMs: 60_000 }], 123_456_789)
    const connection = connectRedis([server.url])
    const left = Number(await connection.command(['PTTL', 'rl:k:2057']))
    expect(left).toBeGreaterThan(100_000)
    expect(left).toBeLessThanOrEqual(120_000)
    await connection.close()
    await store.close()
  })
})

test('a store that fails now and then is reported once, and once when it is well', async () => {
  const reports: unknown[] = []
  const broken = new Error('broken')
  let fails = true
  const store = new SteadyStore(
    { name: 'memory', get: async () => (fails ? Promise.reject(broken) : undefined) } as unknown as Store,
    { report: (fault) => reports.push(fault), wellAfterMs: 100 },
  )
  const get = () => store.get('a').catch(() => undefined)
  for (let n = 0; n < 5; n++) await get()
  fails = false
  await get()
  expect(reports).toHaveLength(1)
  await sleep(150)
  await get()
  await get()
  expect(reports).toEqual([expect.any(StoreError), undefined])
})
