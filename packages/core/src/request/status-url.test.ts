import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { XmdError } from '../errors.ts'
import { parseHandleAndId, parseShortLink, parseStatusUrl } from './status-url.ts'

const codeOf = (run: () => unknown): string => {
  try {
    return JSON.stringify(run())
  } catch (error) {
    return (error as XmdError).code
  }
}

describe('every form of a permalink is the same post', () => {
  const hosts = [
    'x.com',
    'twitter.com',
    'www.x.com',
    'mobile.twitter.com',
    'm.twitter.com',
    'mobile.x.com',
    'X.COM',
  ]
  const paths = ['/jack/status/20', '/i/status/20', '/i/web/status/20']
  const ends = ['', '/', '/photo/1', '/video/2/', '?s=20&t=abc', '#m', '/photo/1?s=1#x']
  const all = hosts.flatMap((host) =>
    paths.flatMap((path) => ends.map((end) => `https://${host}${path}${end}`)),
  )
  test.each(all)('%s', (url) => {
    expect(parseStatusUrl(url).id).toBe('20')
  })
  test.each([
    'http://x.com/jack/status/20',
    '  https://x.com/jack/status/20\n',
    'x.com/jack/status/20',
    'https://x.com/jack/status/0020',
  ])('%s', (url) => {
    expect(parseStatusUrl(url)).toEqual({ handle: 'jack', id: '20' })
  })
  test('on a host of ours, too', () => {
    expect(parseStatusUrl('http://localhost:8787/jack/status/20', ['localhost'])).toEqual({
      handle: 'jack',
      id: '20',
    })
  })
})

describe('anything else says what is wrong', () => {
  test.each([
    ['nope', 'invalid_url'],
    ['', 'invalid_url'],
    ['ftp://x.com/jack/status/20', 'invalid_url'],
    ['javascript:alert(1)', 'invalid_url'],
    [`https://x.com/jack/status/20?${'x'.repeat(3000)}`, 'invalid_url'],
    ['https://fxtwitter.com/jack/status/20', 'unsupported_host'],
    ['https://vxtwitter.com/jack/status/20', 'unsupported_host'],
    ['https://nitter.net/jack/status/20', 'unsupported_host'],
    ['https://x.com.evil.example/jack/status/20', 'unsupported_host'],
    ['https://x.com@evil.example/jack/status/20', 'unsupported_host'],
    ['https://example.com/', 'unsupported_host'],
    ['https://x.com/jack', 'invalid_path'],
    ['https://x.com/', 'invalid_path'],
    ['https://x.com/search?q=a', 'invalid_path'],
    ['https://x.com/jack/statuses/20', 'invalid_path'],
    ['https://x.com/jack/status/abc', 'invalid_path'],
    ['https://x.com/jack/status/20/photo/0', 'invalid_path'],
    ['https://x.com/jack/status/20/likes', 'invalid_path'],
    ['https://x.com/a-b/status/20', 'invalid_path'],
    ['https://x.com/sixteen_letters_/status/20', 'invalid_path'],
  ])('%s is %s', (url, code) => {
    expect(codeOf(() => parseStatusUrl(url))).toBe(code)
  })
  test('and no text throws anything but that, or shows itself unmasked', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
        try {
          parseStatusUrl(text)
        } catch (error) {
          expect(error).toBeInstanceOf(XmdError)
          expect((error as XmdError).message).not.toMatch(/[<>\n\p{Cc}]/u)
        }
      }),
    )
  })
})

test('a handle and an id', () => {
  expect(parseHandleAndId('@jack', '20')).toEqual({ handle: 'jack', id: '20' })
  for (const [handle, id] of [
    ['', '20'],
    [undefined, '20'],
    ['jack', undefined],
    ['a-b', '20'],
    ['jack', '2a'],
    ['jack', '1'.repeat(26)],
  ]) {
    expect(codeOf(() => parseHandleAndId(handle, id))).toBe('invalid_params')
  }
})

test('only t.co is a short link', () => {
  expect(parseShortLink('https://t.co/AbC123?x=1')).toBe('AbC123')
  expect(parseShortLink('https://t.co/')).toBeUndefined()
  expect(parseShortLink('https://t.co.evil.example/abc')).toBeUndefined()
  expect(parseShortLink('https://x.com/t.co/abc')).toBeUndefined()
})
