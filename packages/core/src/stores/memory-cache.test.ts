import { expect, test } from 'vitest'
import { MemoryCache, NoCache } from './memory-cache.ts'

const loaded = (value: object, ttlMs = 10_000, weight = 1) => ({ value, ttlMs, weight })

test('a value is loaded once, however many wait for it', async () => {
  const cache = new MemoryCache()
  let loads = 0
  const load = async () => {
    loads++
    await new Promise((resolve) => setImmediate(resolve))
    return loaded({ loads })
  }
  const reads = await Promise.all(Array.from({ length: 100 }, () => cache.read('a', load)))
  expect(new Set(reads.map(({ value }) => value)).size).toBe(1)
  expect(await cache.read('a', load)).toEqual({ value: { loads: 1 }, status: 'hit' })
  expect(loads).toBe(1)
})

test('a load that fails is not kept', async () => {
  const cache = new MemoryCache()
  await expect(cache.read('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.read('a', async () => loaded({ ok: 1 }))).toEqual({ value: { ok: 1 }, status: 'miss' })
})

test('a bypass loads anew and keeps that', async () => {
  const cache = new MemoryCache()
  await cache.read('a', async () => loaded({ n: 1 }))
  expect(await cache.read('a', async () => loaded({ n: 2 }), { bypass: true })).toEqual({
    value: { n: 2 },
    status: 'bypass',
  })
  expect(await cache.read('a', async () => loaded({ n: 3 }))).toEqual({ value: { n: 2 }, status: 'hit' })
})

test('what is stale is given at once while one load renews it', async () => {
  let now = 0
  const cache = new MemoryCache({ now: () => now })
  let loads = 0
  let finish = () => {}
  const load = async () => {
    loads++
    if (loads > 1) {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
    }
    return { value: { n: loads }, ttlMs: 1000, staleMs: 5000, weight: 1 }
  }
  await cache.read('a', load)
  now = 1500
  const stale = await Promise.all(Array.from({ length: 100 }, () => cache.read('a', load)))
  expect(stale.every(({ value, status }) => (value as { n: number }).n === 1 && status === 'hit')).toBe(true)
  expect(loads).toBe(2)
  finish()
  await new Promise((resolve) => setImmediate(resolve))
  expect(await cache.read('a', load)).toEqual({ value: { n: 2 }, status: 'hit' })
  expect(loads).toBe(2)
  now = 20_000
  const late = cache.read('a', load)
  await new Promise((resolve) => setImmediate(resolve))
  finish()
  expect((await late).status).toBe('miss')
})

test('when what is stale cannot be renewed, it serves until its end', async () => {
  let now = 1000
  const cache = new MemoryCache({ now: () => now })
  await cache.read('a', async () => ({ value: { n: 1 }, ttlMs: 1000, staleMs: 5000, weight: 1 }))
  const broken = () => Promise.reject(new Error('down'))
  now = 3000
  expect((await cache.read('a', broken)).value).toEqual({ n: 1 })
  now = 8000
  await expect(cache.read('a', broken)).rejects.toThrow('down')
})

test('a slow load does not undo a newer one', async () => {
  const cache = new MemoryCache()
  let finish = () => {}
  const slow = cache.read('a', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return loaded({ n: 'old' })
  })
  await cache.read('a', async () => loaded({ n: 'new' }), { bypass: true })
  finish()
  expect((await slow).value).toEqual({ n: 'old' })
  expect(await cache.read('a', async () => loaded({}))).toEqual({ value: { n: 'new' }, status: 'hit' })
})

test('what is kept is bounded in weight, and 0 keeps nothing', async () => {
  const cache = new MemoryCache({ maxWeight: 10 })
  for (let n = 0; n < 5; n++) await cache.read(String(n), async () => loaded({ n }, 10_000, 4))
  expect((await cache.read('0', async () => loaded({ n: 'again' }))).status).toBe('miss')
  expect((await cache.read('4', async () => loaded({}))).status).toBe('hit')
  await cache.read('never', async () => loaded({}, 0))
  expect((await cache.read('never', async () => loaded({}))).status).toBe('miss')
})

test('without a cache, callers at one time still share', async () => {
  const cache = new NoCache()
  let loads = 0
  const load = async () => loaded({ n: ++loads })
  await Promise.all([cache.read('a', load), cache.read('a', load)])
  expect(loads).toBe(1)
  expect(await cache.read('a', load)).toEqual({ value: { n: 2 }, status: 'bypass' })
})
