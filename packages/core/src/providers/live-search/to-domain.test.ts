import { describe, expect, test } from 'vitest'
import { toAccount, toPage, toPost } from './to-domain.ts'

const user = {
  __typename: 'User',
  rest_id: '7',
  core: { name: 'Ada Quill', screen_name: 'ada_quill', created_at: 'Thu Mar 13 01:44:33 +0000 2014' },
  avatar: { image_url: 'https://p.example/a_normal.jpg' },
  legacy: { followers_count: 12, description: 'Tide &amp; rope' },
}
const tweet = (id: string, changes: object = {}, legacy: object = {}) => ({
  __typename: 'Tweet',
  rest_id: id,
  core: { user_results: { result: user } },
  legacy: { full_text: `words of ${id}`, ...legacy },
  ...changes,
})
const row = (entryId: string, itemContent: object) => ({ entryId, content: { itemContent } })
const ofTweet = (result: unknown) => ({ itemType: 'TimelineTweet', tweet_results: { result } })
const answer = (instructions: object[]) => ({
  data: { search_by_raw_query: { search_timeline: { timeline: { instructions } } } },
})

describe('a page', () => {
  test('has posts, and no advertisement or row that cannot be read', () => {
    const entries = [
      row('tweet-1', ofTweet(tweet('1'))),
      row('promoted-tweet-2', ofTweet(tweet('2'))),
      row('tweet-3', ofTweet({ __typename: 'TweetTombstone' })),
      row('tweet-4', ofTweet({ __typename: 'TweetWithVisibilityResults', tweet: tweet('4') })),
      'odd',
      { entryId: 'cursor-bottom-0', content: { cursorType: 'Bottom', value: 'next' } },
      { entryId: 'grid-0', content: { items: [{ item: { itemContent: ofTweet(tweet('5')) } }] } },
    ]
    const page = toPage(answer([{ type: 'TimelineAddEntries', entries }]))
    expect(page.items.map(({ id }) => id)).toEqual(['1', '4', '5'])
    expect(page.next).toBe('next')
  })

  test('takes the cursor that replaces the one before', () => {
    const entry = { entryId: 'cursor-bottom-0', content: { cursorType: 'Bottom', value: 'later' } }
    expect(toPage(answer([{ entries: [] }, { entry }]))).toEqual({ items: [], next: 'later' })
  })

  test.each([{}, { errors: [{ message: 'secret' }] }, null, answer([{ entries: 7 }])])(
    '%j is none',
    (body) => {
      expect(() => toPage(body)).toThrow('unknown shape')
    },
  )
})

test('a long post is whole, with its bold words', () => {
  const text = 'A long story. &amp; more'
  const richtext = { richtext_tags: [{ from_index: 2, to_index: 6, richtext_types: ['Bold'] }] }
  const post = toPost(
    tweet(
      '1',
      { note_tweet: { note_tweet_results: { result: { text, richtext } } } },
      { full_text: 'A long…' },
    ),
  )
  expect(post).toMatchObject({
    text: 'A long story. & more',
    is_note_tweet: true,
    raw_text: { text, facets: [{ type: 'bold', indices: [2, 6] }] },
  })
  expect(post?.truncated).toBeUndefined()
})

test('a repost is its original and who passed it on; a quote stands one level deep', () => {
  const quoting = tweet('2', {
    quoted_status_result: { result: tweet('3', { quoted_status_result: { result: tweet('4') } }) },
  })
  expect(toPost(quoting)).toMatchObject({ id: '2', quote: { id: '3' } })
  expect(toPost(quoting)?.quote).not.toHaveProperty('quote')
  const repost = tweet('5', {}, { full_text: 'RT @x: …', retweeted_status_result: { result: tweet('1') } })
  expect(toPost(repost)).toMatchObject({
    id: '1',
    text: 'words of 1',
    reposted_by: { screen_name: 'ada_quill' },
  })
})

test('an account has its name, wherever X keeps it', () => {
  expect(toAccount(user)).toMatchObject({
    id: '7',
    name: 'Ada Quill',
    screen_name: 'ada_quill',
    description: 'Tide & rope',
    followers: 12,
    joined: 'Thu Mar 13 01:44:33 +0000 2014',
    avatar_url: 'https://p.example/a_normal.jpg',
  })
  const older = { rest_id: '8', legacy: { name: 'Bo', screen_name: 'bo_marl' } }
  expect(toAccount(older)).toMatchObject({ id: '8', name: 'Bo', screen_name: 'bo_marl' })
  for (const none of [
    undefined,
    null,
    {},
    { __typename: 'UserUnavailable' },
    { core: { screen_name: 'a b' } },
  ]) {
    expect(toAccount(none)).toBeUndefined()
  }
})
