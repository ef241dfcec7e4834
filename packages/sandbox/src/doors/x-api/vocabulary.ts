/** Keys that were renamed with version 2.167 of the API, wherever they stand. */
const RENAMED: Readonly<Record<string, string>> = {
  edit_history_tweet_ids: 'edit_history_post_ids',
  referenced_tweets: 'referenced_posts',
  note_tweet: 'note_post',
  retweet_count: 'repost_count',
  tweet_count: 'post_count',
  total_tweet_count: 'total_post_count',
  pinned_tweet_id: 'pinned_post_id',
  most_recent_tweet_id: 'most_recent_post_id',
}

/** An answer in the words of posts, from one in the words of tweets. Values stay what they are. */
export function inWordsOfPosts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWordsOfPosts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      // Only the list of included posts has this name; a poll or an entity never does.
      const name = key === 'tweets' ? 'posts' : (RENAMED[key] ?? key)
      return [name, inWordsOfPosts(inner)]
    }),
  )
}
