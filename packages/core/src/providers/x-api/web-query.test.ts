import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toApiSearch } from './web-query.ts'

const NOW = Date.parse('2026-11-30T12:00:00Z')
const search = (query: string) => toApiSearch(query, NOW)

test.each([
  ['ferry from:somebody', 'ferry from:somebody'],
  ['-filter:replies filter:images', '-is:reply has:images'],
  ['(a OR "b c") min_faves:10', '(a OR "b c") min_likes:10'],
  ['quoted_tweet_id:20', 'quotes_of_tweet_id:20'],
  ['https://harbour.example/a:b #tag @name', 'https://harbour.example/a:b #tag @name'],
  ['"since:2020-01-01 is quoted"', '"since:2020-01-01 is quoted"'],
])('%s is asked as %s', (web, api) => {
  expect(search(web)).toEqual({ query: api })
})

test('times and ids become parameters, as far as the API reaches', () => {
  expect(search('x since:2026-11-28 until:2026-11-29 since_id:5 max_id:9')).toEqual({
    query: 'x',
    start_time: '2026-11-28T00:00:00Z',
    end_time: '2026-11-29T00:00:00Z',
    since_id: '5',
    until_id: '10',
  })
  expect(search(`x since_time:${NOW / 1000 - 3600} until_time:${NOW / 1000 - 60}`)).toEqual({
    query: 'x',
    start_time: '2026-11-30T11:00:00Z',
    end_time: '2026-11-30T11:59:00Z',
  })
  // What is before its reach, or not over yet, is left to X.
  expect(search('x since:2020-01-01 until:2027-01-01')).toEqual({ query: 'x' })
})

describe('what the API has nothing for is not asked', () => {
  test.each([
    'near:somewhere x',
    'filter:nothing',
    'since:yesterday x',
    '-since:2026-11-28 x',
    'x until:2026-11-01',
    'since:2026-11-28',
    'max_id:abc x',
    '',
  ])('%s', (query) => {
    expect(() => search(query)).toThrow('cannot be asked')
  })
})

test('words come through whole, whatever they are', () => {
  const word = fc.stringMatching(/^[^\s()":-][^\s()":]{0,12}$/u)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      expect(search(words.join(' '))).toEqual({ query: words.join(' ') })
    }),
  )
})
