import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareIds, isPossibleId, msToSnowflake, snowflakeToMs } from './snowflake.ts'

test('a snowflake holds its instant', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_288_900_000_000, max: 4_000_000_000_000 }),
      fc.integer({ min: 0, max: 2 ** 22 - 1 }),
      (ms, low) => {
        expect(snowflakeToMs(msToSnowflake(ms, low))).toBe(ms)
      },
    ),
  )
  expect(snowflakeToMs('1899954694652309701')).toBe(1_741_819_473_313)
  expect(snowflakeToMs('20')).toBeUndefined()
})

test('ids order as numbers, whatever their length', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 63n - 1n), fc.bigInt(1n, 2n ** 63n - 1n), (a, b) => {
      expect(Math.sign(compareIds(String(a), String(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
  )
})

test('only what X could have given out is an id', () => {
  expect(['20', '9223372036854775807'].every(isPossibleId)).toBe(true)
  expect(['0', '', '-1', '1e3', '9223372036854775808', '١٢'].some(isPossibleId)).toBe(false)
})
