/** The words in which requests name what they want: X renamed tweets to posts with version 2.167 of its API. */
export type Vocabulary = 'tweet' | 'post'

/** Keys of answers, from the words of posts to those of tweets. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['edit_history_post_ids', 'edit_history_tweet_ids'],
  ['referenced_posts', 'referenced_tweets'],
  ['note_post', 'note_tweet'],
  ['repost_count', 'retweet_count'],
  ['post_count', 'tweet_count'],
  ['total_post_count', 'total_tweet_count'],
  ['pinned_post_id', 'pinned_tweet_id'],
  ['most_recent_post_id', 'most_recent_tweet_id'],
])

const NEW_NAMES: ReadonlyMap<string, string> = new Map(Array.from(OLD_NAMES, ([name, old]) => [old, name]))

/**
 * An answer in the words of tweets, whichever it came in. Values stay what they are; where a key stands in both
 * words, the older one holds. As deep as the JSON, which the parser bounds.
 */
export function inWordsOfTweets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWordsOfTweets)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    // Of all that has this name, only the list of included posts is one.
    const name = key === 'posts' && Array.isArray(inner) ? 'tweets' : (OLD_NAMES.get(key) ?? key)
    return name !== key && Object.hasOwn(value, name) ? [] : [[name, inWordsOfTweets(inner)] as const]
  })
  return Object.fromEntries(entries)
}

/** A parameter of a request that was written in the words of tweets, in those that are to be sent. */
export function parameterIn(vocabulary: Vocabulary, name: string, value: string): [string, string] {
  if (vocabulary === 'tweet') return [name, value]
  if (name === 'tweet.fields') return ['post.fields', renamed(value)]
  if (name === 'user.fields' || name === 'expansions') return [name, renamed(value)]
  return [name, value]
}

function renamed(list: string): string {
  return list
    .split(',')
    .map((name) => NEW_NAMES.get(name) ?? name.replace(/^referenced_tweets\.id(?=\.|$)/, 'referenced_posts'))
    .join(',')
}
