import { expect, test } from 'vitest'
import { formatCount, formatDate, formatDuration, formatPercentage, plural, toIso } from './format.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('%d is %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test('one and many', () => {
  expect([plural(1, 'reply', 'replies'), plural(0, 'reply', 'replies'), plural(2000, 'like')]).toEqual([
    '1 reply',
    '0 replies',
    '2,000 likes',
  ])
})

test.each([
  ['Wed Mar 12 22:44:33 +0000 2025', '2025-03-12 22:44:33 UTC'],
  ['Tue Mar 1 00:00:00 +0200 2022', '2022-02-28 22:00:00 UTC'],
  ['2025-03-16T22:44:33Z', '2025-03-16 22:44:33 UTC'],
  ['2025-03-16T22:44:33.123+02:00', '2025-03-16 20:44:33 UTC'],
  ['2025-03-16', '2025-03-16 00:00:00 UTC'],
  [1_741_819_473, '2025-03-12 22:44:33 UTC'],
  [0, '1970-01-01 00:00:00 UTC'],
])('%s is %s', (value, text) => {
  expect(formatDate(value)).toBe(text)
})

test.each([
  '',
  'soon',
  'Zq!2(',
  '12',
  '2025-03-16T22:44:33',
  '2025-99-99',
  Number.NaN,
  1e300,
  null,
  undefined,
])('%s is no date', (value) => {
  expect(toIso(value)).toBeUndefined()
})

test.each([
  [0.4, '0:00'],
  [29.626, '0:30'],
  [3723, '1:02:03'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test.each([
  [9.1, '9.1%'],
  [50, '50%'],
  [33.333, '33.3%'],
  [Number.NaN, '0%'],
])('%d is %s', (value, text) => {
  expect(formatPercentage(value)).toBe(text)
})
