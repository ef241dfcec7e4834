import { describe, expect, test } from 'vitest'
import type { XmdError } from '../errors.ts'
import { parsePostRequest } from './post-request.ts'
import { parseRepliesRequest } from './replies-request.ts'

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run()
  } catch (error) {
    return (error as XmdError).code
  }
  return undefined
}

test('nothing said is the default', () => {
  const defaults = {
    format: 'markdown',
    thread: 'full',
    context: 'full',
    replies: 'top',
    userinfo: 'off',
    full: false,
    nocache: false,
  }
  expect(parsePostRequest({})).toEqual(defaults)
  const empty = Object.fromEntries(Object.keys(defaults).map((name) => [name, '']))
  expect(parsePostRequest({ ...empty, url: '', max_posts: '' })).toEqual(defaults)
})

describe('thread', () => {
  test.each([
    ['off', 'off'],
    ['FULL', 'full'],
    ['conversation', 'full'],
    ['2', 2],
    ['100', 100],
  ])('%s', (text, thread) => {
    expect(parsePostRequest({ thread: text }).thread).toBe(thread)
  })
  test.each(['1', '0', '101', '-1', 'abc', '200', '5abc', '2.5', '1e1', '٣'])('%s is refused', (thread) => {
    expect(codeOf(() => parsePostRequest({ thread }))).toBe('invalid_thread')
  })
  test('the message names every way out', () => {
    expect(() => parsePostRequest({ thread: 'x' })).toThrow(
      /off, full, conversation or a number from 2 to 100/,
    )
  })
})

test.each([
  ['context', 'x', 'invalid_context'],
  ['replies', 'x', 'invalid_replies'],
  ['userinfo', 'x', 'invalid_userinfo'],
  ['format', 'html', 'invalid_format'],
  ['max_posts', '1', 'invalid_option'],
  ['max_posts', 'many', 'invalid_option'],
])('%s=%s is %s', (name, value, code) => {
  expect(codeOf(() => parsePostRequest({ [name]: value }))).toBe(code)
})

test('three words are true on posts, and anything else is false', () => {
  for (const word of ['true', '1', 'yes', 'YES']) expect(parsePostRequest({ full: word }).full).toBe(true)
  for (const word of ['false', '0', 'on', 'x'])
    expect(parsePostRequest({ nocache: word }).nocache).toBe(false)
})

describe('replies', () => {
  test('a limit that is no positive number is the default, a large one the maximum', () => {
    const limits = ['', '0', '-3', 'x', '7', '100', '5000'].map(
      (limit) => parseRepliesRequest({ id: '20', limit }).limit,
    )
    expect(limits).toEqual([20, 20, 20, 20, 7, 100, 100])
  })
  test.each([
    [{ id: 'x' }, 'invalid_option'],
    [{}, 'invalid_option'],
    [{ id: '20', cursor: 'abc' }, 'invalid_option'],
    [{ id: '20', page: '2' }, 'invalid_option'],
    [{ id: '20', full: 'perhaps' }, 'invalid_option'],
    [{ id: '20', format: 'obsidian' }, 'invalid_format'],
  ])('%j is %s', (text, code) => {
    expect(codeOf(() => parseRepliesRequest(text))).toBe(code)
  })
  test('the first page may be named', () => {
    for (const page of ['1', '01', '0', 'x', '-2', '']) {
      expect(codeOf(() => parseRepliesRequest({ id: '20', page }))).toBeUndefined()
    }
  })
})
