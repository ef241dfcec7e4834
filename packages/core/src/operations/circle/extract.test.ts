import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Post } from '../../domain/post.ts'
import { msToSnowflake } from '../../domain/snowflake.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { wirePost } from '../../testing/wire-post.ts'
import { CircleBuild } from './build.ts'
import { extractInteractions } from './extract.ts'

const OWNER = 'Ada_Quill'
const by = (screen_name: string) => ({ id: '7', name: 'Somebody', screen_name })
const mention = (original: string, start: number) => ({
  type: 'mention',
  original,
  indices: [start, start + original.length + 1],
})
const raw = (text: string, range: [number, number], facets: object[]) => ({
  text,
  display_text_range: range,
  facets,
})

function kindsOf(post: Post) {
  return extractInteractions(post, OWNER)
    .interactions.map(({ direction, kind, handle }) => `${direction} ${kind} ${handle}`)
    .sort()
}

describe('what the owner did', () => {
  test('an answer, its visible names and a quote; not the names that X hides before it', () => {
    const post = wirePost({
      replying_to: { screen_name: 'oskar', status: '1' },
      raw_text: raw(
        '@oskar @hidden hello @Tobin and @oskar',
        [15, 38],
        [mention('oskar', 0), mention('hidden', 7), mention('@Tobin', 21), mention('oskar', 32)],
      ),
      quote: wirePost({ id: '1900000000000000009', author: by('ines') }),
    })
    expect(kindsOf(post)).toEqual([
      'outgoing mention Tobin',
      'outgoing mention oskar',
      'outgoing quote ines',
      'outgoing reply oskar',
    ])
  })

  test('a repost is that and no more, at the time of its original', () => {
    const post = wirePost({
      author: by('oskar'),
      reposted_by: by('ADA_QUILL'),
      raw_text: raw('hello @tobin', [0, 12], [mention('tobin', 6)]),
    })
    expect(extractInteractions(post, OWNER)).toEqual({
      direction: 'outgoing',
      interactions: [
        { id: post.id, handle: 'oskar', direction: 'outgoing', kind: 'repost', at: expect.any(Number) },
      ],
      isMentionUnknown: false,
    })
    expect(kindsOf(wirePost({ author: by('oskar'), reposted_by: by('tobin') }))).toEqual([])
  })

  test('nothing that it did to itself', () => {
    const own = wirePost({ author: by('ada_quill') })
    const post = wirePost({
      replying_to: { screen_name: 'ADA_quill', status: '1' },
      raw_text: raw('@ada_quill', [0, 10], [mention('ada_quill', 0)]),
      quote: own,
    })
    expect(kindsOf(post)).toEqual([])
    expect(kindsOf(wirePost({ reposted_by: by('ada_quill') }))).toEqual([])
  })
})

describe('what others did', () => {
  test('answers, quotes and names the owner; what it says of a third is no matter', () => {
    const post = wirePost({
      author: by('oskar'),
      replying_to: { screen_name: 'ada_quill', status: '1' },
      raw_text: raw(
        '@ada_quill see @ada_quill @tobin',
        [11, 32],
        [mention('ada_quill', 0), mention('ada_quill', 15), mention('tobin', 26)],
      ),
      quote: wirePost({ author: by('ada_quill') }),
    })
    expect(kindsOf(post)).toEqual(['incoming mention oskar', 'incoming quote oskar', 'incoming reply oskar'])
  })

  test('the hidden name in an answer to a third is no mention', () => {
    const post = wirePost({
      author: by('oskar'),
      replying_to: { screen_name: 'tobin', status: '1' },
      raw_text: raw('@tobin @ada_quill yes', [18, 21], [mention('tobin', 0), mention('ada_quill', 7)]),
    })
    expect(kindsOf(post)).toEqual([])
  })
})

test('older data: a list of those who are answered', () => {
  const replying_to = ['oskar', '@tobin', 'ada_quill', 7, 'no handle'] as unknown as Post['replying_to']
  expect(kindsOf({ ...wirePost(), replying_to })).toEqual(['outgoing reply oskar', 'outgoing reply tobin'])
})

test.each([
  undefined,
  null,
  { text: 'hello @tobin' },
  { text: 'hello @tobin', facets: [mention('tobin', 6)] },
  { text: 'hello @tobin', display_text_range: [0, 12] },
  { text: 'hello @tobin', display_text_range: [0, 12], facets: null },
])('whom a text names is unknown, and not made up, where the source does not say: %o', (raw_text) => {
  const post = wirePost({ text: 'hello @tobin', raw_text })
  expect(extractInteractions(post, OWNER)).toMatchObject({ interactions: [], isMentionUnknown: true })
})

const handles = fc.constantFrom('ada_quill', 'ADA_QUILL', 'oskar', 'Oskar', 'tobin', 'ines')
const posts = fc
  .record({
    n: fc.integer({ min: 0, max: 30 }),
    author: handles,
    reposted: fc.option(handles, { nil: undefined }),
    answers: fc.option(handles, { nil: undefined }),
    quotes: fc.option(handles, { nil: undefined }),
    names: fc.array(handles, { maxLength: 4 }),
  })
  .map(({ n, author, reposted, answers, quotes, names }) =>
    wirePost({
      id: msToSnowflake(Date.UTC(2026, 0, 1) + n * 60_000),
      author: by(author),
      ...(reposted && { reposted_by: by(reposted) }),
      ...(answers && { replying_to: { screen_name: answers, status: '1' } }),
      ...(quotes && { quote: wirePost({ author: by(quotes) }) }),
      raw_text: raw(
        '…',
        [0, 1],
        names.map((name) => mention(name, 0)),
      ),
    }),
  )

test('each post counts once for each account, direction and kind, in any order and however often', () => {
  fc.assert(
    fc.property(fc.array(posts, { maxLength: 12 }), (list) => {
      const window = { since: 0, until: Date.UTC(2027, 0, 1) }
      const collect = (some: readonly Post[]) => {
        const build = new CircleBuild(OWNER, window)
        for (const post of some) build.takeOwn(post)
        for (const post of some) build.takeFound(post, 'search')
        for (const post of some) build.takeFound(post, 'replies')
        return build
      }
      // One id is one post.
      const unique = [...new Map(list.map((post) => [post.id, post])).values()]
      const keys = (build: CircleBuild) =>
        [...build.interactions]
          .map(({ id, handle, direction, kind }) => `${id} ${handle.toLowerCase()} ${direction} ${kind}`)
          .sort()
      const once = keys(collect(unique))
      expect(new Set(once).size).toBe(once.length)
      expect(keys(collect([...unique, ...unique.toReversed()]))).toEqual(once)
      expect(once.filter((key) => key.includes(' ada_quill '))).toEqual([])
      // What is kept and read again is the same circle.
      const again = new CircleBuild(OWNER, window, JSON.parse(JSON.stringify(collect(unique).toState())))
      expect(keys(again)).toEqual(once)
    }),
    propertyRuns(200),
  )
})
