import fc from 'fast-check'
import { expect, test } from 'vitest'
import { msToSnowflake } from '../../domain/snowflake.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { cursorBelow, decodeTimelineCursor, encodeTimelineCursor } from './timeline-cursor.ts'

const snowflake = fc.bigInt(1n, 2n ** 63n - 1n).map(String)

test('cursors that X has given out are read, and come out the same', () => {
  const above = 'DAAHCgABHEJR3hvAJxELAAIAAAATMjAzNjA4MjUzNzk0OTQzNDE2NAgAAwAAAAEAAA'
  const below = 'DAAHCgABHEJR3hu___QLAAIAAAATMjAyODI4MTMxMzk2MzQ4MzM5NAgAAwAAAAIAAA'
  expect(decodeTimelineCursor(above)).toMatchObject({
    sortIndex: '2036082537949434164',
    direction: 'above',
  })
  expect(decodeTimelineCursor(below)).toMatchObject({
    sortIndex: '2028281313963483394',
    direction: 'below',
  })
  for (const text of [above, below]) {
    expect(encodeTimelineCursor(decodeTimelineCursor(text) as never)).toBe(text)
  }
})

test('what is written is read again', () => {
  fc.assert(
    fc.property(
      snowflake,
      snowflake,
      fc.constantFrom('below' as const, 'above' as const),
      (issuedAt, sortIndex, direction) => {
        const cursor = { issuedAt, sortIndex, direction }
        expect(decodeTimelineCursor(encodeTimelineCursor(cursor))).toEqual(cursor)
      },
    ),
    propertyRuns(200),
  )
})

test('a cursor below a post says so, and is as long as those of X', () => {
  const cursor = cursorBelow('2028281313963483394', msToSnowflake(1_772_000_000_000))
  expect(decodeTimelineCursor(cursor)).toMatchObject({ sortIndex: '2028281313963483394', direction: 'below' })
  expect(cursor).toHaveLength(66)
})

test('anything else is none, and nothing throws', () => {
  const real = cursorBelow('2028281313963483394', '1')
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[\w-]{20,120}$/)),
      fc.nat(65),
      (text, at) => {
        const cut = real.slice(0, at)
        expect(decodeTimelineCursor(cut)).toBeUndefined()
        const read = decodeTimelineCursor(text)
        if (read) expect(encodeTimelineCursor(read)).toBe(text)
      },
    ),
    propertyRuns(300),
  )
})
