import { expect, test } from 'vitest'
import { readTimelineCursor, writeTimelineCursor } from './timeline-cursor.ts'

/** Two cursors that X gave out, and what stands in them. */
const PUBLIC = [
  {
    text: 'DAAHCgABHEJR3hvAJxELAAIAAAATMjAzNjA4MjUzNzk0OTQzNDE2NAgAAwAAAAEAAA',
    cursor: { snowflake: '2036082537949434164', direction: 'top' },
  },
  {
    text: 'DAAHCgABHEJR3hu___QLAAIAAAATMjAyODI4MTMxMzk2MzQ4MzM5NAgAAwAAAAIAAA',
    cursor: { snowflake: '2028281313963483394', direction: 'bottom' },
  },
] as const

test.each(PUBLIC)(
  'reads a cursor of X, and writes one of the same build: $cursor.direction',
  ({ text, cursor }) => {
    expect(readTimelineCursor(text)).toEqual(cursor)
    const issued = Buffer.from(text, 'base64url').readBigInt64BE(6).toString()
    const own = Buffer.from(writeTimelineCursor(cursor, issued), 'base64url')
    const theirs = Buffer.from(text, 'base64url')
    // The low bits of the first snowflake are whatever the machine had.
    own.fill(0, 12, 14)
    theirs.fill(0, 12, 14)
    expect(own.toString('hex')).toBe(theirs.toString('hex'))
  },
)

test('reads padding and the other alphabet', () => {
  const { text, cursor } = PUBLIC[1]
  expect(readTimelineCursor(`${text.replaceAll('_', '/')}==`)).toEqual(cursor)
})

test('reads nothing in what is no cursor', () => {
  const whole = PUBLIC[0].text
  const broken = Array.from({ length: whole.length - 2 }, (_, length) => whole.slice(0, length))
  for (const text of ['', 'x', 'not a cursor', '%00', '0|20', 'A'.repeat(5_000), ...broken]) {
    expect(readTimelineCursor(text)).toBeUndefined()
  }
  const wordy = Buffer.from(whole, 'base64url')
  wordy.write('x', 25)
  expect(readTimelineCursor(wordy.toString('base64url'))).toBeUndefined()
})
