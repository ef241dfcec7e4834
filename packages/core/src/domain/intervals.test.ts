import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gapsIn, type Interval, withInterval } from './intervals.ts'

const interval = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 }))
  .map(([lo, length]): Interval => ({ lo: BigInt(lo), hi: BigInt(lo + length) }))

const holds = (list: readonly Interval[], at: bigint) => list.some(({ lo, hi }) => lo <= at && at < hi)

test('what is added is covered, what is not is a gap, and what touches is one', () => {
  fc.assert(
    fc.property(fc.array(interval), interval, (added, range) => {
      const list = added.reduce<Interval[]>(withInterval, [])
      const gaps = gapsIn(list, range)
      for (let at = 0n; at < 80n; at++) {
        expect(holds(list, at)).toBe(holds(added, at))
        expect(holds(gaps, at)).toBe(holds([range], at) && !holds(added, at))
      }
      for (const [index, { hi }] of list.entries()) {
        if (index > 0) expect(hi < (list[index - 1] as Interval).lo).toBe(true)
      }
      for (const [index, { hi }] of gaps.entries()) {
        if (index > 0) expect(hi < (gaps[index - 1] as Interval).lo).toBe(true)
      }
    }),
  )
})
