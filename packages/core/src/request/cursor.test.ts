import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { type Position, readCursor, START, writeCursor } from './cursor.ts'

const print = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const position: fc.Arbitrary<Position> = fc.record({
  cursor: fc.option(fc.oneof(fc.base64String({ minLength: 1 }), fc.string({ minLength: 1 })), {
    nil: undefined,
  }),
  taken: fc.nat(99_999),
  anchors: fc.array(print, { maxLength: 24 }),
  ahead: fc.array(print, { maxLength: 3 }),
  passed: fc.nat(255),
  heads: fc.array(print, { maxLength: 48 }),
  before: fc.array(print, { maxLength: 24 }),
  early: fc.array(print, { maxLength: 32 }),
  wasEmpty: fc.boolean(),
  foreign: fc.constant(false),
})
const scope = (question: string) => ({ sources: ['fxtwitter', 'xsearch'], question })

test('a position comes back as it was, from whatever text the source calls a cursor', () => {
  fc.assert(
    fc.property(position, fc.constantFrom('fxtwitter', 'xsearch'), fc.string(), (place, source, question) => {
      const text = writeCursor(place, source, question)
      expect(readCursor(text, scope(question))).toEqual({ source, position: place })
      expect(() => readCursor(text, scope(`${question}!`))).toThrow('does not belong')
    }),
    propertyRuns(300),
  )
})

test('one that was changed or cut is refused', () => {
  const place = { ...START, cursor: 'DAAHCgABHEJR3', taken: 15, anchors: [1, 2, 3], before: [4] }
  const text = writeCursor(place, 'fxtwitter', 'q')
  expect(text).toMatch(/^fxtwitter:DAAHCgABHEJR3@15~[\w-]+$/)
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom('A', 'z', '7', ''), (at, other) => {
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      // Without its tail it is the source's own.
      fc.pre(changed !== text && changed.includes('~') && !/~$/.test(changed))
      let read: Position | undefined
      try {
        read = readCursor(changed, scope('q')).position
      } catch {
        return
      }
      // The last sign of base64 holds bits that say nothing.
      expect({ ...read }).toEqual(place)
    }),
    propertyRuns(300),
  )
})

describe("a source's own cursor", () => {
  test.each([
    ['DAAHCgAB_-x', 'fxtwitter', 'DAAHCgAB_-x', 0],
    ['fxtwitter:DAAHCgAB+/=', 'fxtwitter', 'DAAHCgAB+/=', 0],
    ['fxtwitter:1789|1988@15', 'fxtwitter', '1789|1988', 15],
    ['xsearch:abc', 'xsearch', 'abc', 0],
  ])('%s is taken', (text, source, cursor, taken) => {
    expect(readCursor(text, scope('q'))).toEqual({
      source,
      position: { ...START, cursor, taken, foreign: true },
    })
  })

  test.each(['other:abc', 'a b', '', 'fxtwitter:', 'é', 'a'.repeat(1025), 'fxtwitter:a:b', '@15'])(
    '%j is refused',
    (text) => {
      expect(() => readCursor(text, scope('q'))).toThrow('does not belong')
    },
  )
})
