import { expect, test } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 60],
  ['Wed, 21 Oct 2020 07:28:00 GMT', 0],
  ['soon', undefined],
  ['9'.repeat(400), 86_400],
  [undefined, undefined],
])('%s', (value, seconds) => {
  expect(parseRetryAfter(value, Date.UTC(2026, 9, 21, 7, 27, 0))).toBe(seconds)
})
