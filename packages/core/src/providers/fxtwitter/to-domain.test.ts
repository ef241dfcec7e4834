import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPost, toThreadItem } from './to-domain.ts'

const author = { screen_name: 'ada', id: '1', name: 'Ada' }
const status = {
  type: 'status',
  id: '9007199254740993123',
  url: 'https://x.com/ada/status/9007199254740993123',
  text: 'a',
  author,
}

test('every field that upstream sent is kept, known or not', () => {
  const wire = { ...status, brand_new: { deep: [1] }, views: null, author: { ...author, newer: true } }
  expect(toPost(wire)).toEqual(wire)
})

test('v1 becomes what v2 is', () => {
  const { type: _, ...v1 } = { ...status, retweets: 3, replying_to: 'bo', replying_to_status: '42' }
  expect(toPost(v1)).toMatchObject({
    type: 'status',
    retweets: 3,
    reposts: 3,
    replying_to: { screen_name: 'bo', status: '42', url: 'https://x.com/bo/status/42' },
  })
})

test('media gain what our JSON adds, empty media go', () => {
  const video = {
    type: 'video',
    id: '1',
    url: 'https://v.example/a.mp4',
    duration: 1.5,
    altText: 'a boat',
    formats: [
      { url: 'https://v.example/a.m3u8', container: 'm3u8' },
      { url: 'https://v.example/a.mp4', container: 'mp4', bitrate: 5, codec: 'h264' },
    ],
  }
  const media = toPost({ ...status, media: { all: [video], videos: [video] } })?.media
  expect(media?.all?.[0]).toEqual({
    ...video,
    alt: 'a boat',
    duration_ms: 1500,
    variants: [
      { url: 'https://v.example/a.m3u8', content_type: 'application/vnd.apple.mpegurl' },
      { url: 'https://v.example/a.mp4', content_type: 'video/mp4', bitrate: 5 },
    ],
  })
  expect(toPost({ ...status, media: {} })).not.toHaveProperty('media')
})

describe('a surprise costs only itself', () => {
  test.each([
    ['card', { title: 'no url' }],
    ['poll', 'none'],
    ['views', '12'],
    ['article', []],
    ['quote', { type: 'status', id: 5 }],
    ['quote', 'none'],
    ['raw_text', { text: 7 }],
    ['community', {}],
    ['created_at', 12],
  ])('%s', (name, value) => {
    const post = toPost({ ...status, likes: 3, [name]: value })
    expect(post).toMatchObject({ ...status, likes: 3 })
    expect(post?.[name] ?? undefined).toBeUndefined()
  })
})

test('a fault costs its leaf or list element, not what holds it', () => {
  const photo = (id: string, url: unknown) => ({ type: 'photo', id, url })
  const wire = {
    ...status,
    author: {
      ...author,
      followers: '12',
      website: 'https://x',
      verification: true,
      raw_description: { text: 'b', facets: null },
    },
    raw_text: {
      text: '@bo hi #a',
      display_text_range: [4, 9],
      facets: [
        { type: 'hashtag', indices: null },
        { type: 'hashtag', indices: [7, 9], original: 'a' },
      ],
    },
    media: {
      all: [
        photo('1', null),
        photo('2', 'https://p.example/2.jpg'),
        photo('3', 7),
        photo('4', 'https://p.example/4.jpg'),
      ],
    },
    poll: {
      choices: [
        { label: null, count: 1 },
        { label: 'b', count: 'x' },
      ],
    },
    article: {
      title: 'T',
      content: {
        blocks: [{ type: 'unstyled' }, { type: 'unstyled', text: 'kept' }],
        entityMap: [
          { key: '0', value: null },
          { key: '1', value: { type: 'LINK' } },
        ],
      },
    },
    quote: { type: 'tombstone', id: '5', reason: 'deleted', author: { name: 'no handle' } },
  }
  const post = toPost(wire)
  expect(post?.author).toMatchObject({ screen_name: 'ada', name: 'Ada' })
  expect(post?.author).not.toHaveProperty('followers')
  expect(post?.raw_text?.facets).toHaveLength(1)
  expect(post?.raw_text?.display_text_range).toEqual([4, 9])
  expect(post?.media?.all?.map(({ id }) => id)).toEqual(['2', '4'])
  expect(post?.poll?.choices).toEqual([{ label: 'b' }])
  expect(post?.article?.content?.blocks).toEqual([{ type: 'unstyled', text: 'kept' }])
  expect(post?.article?.content?.entityMap).toEqual([{ key: '1', value: { type: 'LINK' } }])
  expect(post?.quote).toMatchObject({ type: 'tombstone', id: '5', reason: 'deleted' })
})

test('what is no handle is no author', () => {
  expect(toPost({ ...status, author: { screen_name: 'a) [x](y)' } })).toBeUndefined()
  expect(toPost({ ...status, replying_to: { screen_name: 'a b', status: '1' } })).not.toHaveProperty(
    'replying_to',
  )
})

test('what lacks an id or an author is no post; a bare element of a failed build is nothing', () => {
  for (const wire of [
    { status: 404 },
    null,
    7,
    'x',
    [],
    { ...status, id: undefined },
    { ...status, author: null },
    { type: 'user' },
  ]) {
    expect(toThreadItem(wire)).toBeUndefined()
  }
})

test('quotes nest only so deep', () => {
  const nest = (depth: number): unknown => ({ ...status, ...(depth > 0 && { quote: nest(depth - 1) }) })
  const depthOf = (post: unknown): number =>
    (post as { quote?: unknown }).quote ? 1 + depthOf((post as { quote: unknown }).quote) : 0
  expect(depthOf(toPost(nest(50)))).toBe(4)
})

test('no JSON throws', () => {
  const keys = fc.constantFrom(
    'type',
    'id',
    'text',
    'author',
    'media',
    'quote',
    'replying_to',
    'raw_text',
    'all',
    'formats',
    'screen_name',
  )
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(null, 1, 'status', 'tombstone', '5', true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(keys, tie('value')),
    ),
  })).value
  fc.assert(fc.property(json, (wire) => void toThreadItem(wire)))
})
