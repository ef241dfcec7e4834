import { describe, expect, test } from 'vitest'
import { parseInstant } from './instant.ts'
import { parseListOptions } from './list-request.ts'
import { fullQuery, parseSearchRequest } from './search-request.ts'

describe('an instant', () => {
  test.each([
    ['2025-03-31', '2025-03-31T00:00:00.000Z'],
    ['2025-03-31T12:30', '2025-03-31T12:30:00.000Z'],
    ['2025-03-31 12:30:15', '2025-03-31T12:30:15.000Z'],
    ['2025-03-31T12:30:15.250+02:00', '2025-03-31T10:30:15.250Z'],
    ['2025-03-31T12:30:15z', '2025-03-31T12:30:15.000Z'],
    ['1743379200', '2025-03-31T00:00:00.000Z'],
    ['1743379200000', '2025-03-31T00:00:00.000Z'],
    [' 999999999 ', '2001-09-09T01:46:39.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(new Date(parseInstant(text, 'until') as number).toISOString()).toBe(iso)
  })

  test.each([undefined, '', '  '])('%j is none', (text) => {
    expect(parseInstant(text, 'until')).toBeUndefined()
  })

  test.each([
    'yesterday',
    '2025-02-29',
    '2025-13-01',
    '12',
    '17433792000000',
    '2025-03-31T25:00',
    'March 3',
    '2025',
  ])('%s is refused', (text) => {
    expect(() => parseInstant(text, 'until')).toThrow('until=')
  })
})

test.each([
  [{}, { limit: 20, page: 1 }],
  [
    { limit: '0', page: '0' },
    { limit: 20, page: 1 },
  ],
  [
    { limit: '-5', page: 'two' },
    { limit: 20, page: 1 },
  ],
  [
    { limit: '1000', page: '99' },
    { limit: 100, page: 10 },
  ],
  [
    { limit: '9'.repeat(400), page: '10000000000' },
    { limit: 100, page: 10 },
  ],
  [
    { limit: '7', page: '3' },
    { limit: 7, page: 3 },
  ],
  [
    { page: '3', cursor: 'c' },
    { limit: 20, page: 1, cursor: 'c' },
  ],
  [{ cursor: '  ' }, { limit: 20, page: 1 }],
])('%j is %j', (text, expected) => {
  const { limit, page, cursor } = parseListOptions(text)
  expect({ limit, page, ...(cursor !== undefined && { cursor }) }).toEqual(expected)
})

test('the dates of a search count towards what X reads of it', () => {
  const day = Date.parse('2024-01-01T00:00:00Z')
  expect(fullQuery({ q: 'a', since: day, until: day + 86_400_000 })).toBe(
    'a since_time:1704067200 until_time:1704153600',
  )
  expect(fullQuery({ q: 'a'.repeat(512) })).toHaveLength(512)
  expect(() => fullQuery({ q: 'a'.repeat(500), since: day })).toThrow('522 characters')
  // An emoji is two of what X counts.
  expect(() => parseSearchRequest({ q: '⛵🚀'.repeat(200) })).toThrow('600 characters')
  expect(() => fullQuery({ q: 'a', since: day, until: day })).toThrow('earlier')
})
