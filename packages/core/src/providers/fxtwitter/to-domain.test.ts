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
    ['media', { all: 'none' }],
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
