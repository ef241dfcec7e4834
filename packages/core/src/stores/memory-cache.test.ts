import { expect, test } from 'vitest'
import { MemoryCache, NoCache } from './memory-cache.ts'

const loaded = (value: object, ttlMs = 10_000, weight = 1) => ({ value, ttlMs, weight })

test('what is kept in memory is bounded in weight', async () => {
  const cache = new MemoryCache({ maxWeight: 10 })
  for (let n = 0; n < 5; n++) await cache.read(String(n), async () => loaded({ n }, 10_000, 4))
  expect((await cache.read('0', async () => loaded({ n: 'again' }))).status).toBe('miss')
  expect((await cache.read('4', async () => loaded({}))).status).toBe('hit')
})

test('without a cache, callers at one time still share', async () => {
  const cache = new NoCache()
  let loads = 0
  const load = async () => loaded({ n: ++loads })
  await Promise.all([cache.read('a', load), cache.read('a', load)])
  expect(loads).toBe(1)
  expect(await cache.read('a', load)).toEqual({ value: { n: 2 }, status: 'bypass' })
})
