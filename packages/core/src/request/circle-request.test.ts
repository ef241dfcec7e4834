import { expect, test } from 'vitest'
import { beginningOf, parseCircleRequest } from './circle-request.ts'

const NOW = Date.UTC(2026, 10, 1, 12)
const DAY = 86_400_000

test('120 days of 50 members as Markdown, unless something else is said', () => {
  const request = parseCircleRequest({ handle: '@ada_quill' }, NOW)
  expect(request).toEqual({
    handle: 'ada_quill',
    days: 120,
    limit: 50,
    format: 'markdown',
    nocache: false,
  })
  expect(beginningOf(request, NOW)).toBe(NOW - 120 * DAY)
  const since = parseCircleRequest({ handle: 'ada_quill', since: '2026-10-01' }, NOW)
  expect(beginningOf(since, NOW)).toBe(Date.UTC(2026, 9, 1))
})

test.each([
  [{ handle: 'a b' }, 'invalid_handle'],
  [{ days: '0' }, 'invalid_option'],
  [{ days: '366' }, 'invalid_option'],
  [{ days: '30', since: '2026-10-01' }, 'invalid_option'],
  [{ since: '2026-11-02' }, 'invalid_option'],
  [{ since: '2026-10-02', until: '2026-10-01' }, 'invalid_option'],
  [{ since: '2020-01-01' }, 'invalid_option'],
  [{ until: '2026-12-01' }, 'invalid_option'],
  [{ until: 'soon' }, 'invalid_option'],
  [{ limit: '101' }, 'invalid_option'],
  [{ nocache: 'maybe' }, 'invalid_option'],
  [{ format: 'obsidian' }, 'invalid_format'],
])('%o is refused', (options, code) => {
  expect(() => parseCircleRequest({ handle: 'jack', ...options }, NOW)).toThrow(
    expect.objectContaining({ code }),
  )
})
