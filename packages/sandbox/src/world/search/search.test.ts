import { describe, expect, test } from 'vitest'
import { DEFAULT_NOW } from '../clock.ts'
import { isReadable } from '../feed.ts'
import { LazyList } from '../lazy-list.ts'
import { plainText } from '../plain-text.ts'
import { World } from '../world.ts'
import { type Feed, searchFeed } from './find.ts'
import { readQuery } from './query.ts'

const world = new World()
const find = (q: string, feed: Feed = 'latest', count = 150) =>
  new LazyList(searchFeed(world, readQuery(q)!, feed)).slice(0, count)
const texts = (q: string) => find(q).map(plainText)

describe('how a query is read', () => {
  const word = (text: string) => ({ kind: 'word', text })
  test.each([
    ['fog gulls', { kind: 'all', parts: [word('fog'), word('gulls')] }],
    [
      'fog OR (ice -snow)',
      {
        kind: 'any',
        parts: [word('fog'), { kind: 'all', parts: [word('ice'), { kind: 'not', part: word('snow') }] }],
      },
    ],
    ['a b OR c', { kind: 'any', parts: [{ kind: 'all', parts: [word('a'), word('b')] }, word('c')] }],
    ['-(a OR b)', { kind: 'not', part: { kind: 'any', parts: [word('a'), word('b')] } }],
    ['"two words"', { kind: 'phrase', text: 'two words' }],
    ['From:Jack', { kind: 'operator', name: 'from', value: 'jack' }],
    ['-filter:replies', { kind: 'not', part: { kind: 'operator', name: 'filter', value: 'replies' } }],
    ['@Jack', { kind: 'operator', name: 'mention', value: 'jack' }],
    ['#Naïve', { kind: 'operator', name: 'hashtag', value: 'naïve' }],
    ['$NRBY', { kind: 'operator', name: 'cashtag', value: 'nrby' }],
    ['((fog)', word('fog')],
    ['fog)) gulls', { kind: 'all', parts: [word('fog'), word('gulls')] }],
    ['fog AND gulls', { kind: 'all', parts: [word('fog'), word('gulls')] }],
    ['fog,', word('fog')],
    ['"', undefined],
    ['( ) - ?', undefined],
    ['🌊', word('🌊')],
  ])('%s', (q, query) => {
    expect(readQuery(q)).toEqual(query)
  })
})

describe('what a query finds', () => {
  test('words stand whole, in any case; phrases in order', () => {
    expect(texts('BAROMETER').length).toBeGreaterThan(0)
    for (const text of texts('barometer')) expect(text.toLowerCase()).toMatch(/\bbarometer\b/)
    expect(texts('baromet')).toEqual([])
    expect(texts('"gulls believe you"')).toContain('The gulls believe you.')
    expect(texts('"believe gulls you"')).toEqual([])
    expect(texts('🌊').length).toBeGreaterThan(0)
    expect(texts('雨').length).toBeGreaterThan(0)
  })

  test('authors, answers, mentions and tags', () => {
    const by = find('from:ines_quillfen')
    expect(by.length).toBe(150)
    expect(new Set(by.map((post) => post.author.handle))).toEqual(new Set(['ines_quillfen']))
    const either = find('from:ines_quillfen OR from:@Oskar_Fenwall')
    expect(new Set(either.map((post) => post.author.handle))).toEqual(
      new Set(['ines_quillfen', 'oskar_fenwall']),
    )
    for (const post of find('to:ines_quillfen')) {
      expect(world.post(post.replyTo!)?.author.handle).toBe('ines_quillfen')
    }
    expect(find('to:ines_quillfen').length).toBeGreaterThan(2)
    for (const [q, pattern] of [
      ['@marta_brenkel -filter:replies', /@marta_brenkel/i],
      ['#ferries', /#ferries/i],
      ['$MOSS', /\$MOSS/],
    ] as const) {
      expect(texts(q).length).toBeGreaterThan(3)
      for (const text of texts(q)) expect(text).toMatch(pattern)
    }
  })

  test('spans of time: from the first day on, before the last', () => {
    const start = Date.parse('2024-03-01T00:00:00Z')
    const end = Date.parse('2024-04-01T00:00:00Z')
    for (const q of [
      'from:NorrbyInstr since:2024-03-01 until:2024-04-01',
      `from:NorrbyInstr since_time:${start / 1000} until_time:${end / 1000}`,
    ]) {
      const found = find(q)
      const all = world
        .timeline(world.accountByHandle('NorrbyInstr')!)
        .map((id) => world.post(id)!)
        .filter((post) => post.at >= start && post.at < end && !post.repostOf && isReadable(world, post))
      expect(all.length).toBeGreaterThan(10)
      expect(found.map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse())
    }
    const anyone = find('until:2024-03-01 since:2024-02-20')
    expect(anyone.length).toBeGreaterThan(100)
    for (const { at } of anyone) expect(at).toBeLessThan(start)
    expect(find('from:jack until:2007-01-01').map(({ id }) => id)).toEqual(['20'])
  })

  test('filters, both ways, and numbers', () => {
    const kinds = (q: string) => find(`from:brix_lumenaar ${q}`)
    for (const [q, test_] of [
      ['filter:images', (post) => post.media.some(({ kind }) => kind === 'photo')],
      ['filter:videos', (post) => post.media.some(({ kind }) => kind === 'video')],
      ['filter:media', (post) => post.media.length > 0],
      ['filter:links', (post) => post.body.some(({ kind }) => kind === 'link')],
      ['filter:replies', (post) => post.replyTo !== undefined],
      ['min_faves:100', (post) => post.counts.likes >= 100],
    ] as [string, (post: ReturnType<typeof find>[number]) => boolean][]) {
      expect(kinds(q).length).toBeGreaterThan(5)
      expect(kinds(q).every(test_)).toBe(true)
      expect(kinds(`-${q}`).length).toBeGreaterThan(20)
      expect(kinds(`-${q}`).some(test_)).toBe(false)
    }
    expect(new Set(find('lang:ja').map((post) => post.lang))).toEqual(new Set(['ja']))
  })

  test('a conversation whole, and the quotes of a post', () => {
    const idOf = (key: string) => world.named.find((one) => one.key === key)!.post.id
    const crowd = find(`conversation_id:${idOf('crowd')}`, 'latest', 500)
    expect(crowd.length).toBeGreaterThan(100)
    expect(crowd.at(-1)!.id).toBe(idOf('crowd'))
    const quotes = find(`quoted_tweet_id:${idOf('ref-plain')}`)
    expect(quotes.length).toBeGreaterThan(4)
    expect(quotes.every((post) => post.quote === idOf('ref-plain'))).toBe(true)
    const drawn = world
      .timeline(world.accountByHandle('thread_mill')!)
      .map((id) => world.post(id)!)
      .filter((post) => post.quote && isReadable(world, post))
    expect(drawn.length).toBeGreaterThan(20)
    for (const post of drawn) expect(world.quotes(post.quote!)).toContain(post.id)
  })

  test('newest first, no reposts, nothing that strangers cannot read', () => {
    const found = find('the', 'latest', 2_000)
    expect(found.length).toBe(2_000)
    for (const [i, post] of found.entries()) {
      expect(post.repostOf).toBeUndefined()
      expect(isReadable(world, post)).toBe(true)
      if (i > 0) expect(post.at).toBeLessThanOrEqual(found[i - 1]!.at)
      expect(post.at).toBeLessThanOrEqual(DEFAULT_NOW)
    }
    expect(find('from:quiet_larder')).toEqual([])
    expect(find('from:freecoinz_4471')).toEqual([])
  })

  test('top goes by merit, media shows media', () => {
    const likes = find('from:NorrbyInstr', 'top').map(
      ({ counts }) => counts.likes + 2 * counts.reposts + counts.replies,
    )
    expect(likes).toEqual(likes.toSorted((one, other) => other - one))
    expect(find('from:NorrbyInstr', 'media').every(({ media }) => media.length > 0)).toBe(true)
  })
})
