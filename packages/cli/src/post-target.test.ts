import { expect, test } from 'vitest'
import { postTarget } from './post-target.ts'

test.each([
  ['20', { handle: 'i', id: '20' }],
  ['jack/20', { handle: 'jack', id: '20' }],
  ['@jack/20', { handle: 'jack', id: '20' }],
  ['jack/status/20', { handle: 'jack', id: '20' }],
  [' jack/20 ', { handle: 'jack', id: '20' }],
  ['t.co/AbC', { url: 'https://t.co/AbC' }],
  ['https://t.co/AbC', { url: 'https://t.co/AbC' }],
  ['https://x.com/jack/status/20', { url: 'https://x.com/jack/status/20' }],
  ['x.com/jack/status/20', { url: 'x.com/jack/status/20' }],
  ['jack', { url: 'jack' }],
  ['jack/abc', { url: 'jack/abc' }],
  ['', { url: '' }],
])('%s', (text, expected) => {
  expect(postTarget(text)).toEqual(expected)
})
