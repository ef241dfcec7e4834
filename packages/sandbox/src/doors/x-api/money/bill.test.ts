import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { Bill } from './bill.ts'
import { type Charge, OWNED_READ, READS, REQUESTS, type RequestKind, type ResourceKind } from './prices.ts'

const NOON = Date.parse('2026-11-01T12:00:00Z')
const DAY = 86_400_000

describe('the bill', () => {
  test('charges a resource once a UTC day, at any price', () => {
    const bill = new Bill(1)
    bill.charge('a', [{ kind: 'post', ids: ['1', '2', '1'] }], NOON)
    bill.charge('b', [{ kind: 'post', ids: ['2', '3'], owned: true }], NOON + 11.9 * 3_600_000)
    bill.charge('c', [{ kind: 'user', ids: ['1'] }], NOON)
    bill.charge('d', [{ kind: 'post', ids: ['1'] }], NOON + 12 * 3_600_000)
    const lines = bill.report().charges.map(({ units, deduplicated, price }) => [units, deduplicated, price])
    expect(lines).toEqual([
      [2, 0, 0.01],
      [2, 1, 0.001],
      [1, 0, 0.01],
      [1, 0, 0.005],
    ])
    expect(bill.report()).toMatchObject({
      total: 0.026,
      balance: 0.974,
      cycle: { spent: 0.026, post_reads: 4 },
    })
  })

  test('charges every request that changes something, and none that is free', () => {
    const bill = new Bill(null)
    bill.charge('a', [{ kind: 'post-create' }, { kind: 'post-create' }], NOON)
    bill.charge('b', [{ kind: 'media-upload', mills: 0 }], NOON)
    bill.charge('c', [{ kind: 'post', ids: [] }], NOON)
    expect(bill.report()).toMatchObject({ total: 0.03, balance: null })
    expect(bill.report().charges.length).toBe(2)
  })

  test('blocks at nothing, at the cap, at the number of posts, and begins anew each month', () => {
    const bill = new Bill(0.011)
    const blocked = (change: object = {}, now = NOON) =>
      bill.block({ ...DEFAULT_SETTINGS, ...change }, true, now)
    expect(blocked()).toBeUndefined()
    bill.charge('a', [{ kind: 'post', ids: ['1', '2'] }], NOON)
    expect(blocked()).toBeUndefined()
    expect(blocked({ spendCap: 0.01 })).toBe('spend-cap')
    expect(blocked({ usageCap: 2 })).toBe('usage-cap')
    expect(bill.block({ ...DEFAULT_SETTINGS, usageCap: 2 }, false, NOON)).toBeUndefined()
    expect(blocked({ spendCap: 0.01, usageCap: 2 }, NOON + 30 * DAY)).toBeUndefined()
    bill.charge('a', [{ kind: 'post', ids: ['3'] }], NOON)
    expect([bill.report().balance, blocked()]).toEqual([-0.004, 'credits'])
    bill.setCredits(1)
    expect(blocked()).toBeUndefined()
  })

  test('keeps the newest lines, and the sum of all', () => {
    const bill = new Bill(null)
    for (let i = 0; i < 100_010; i++) bill.charge('a', [{ kind: 'bookmark' }], NOON)
    const { charges, dropped, total } = bill.report()
    expect([charges.length, dropped, total]).toEqual([100_000, 10, 500.05])
  })

  test('adds up to the thousandth, whatever is charged', () => {
    const reads = Object.keys(READS) as ResourceKind[]
    const requests = Object.keys(REQUESTS) as RequestKind[]
    const charge = fc.oneof(
      fc.record({
        kind: fc.constantFrom(...reads),
        ids: fc.array(fc.nat(30).map(String), { maxLength: 10 }),
        owned: fc.boolean(),
      }),
      fc.record({ kind: fc.constantFrom(...requests) }),
    ) as fc.Arbitrary<Charge>
    fc.assert(
      fc.property(fc.array(fc.tuple(charge, fc.nat(3)), { maxLength: 60 }), (given) => {
        const bill = new Bill(10)
        const paid = new Set<string>()
        let mills = 0
        const inOrder = given.sort(([, a], [, b]) => a - b)
        for (const [one, day] of inOrder) {
          bill.charge('x', [one], NOON + day * DAY)
          if (!('ids' in one)) mills += REQUESTS[one.kind as RequestKind]
          else
            for (const id of one.ids) {
              const key = `${day} ${one.kind} ${id}`
              if (!paid.has(key)) mills += one.owned ? OWNED_READ : READS[one.kind]
              paid.add(key)
            }
        }
        const { total, balance, charges } = bill.report()
        expect(Math.round(total * 1000)).toBe(mills)
        expect(Math.round(balance! * 1000)).toBe(10_000 - mills)
        expect(Math.round(charges.reduce((sum, { price }) => sum + price * 1000, 0))).toBe(mills)
      }),
    )
  })
})
