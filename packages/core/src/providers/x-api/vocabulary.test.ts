import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../testing/property-runs.ts'
import { inWordsOfTweets, parameterIn } from './vocabulary.ts'

test('an answer in the words of posts becomes one in the words of tweets, and one of tweets stays', () => {
  const post = {
    data: [{ id: '1', note_post: { text: 'posts' }, referenced_posts: [{ type: 'quoted', id: '2' }] }],
    includes: { posts: [{ id: '2', edit_history_post_ids: ['2'], public_metrics: { repost_count: 3 } }] },
    meta: { total_post_count: 4 },
  }
  const tweet = {
    data: [{ id: '1', note_tweet: { text: 'posts' }, referenced_tweets: [{ type: 'quoted', id: '2' }] }],
    includes: { tweets: [{ id: '2', edit_history_tweet_ids: ['2'], public_metrics: { retweet_count: 3 } }] },
    meta: { total_tweet_count: 4 },
  }
  expect(inWordsOfTweets(post)).toEqual(tweet)
  expect(inWordsOfTweets(tweet)).toEqual(tweet)
})

test('where both words stand, the older one holds, in either order', () => {
  const both = { a: { repost_count: 1, retweet_count: 2 }, b: { retweet_count: 2, repost_count: 1 } }
  expect(inWordsOfTweets(both)).toEqual({ a: { retweet_count: 2 }, b: { retweet_count: 2 } })
})

test('reading twice is reading once, and no value is changed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const once = inWordsOfTweets(value)
      expect(inWordsOfTweets(once)).toEqual(once)
    }),
    propertyRuns(300),
  )
  const odd = JSON.parse('{"__proto__":{"post_count":1},"constructor":"post_count"}') as unknown
  expect(JSON.stringify(inWordsOfTweets(odd))).toBe(
    '{"__proto__":{"tweet_count":1},"constructor":"post_count"}',
  )
})

test.each([
  ['tweet.fields', 'id,note_tweet,referenced_tweets', 'post.fields', 'id,note_post,referenced_posts'],
  ['user.fields', 'name,pinned_tweet_id', 'user.fields', 'name,pinned_post_id'],
  [
    'expansions',
    'author_id,referenced_tweets.id,referenced_tweets.id.author_id,edit_history_tweet_ids',
    'expansions',
    'author_id,referenced_posts,referenced_posts.author_id,edit_history_post_ids',
  ],
  ['query', 'note_tweet', 'query', 'note_tweet'],
])('%s=%s is sent as %s=%s in the words of posts', (name, value, newName, newValue) => {
  expect(parameterIn('post', name, value)).toEqual([newName, newValue])
  expect(parameterIn('tweet', name, value)).toEqual([name, value])
})
