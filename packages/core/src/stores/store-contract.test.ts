import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { peek } from './counters.ts'
import type { Charge, Store } from './store.ts'
import { type StorePlace, storeKinds } from './testing/store-kinds.ts'

const HOUR = 3_600_000

for (const { kind, missing, start } of storeKinds()) {
  describe.skipIf(missing)(`${kind}${missing ? ` (skipped: ${missing})` : ''}`, () => {
    let place: StorePlace
    let store: Store
    let other: Store
    let names = 0
    /** A key that no other test uses, since clearing a store is nothing that it does. */
    let key: string
    beforeAll(async () => {
      place = await start()
      store = place.open()
      other = place.open()
    })
    afterAll(() => place.stop())
    beforeEach(() => {
      key = `test:${names++}`
    })

    test('what one sets, all get', async () => {
      expect(await store.get(key)).toBeUndefined()
      const values = ['', 'plain', '{"a":[1,null]}', 'é 👩‍🚀 \u2028 " \\ \r\n', '12', 'x'.repeat(300_000)]
      for (const value of values) {
        expect(await store.set(key, value)).toBe(true)
        expect(await other.get(key)).toBe(value)
      }
    })

    test('many are read in the order of their keys', async () => {
      await store.set(`${key}:a`, 'A')
      await store.set(`${key}:c`, 'C')
      expect(await other.getMany([`${key}:c`, `${key}:b`, `${key}:a`, `${key}:c`])).toEqual([
        'C',
        undefined,
        'A',
        'C',
      ])
      expect(await store.getMany([])).toEqual([])
    })

    test('a value is set only where nothing is, or only where that is which was read', async () => {
      expect(await store.set(key, 'x', { onlyIf: { equals: 'x' } })).toBe(false)
      expect(await store.get(key)).toBeUndefined()
      expect(await store.set(key, 'one', { onlyIf: 'absent' })).toBe(true)
      expect(await other.set(key, 'two', { onlyIf: 'absent' })).toBe(false)
      expect(await other.set(key, 'two', { onlyIf: { equals: 'else' } })).toBe(false)
      expect(await store.get(key)).toBe('one')
      expect(await other.set(key, 'two', { onlyIf: { equals: 'one' } })).toBe(true)
      expect(await store.get(key)).toBe('two')
    })

    test('a value is deleted once, and only if it is the one that is meant', async () => {
      await store.set(key, 'one')
      expect(await other.delete(key, { equals: 'two' })).toBe(false)
      expect(await store.get(key)).toBe('one')
      expect(await other.delete(key, { equals: 'one' })).toBe(true)
      expect(await store.delete(key)).toBe(false)
      await store.set(key, 'three')
      expect(await store.delete(key)).toBe(true)
      expect(await other.get(key)).toBeUndefined()
    })

    test('what expires is gone for every call, and what is set anew expires by that', async () => {
      const keys = ['read', 'absent', 'equals', 'deleted', 'renewed', 'lasting', 'cas'].map(
        (n) => `${key}:${n}`,
      )
      const [read, absent, equals, deleted, renewed, lasting, cas] = keys as [string, ...string[]]
      for (const each of keys) await store.set(each, 'v', { ttlMs: 1000 })
      expect(await store.getMany(keys)).toEqual(keys.map(() => 'v'))
      await store.set(renewed!, 'v', { ttlMs: HOUR })
      await store.set(lasting!, 'v')
      await store.set(cas!, 'w', { ttlMs: HOUR, onlyIf: { equals: 'v' } })
      await place.pass(1100)
      expect(await other.get(read)).toBeUndefined()
      expect(await other.set(equals!, 'w', { onlyIf: { equals: 'v' } })).toBe(false)
      expect(await other.set(absent!, 'w', { ttlMs: HOUR, onlyIf: 'absent' })).toBe(true)
      expect(await other.delete(deleted!)).toBe(false)
      expect(await other.getMany([read, absent!, renewed!, lasting!, cas!])).toEqual([
        undefined,
        'w',
        'v',
        'v',
        'w',
      ])
    })

    test('a set holds each member once', async () => {
      expect(await store.members(key)).toEqual([])
      for (const member of ['a', 'b', 'a']) await store.addMember(key, member)
      await other.removeMember(key, 'b')
      await other.removeMember(key, 'never')
      await other.addMember(key, 'c')
      expect((await store.members(key)).toSorted()).toEqual(['a', 'c'])
    })

    test('several quotas are charged together, or none', async () => {
      const now = 10 * HOUR + 1000
      const hour: Charge = { key: `${key}:hour`, limit: 3, windowMs: HOUR }
      const minute: Charge = { key: `${key}:minute`, limit: 2, windowMs: 60_000 }
      expect(await store.take([hour, minute], now)).toEqual({
        taken: true,
        policies: [
          { key: hour.key, limit: 3, remaining: 2, resetMs: HOUR - 1000 },
          { key: minute.key, limit: 2, remaining: 1, resetMs: 59_000 },
        ],
      })
      await other.take([minute, hour], now)
      const refused = await store.take([hour, minute], now)
      expect(refused.taken).toBe(false)
      expect(refused.policies.map(({ remaining }) => remaining)).toEqual([1, 0])
      expect((await peek(other, [hour, minute], now)).map(({ remaining }) => remaining)).toEqual([1, 0])
      // The minute after is another window; the hour goes on.
      expect((await store.take([hour, minute], now + 59_000)).policies).toEqual([
        { key: hour.key, limit: 3, remaining: 0, resetMs: HOUR - 60_000 },
        { key: minute.key, limit: 2, remaining: 1, resetMs: 60_000 },
      ])
    })

    test('a refund gives back to the window that was charged, and no more than was spent', async () => {
      const charge: Charge = { key, limit: 10, windowMs: 60_000, cost: 4 }
      await store.take([charge], 0)
      await store.refund([{ ...charge, cost: 1 }], 59_999)
      expect((await peek(store, [charge], 0))[0]?.remaining).toBe(7)
      await other.refund([charge], 60_000)
      expect((await peek(store, [charge], 60_000))[0]?.remaining).toBe(10)
      await other.refund([{ ...charge, cost: 9 }], 0)
      expect((await peek(store, [charge], 0))[0]?.remaining).toBe(10)
      expect((await store.take([{ ...charge, cost: 11 }], 0)).taken).toBe(false)
    })

    test('a charge of nothing reports a quota and never refuses', async () => {
      const charge: Charge = { key, limit: 2, windowMs: 60_000 }
      await store.take([{ ...charge, cost: 2 }], 0)
      expect(await store.take([{ ...charge, limit: 1, cost: 0 }], 0)).toMatchObject({
        taken: true,
        policies: [{ limit: 1, remaining: 0 }],
      })
    })

    test('charges that make no sense are refused as such', async () => {
      const charge: Charge = { key, limit: 2, windowMs: 60_000 }
      await expect(store.take([charge, charge], 0)).rejects.toThrow(RangeError)
      for (const wrong of [{ cost: -1 }, { cost: 0.5 }, { limit: Number.POSITIVE_INFINITY }, { windowMs: 0 }])
        await expect(store.take([{ ...charge, ...wrong }], 0)).rejects.toThrow(RangeError)
    })

    test('callers at one time get exactly what there is', async () => {
      const both: Charge[] = [
        { key: `${key}:a`, limit: 30, windowMs: HOUR },
        { key: `${key}:b`, limit: 20, windowMs: HOUR },
      ]
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) => (n % 2 ? store : other).take(both, 0)),
      )
      expect(results.filter(({ taken }) => taken)).toHaveLength(20)
      expect((await peek(store, both, 0)).map(({ remaining }) => remaining)).toEqual([10, 0])
    })

    test('any sequence of charges and refunds counts as a simple model does', async () => {
      const step = fc.record({
        refund: fc.boolean(),
        now: fc.constantFrom(0, 500, 1000, 2500),
        costs: fc.uniqueArray(fc.record({ key: fc.constantFrom('a', 'b', 'c'), cost: fc.nat(4) }), {
          selector: ({ key }) => key,
          minLength: 1,
        }),
      })
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const prefix = `${key}:${run++}`
          const model = new Map<string, number>()
          for (const { refund, now, costs } of steps) {
            const charges = costs.map(({ key: k, cost }) => ({
              key: `${prefix}:${k}`,
              limit: 6,
              windowMs: k === 'a' ? 1000 : 2000,
              cost,
            }))
            const entries = charges.map((charge) => {
              const id = `${charge.key}@${Math.floor(now / charge.windowMs)}`
              return { ...charge, id, used: model.get(id) ?? 0 }
            })
            if (refund) {
              await store.refund(charges, now)
              for (const { id, used, cost } of entries) model.set(id, Math.max(0, used - cost))
              continue
            }
            const fits = entries.every(({ used, cost, limit }) => cost === 0 || used + cost <= limit)
            if (fits) for (const { id, used, cost } of entries) model.set(id, used + cost)
            const { taken, policies } = await store.take(charges, now)
            expect(taken).toBe(fits)
            expect(policies.map(({ remaining }) => remaining)).toEqual(
              entries.map(({ id }) => 6 - (model.get(id) ?? 0)),
            )
          }
        }),
        propertyRuns(25),
      )
    })

    // The memory of a process is one store, which the other tests still need.
    if (kind !== 'memory')
      test('a store that was closed refuses with a StoreError', async () => {
        const closed = place.open()
        await closed.get(key)
        await closed.close()
        await expect(closed.get(key)).rejects.toMatchObject({ name: 'StoreError' })
        await closed.close()
      })
  })
}
