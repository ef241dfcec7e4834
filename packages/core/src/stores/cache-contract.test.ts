import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cache } from './cache.ts'
import { MemoryCache } from './memory-cache.ts'
import type { Store } from './store.ts'
import { StoreBacking } from './store-backing.ts'
import { type StorePlace, storeKinds } from './testing/store-kinds.ts'

const loaded = (value: object, ttlMs = 10_000, weight = 1) => ({ value, ttlMs, weight })
const down = () => Promise.reject(new Error('down'))

const kinds = [{ kind: 'nothing', missing: undefined, start: undefined }, ...storeKinds()]
for (const { kind, missing, start } of kinds) {
  describe.skipIf(missing)(`a cache with ${kind} behind${missing ? ` (skipped: ${missing})` : ''}`, () => {
    let place: StorePlace | undefined
    let store: Store | undefined
    let scope: string
    let now: number
    let cache: Cache
    /** A cache of another process, or of this one after a restart: memory is empty, the store is not. */
    const open = (): Cache =>
      new MemoryCache({
        now: () => now,
        backing: store && new StoreBacking(store, { scope, now: () => now }),
      })
    beforeAll(async () => {
      place = await start?.()
      store = place?.open()
    })
    afterAll(() => place?.stop())
    beforeEach(() => {
      scope = randomUUID()
      now = place?.now() ?? 1000
      cache = open()
    })
    /** Waits until a value is behind the memory, which no reader waits for. */
    const stored = (key: string) =>
      vi.waitFor(async () => expect(await store?.get(`cache:${scope}:${key}`)).toBeTruthy())

    test('a value is loaded once, however many wait for it', async () => {
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
      await expect(cache.read('a', down)).rejects.toThrow('down')
      expect(await cache.read('a', async () => loaded({ ok: 1 }))).toEqual({
        value: { ok: 1 },
        status: 'miss',
      })
    })

    test('a bypass loads anew and keeps that', async () => {
      await cache.read('a', async () => loaded({ n: 1 }))
      expect(await cache.read('a', async () => loaded({ n: 2 }), { bypass: true })).toEqual({
        value: { n: 2 },
        status: 'bypass',
      })
      expect(await cache.read('a', async () => loaded({ n: 3 }))).toEqual({ value: { n: 2 }, status: 'hit' })
    })

    test('what is stale is given at once while one load renews it', async () => {
      let loads = 0
      const waiting: (() => void)[] = []
      const load = async () => {
        const n = ++loads
        if (n > 1) {
          await new Promise<void>((resolve) => {
            waiting.push(resolve)
          })
        }
        return { value: { n }, ttlMs: 1000, staleMs: 60_000, weight: 1 }
      }
      await cache.read('a', load)
      now += 1500
      const stale = await Promise.all(Array.from({ length: 100 }, () => cache.read('a', load)))
      expect(stale.every(({ value, status }) => value.n === 1 && status === 'hit')).toBe(true)
      await vi.waitFor(() => expect(waiting).toHaveLength(1))
      expect((await cache.read('a', load)).value).toEqual({ n: 1 })
      expect(loads).toBe(2)
      waiting.pop()?.()
      await vi.waitFor(async () => expect((await cache.read('a', load)).value).toEqual({ n: 2 }))
      expect(loads).toBe(2)
      now += 100_000
      const late = cache.read('a', load)
      await vi.waitFor(() => expect(waiting).toHaveLength(1))
      waiting.pop()?.()
      expect((await late).status).toBe('miss')
    })

    test('when what is stale cannot be renewed, it serves until its end', async () => {
      await cache.read('a', async () => ({ value: { n: 1 }, ttlMs: 1000, staleMs: 5000, weight: 1 }))
      now += 3000
      expect((await cache.read('a', down)).value).toEqual({ n: 1 })
      now += 5000
      await expect(cache.read('a', down)).rejects.toThrow('down')
    })

    test('a slow load does not undo a newer one', async () => {
      const waiting: (() => void)[] = []
      const slow = cache.read('a', async () => {
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
        })
        return loaded({ n: 'old' })
      })
      await vi.waitFor(() => expect(waiting).toHaveLength(1))
      await cache.read('a', async () => loaded({ n: 'new' }), { bypass: true })
      waiting.pop()?.()
      expect((await slow).value).toEqual({ n: 'old' })
      expect(await cache.read('a', down)).toEqual({ value: { n: 'new' }, status: 'hit' })
    })

    test('0 keeps nothing', async () => {
      await cache.read('never', async () => loaded({}, 0))
      expect((await cache.read('never', async () => loaded({}))).status).toBe('miss')
    })

    if (!start) return

    test.each([10, 50_000])('what one process has kept, another is given (%i characters)', async (length) => {
      const value = { text: 'é👩‍🚀"\u2028'.repeat(length / 10), none: null, list: [1, { a: [] }] }
      await cache.read('a', async () => loaded(value))
      await stored('a')
      const other = open()
      const reads = await Promise.all(Array.from({ length: 20 }, () => other.read('a', down)))
      expect(reads.every(({ status }) => status === 'hit')).toBe(true)
      expect(reads[0]?.value).toEqual(value)
      // One value for all, so that what is worked out from it can be kept beside it.
      expect(new Set(reads.map((read) => read.value)).size).toBe(1)
      now += 10_001
      await expect(open().read('a', down)).rejects.toThrow('down')
    })

    test('what another process has kept is stale after the same time, and renewed once', async () => {
      await cache.read('a', async () => ({ value: { n: 1 }, ttlMs: 1000, staleMs: 60_000, weight: 1 }))
      await stored('a')
      now += 2000
      const other = open()
      expect(await other.read('a', down)).toEqual({ value: { n: 1 }, status: 'hit' })
      await vi.waitFor(async () => {
        const read = await other.read('a', async () => loaded({ n: 2 }, 30_000))
        expect(read.value).toEqual({ n: 2 })
      })
      // The first process finds what the second has renewed, and loads nothing.
      await vi.waitFor(async () => expect((await cache.read('a', down)).value).toEqual({ n: 2 }))
    })

    test('what is too large for the store stays in memory', async () => {
      const noise = Array.from({ length: 40_000 }, () => randomUUID()).join('')
      await cache.read('large', async () => loaded({ noise }))
      await cache.read('small', async () => loaded({ n: 1 }))
      await stored('small')
      expect((await cache.read('large', down)).status).toBe('hit')
      await expect(open().read('large', down)).rejects.toThrow('down')
    })

    test('what was kept under another scope, or cannot be read, is not there', async () => {
      await cache.read('a', async () => loaded({ n: 1 }))
      await stored('a')
      const place = `cache:${scope}:a`
      const good = (await store?.get(place)) as string
      for (const damaged of [
        '',
        `9${good.slice(1)}`,
        good.slice(0, -5),
        '1zAAAA',
        '1j{}',
        '1j{"value":7}',
        '1jnull',
      ]) {
        await store?.set(place, damaged)
        expect((await open().read('a', async () => loaded({ n: 2 }, 0))).status).toBe('miss')
      }
      await store?.set(place, good)
      expect((await open().read('a', down)).status).toBe('hit')
      scope = randomUUID()
      await expect(open().read('a', down)).rejects.toThrow('down')
    })
  })
}

test('while the store is down, reads go on and memory serves', async () => {
  const [{ start }] = storeKinds() as [ReturnType<typeof storeKinds>[0]]
  const place = await start()
  const store = place.open()
  await store.close()
  const cache = new MemoryCache({ backing: new StoreBacking(store, { scope: 's', now: Date.now }) })
  expect(await cache.read('a', async () => loaded({ n: 1 }))).toEqual({ value: { n: 1 }, status: 'miss' })
  expect(await cache.read('a', down)).toEqual({ value: { n: 1 }, status: 'hit' })
  expect((await cache.read('a', async () => loaded({ n: 2 }), { bypass: true })).status).toBe('bypass')
})
