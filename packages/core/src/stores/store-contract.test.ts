import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { peek } from './counters.ts'
import type { Charge } from './store.ts'
import { overEveryStore } from './testing/over-every-store.ts'

const HOUR = 3_600_000

overEveryStore((bench) => {
  let names = 0
  /** A key that no other test uses, since clearing a store is nothing that it does. */
  let key: string
  beforeEach(() => {
    key = `test:${names++}`
  })

  test('what one sets, all get', async () => {
    expect(await bench.store.get(key)).toBeUndefined()
    const values = ['', 'plain', '{"a":[1,null]}', 'é 👩‍🚀 \u2028 " \\ \r\n', '12', 'x'.repeat(300_000)]
    for (const value of values) {
      expect(await bench.store.set(key, value)).toBe(true)
      expect(await bench.other.get(key)).toBe(value)
    }
  })

  test('many are read in the order of their keys', async () => {
    await bench.store.set(`${key}:a`, 'A')
    await bench.store.set(`${key}:c`, 'C')
    expect(await bench.other.getMany([`${key}:c`, `${key}:b`, `${key}:a`, `${key}:c`])).toEqual([
      'C',
      undefined,
      'A',
      'C',
    ])
    expect(await bench.store.getMany([])).toEqual([])
  })

  test('a value is set only where nothing is, or only where that is which was read', async () => {
    expect(await bench.store.set(key, 'x', { onlyIf: { equals: 'x' } })).toBe(false)
    expect(await bench.store.get(key)).toBeUndefined()
    expect(await bench.store.set(key, 'one', { onlyIf: 'absent' })).toBe(true)
    expect(await bench.other.set(key, 'two', { onlyIf: 'absent' })).toBe(false)
    expect(await bench.other.set(key, 'two', { onlyIf: { equals: 'else' } })).toBe(false)
    expect(await bench.store.get(key)).toBe('one')
    expect(await bench.other.set(key, 'two', { onlyIf: { equals: 'one' } })).toBe(true)
    expect(await bench.store.get(key)).toBe('two')
  })

  test('a member is claimed once, whoever asks, until its set ends', async () => {
    expect(await bench.store.claim(key, ['a', 'b', 'a'], HOUR)).toEqual([true, true, false])
    expect(await bench.other.claim(key, ['b', 'c'], HOUR)).toEqual([false, true])
    expect(await bench.store.claim(`${key}:other`, ['a'], HOUR)).toEqual([true])
    expect(await bench.store.claim(key, [], HOUR)).toEqual([])
    const names = Array.from({ length: 100 }, (_, index) => `post ${index}`)
    const claims = await Promise.all(
      [bench.store, bench.other, bench.store].map((store) => store.claim(`${key}:many`, names, HOUR)),
    )
    for (const index of names.keys()) expect(claims.filter((claim) => claim[index])).toHaveLength(1)
  })

  test('a value is deleted once, and only if it is the one that is meant', async () => {
    await bench.store.set(key, 'one')
    expect(await bench.other.delete(key, { equals: 'two' })).toBe(false)
    expect(await bench.store.get(key)).toBe('one')
    expect(await bench.other.delete(key, { equals: 'one' })).toBe(true)
    expect(await bench.store.delete(key)).toBe(false)
    await bench.store.set(key, 'three')
    expect(await bench.store.delete(key)).toBe(true)
    expect(await bench.other.get(key)).toBeUndefined()
  })

  test('what expires is gone for every call, and what is set anew expires by that', async () => {
    const keys = ['read', 'absent', 'equals', 'deleted', 'renewed', 'lasting', 'cas'].map(
      (n) => `${key}:${n}`,
    )
    const [read, absent, equals, deleted, renewed, lasting, cas] = keys as [string, ...string[]]
    for (const each of keys) await bench.store.set(each, 'v', { ttlMs: 1000 })
    expect(await bench.store.getMany(keys)).toEqual(keys.map(() => 'v'))
    await bench.store.set(renewed!, 'v', { ttlMs: HOUR })
    await bench.store.set(lasting!, 'v')
    await bench.store.set(cas!, 'w', { ttlMs: HOUR, onlyIf: { equals: 'v' } })
    await bench.place.pass(1100)
    expect(await bench.other.get(read)).toBeUndefined()
    expect(await bench.other.set(equals!, 'w', { onlyIf: { equals: 'v' } })).toBe(false)
    expect(await bench.other.set(absent!, 'w', { ttlMs: HOUR, onlyIf: 'absent' })).toBe(true)
    expect(await bench.other.delete(deleted!)).toBe(false)
    expect(await bench.other.getMany([read, absent!, renewed!, lasting!, cas!])).toEqual([
      undefined,
      'w',
      'v',
      'v',
      'w',
    ])
  })

  test('a set holds each member once', async () => {
    expect(await bench.store.members(key)).toEqual([])
    for (const member of ['a', 'b', 'a']) await bench.store.addMember(key, member)
    await bench.other.removeMember(key, 'b')
    await bench.other.removeMember(key, 'never')
    await bench.other.addMember(key, 'c')
    expect((await bench.store.members(key)).toSorted()).toEqual(['a', 'c'])
  })

  test('several quotas are charged together, or none', async () => {
    const now = 10 * HOUR + 1000
    const hour: Charge = { key: `${key}:hour`, limit: 3, windowMs: HOUR }
    const minute: Charge = { key: `${key}:minute`, limit: 2, windowMs: 60_000 }
    expect(await bench.store.take([hour, minute], now)).toEqual({
      taken: true,
      policies: [
        { key: hour.key, limit: 3, remaining: 2, resetMs: HOUR - 1000 },
        { key: minute.key, limit: 2, remaining: 1, resetMs: 59_000 },
      ],
    })
    await bench.other.take([minute, hour], now)
    const refused = await bench.store.take([hour, minute], now)
    expect(refused.taken).toBe(false)
    expect(refused.policies.map(({ remaining }) => remaining)).toEqual([1, 0])
    expect((await peek(bench.other, [hour, minute], now)).map(({ remaining }) => remaining)).toEqual([1, 0])
    // The minute after is another window; the hour goes on.
    expect((await bench.store.take([hour, minute], now + 59_000)).policies).toEqual([
      { key: hour.key, limit: 3, remaining: 0, resetMs: HOUR - 60_000 },
      { key: minute.key, limit: 2, remaining: 1, resetMs: 60_000 },
    ])
  })

  test('a refund gives back to the window that was charged, and no more than was spent', async () => {
    const charge: Charge = { key, limit: 10, windowMs: 60_000, cost: 4 }
    await bench.store.take([charge], 0)
    await bench.store.refund([{ ...charge, cost: 1 }], 59_999)
    expect((await peek(bench.store, [charge], 0))[0]?.remaining).toBe(7)
    await bench.other.refund([charge], 60_000)
    expect((await peek(bench.store, [charge], 60_000))[0]?.remaining).toBe(10)
    await bench.other.refund([{ ...charge, cost: 9 }], 0)
    expect((await peek(bench.store, [charge], 0))[0]?.remaining).toBe(10)
    expect((await bench.store.take([{ ...charge, cost: 11 }], 0)).taken).toBe(false)
  })

  test('a charge of nothing reports a quota and never refuses', async () => {
    const charge: Charge = { key, limit: 2, windowMs: 60_000 }
    await bench.store.take([{ ...charge, cost: 2 }], 0)
    expect(await bench.store.take([{ ...charge, limit: 1, cost: 0 }], 0)).toMatchObject({
      taken: true,
      policies: [{ limit: 1, remaining: 0 }],
    })
  })

  test('charges that make no sense are refused as such', async () => {
    const charge: Charge = { key, limit: 2, windowMs: 60_000 }
    await expect(bench.store.take([charge, charge], 0)).rejects.toThrow(RangeError)
    for (const wrong of [{ cost: -1 }, { cost: 0.5 }, { limit: Number.POSITIVE_INFINITY }, { windowMs: 0 }])
      await expect(bench.store.take([{ ...charge, ...wrong }], 0)).rejects.toThrow(RangeError)
  })

  test('callers at one time get exactly what there is', async () => {
    const both: Charge[] = [
      { key: `${key}:a`, limit: 30, windowMs: HOUR },
      { key: `${key}:b`, limit: 20, windowMs: HOUR },
    ]
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? bench.store : bench.other).take(both, 0)),
    )
    expect(results.filter(({ taken }) => taken)).toHaveLength(20)
    expect((await peek(bench.store, both, 0)).map(({ remaining }) => remaining)).toEqual([10, 0])
  })

  test('quotas of one hash tag give all that there is, on a cluster too', async () => {
    const both: Charge[] = [
      { key: `{${key}}:a`, limit: 30, windowMs: HOUR },
      { key: `{${key}}:b`, limit: 20, windowMs: HOUR },
    ]
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? bench.store : bench.other).take(both, 0)),
    )
    expect(results.filter(({ taken }) => taken)).toHaveLength(20)
    await bench.store.refund(both, 0)
    expect((await peek(bench.other, both, 0)).map(({ remaining }) => remaining)).toEqual([11, 1])
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
            await bench.store.refund(charges, now)
            for (const { id, used, cost } of entries) model.set(id, Math.max(0, used - cost))
            continue
          }
          const fits = entries.every(({ used, cost, limit }) => cost === 0 || used + cost <= limit)
          if (fits) for (const { id, used, cost } of entries) model.set(id, used + cost)
          const { taken, policies } = await bench.store.take(charges, now)
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
  if (bench.kind !== 'memory')
    test('a store that was closed refuses with a StoreError', async () => {
      const closed = bench.place.open()
      await closed.get(key)
      await closed.close()
      await expect(closed.get(key)).rejects.toMatchObject({ name: 'StoreError' })
      await closed.close()
    })
})
