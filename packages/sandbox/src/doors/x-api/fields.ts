import type { Parameters } from './parameters.ts'

/** What a caller wants to see, in the words of tweets. */
export interface Wanted {
  tweet: ReadonlySet<string>
  user: ReadonlySet<string>
  media: ReadonlySet<string>
  poll: ReadonlySet<string>
  list: ReadonlySet<string>
  expansions: ReadonlySet<string>
}

const words = (text: string) => text.trim().split(/\s+/)

/** Newer names of what was named for tweets before. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  edit_history_post_ids: 'edit_history_tweet_ids',
  referenced_posts: 'referenced_tweets',
  note_post: 'note_tweet',
  pinned_post_id: 'pinned_tweet_id',
  most_recent_post_id: 'most_recent_tweet_id',
}

const TWEET_FIELDS = words(`
  article article_title attachments author_id card_uri community_id context_annotations conversation_id created_at
  display_text_range edit_controls edit_history_tweet_ids entities geo id in_reply_to_user_id lang
  matched_media_notes media_metadata non_public_metrics note_request_suggestions note_tweet organic_metrics
  paid_partnership possibly_sensitive promoted_metrics public_metrics referenced_tweets reply_settings scopes source
  suggested_source_links suggested_source_links_with_counts text username withheld`)
const USER_FIELDS = words(`
  affiliation confirmed_email connection_status created_at description entities id is_identity_verified location
  most_recent_tweet_id name parody pinned_tweet_id profile_banner_url profile_image_url protected public_metrics
  receives_your_dm subscribes_to_you subscription subscription_type url username verified verified_followers_count
  verified_type withheld`)
const MEDIA_FIELDS = words(`
  alt_text duration_ms height media_key non_public_metrics organic_metrics preview_image_url promoted_metrics
  public_metrics type url variants width`)
const POLL_FIELDS = words('duration_minutes end_datetime id options voting_status')
const PLACE_FIELDS = words('contained_within country country_code full_name geo id name place_type')
const LIST_FIELDS = words('created_at description follower_count id member_count name owner_id private')
const TWEET_EXPANSIONS = words(`
  article.cover_media article.media_entities attachments.media_keys attachments.media_source_tweet
  attachments.poll_ids author_id edit_history_tweet_ids entities.mentions.username entities.note.mentions.username
  geo.place_id in_reply_to_user_id referenced_tweets.id referenced_tweets.id.author_id
  referenced_tweets.id.attachments.media_keys username`)
const USER_EXPANSIONS = words('affiliation most_recent_tweet_id pinned_tweet_id')
const LIST_EXPANSIONS = words('owner_id')

/** The newer name of the expansion `referenced_tweets.id` has no `.id`. */
function oldName(name: string): string {
  const expansion = /^referenced_posts(?:\.id)?(\.author_id|\.attachments\.media_keys)?$/.exec(name)
  return expansion ? `referenced_tweets.id${expansion[1] ?? ''}` : (OLD_NAMES[name] ?? name)
}

const withNewNames = (names: readonly string[]) => [
  ...names,
  ...Object.entries(OLD_NAMES).flatMap(([renamed, old]) => (names.includes(old) ? [renamed] : [])),
]

function fields(query: Parameters, names: readonly string[], known: readonly string[]): Set<string> {
  const given = names.flatMap((name) => query.list(name, withNewNames(known)))
  return new Set(given.map((name) => OLD_NAMES[name] ?? name))
}

function expansions(query: Parameters, known: readonly string[]): Set<string> {
  const newer = known.includes('referenced_tweets.id')
    ? [
        'referenced_posts',
        'referenced_posts.author_id',
        'referenced_posts.id',
        'referenced_posts.id.author_id',
      ]
    : []
  return new Set(query.list('expansions', [...withNewNames(known), ...newer]).map(oldName))
}

const NONE: ReadonlySet<string> = new Set()

export function wantedOfPosts(query: Parameters): Wanted {
  query.list('place.fields', PLACE_FIELDS)
  return {
    tweet: fields(query, ['tweet.fields', 'post.fields'], TWEET_FIELDS),
    user: fields(query, ['user.fields'], USER_FIELDS),
    media: fields(query, ['media.fields'], MEDIA_FIELDS),
    poll: fields(query, ['poll.fields'], POLL_FIELDS),
    list: NONE,
    expansions: expansions(query, TWEET_EXPANSIONS),
  }
}

export function wantedOfUsers(query: Parameters): Wanted {
  return {
    tweet: fields(query, ['tweet.fields', 'post.fields'], TWEET_FIELDS),
    user: fields(query, ['user.fields'], USER_FIELDS),
    media: NONE,
    poll: NONE,
    list: NONE,
    expansions: expansions(query, USER_EXPANSIONS),
  }
}

export function wantedOfLists(query: Parameters): Wanted {
  return {
    tweet: NONE,
    user: fields(query, ['user.fields'], USER_FIELDS),
    media: NONE,
    poll: NONE,
    list: fields(query, ['list.fields'], LIST_FIELDS),
    expansions: expansions(query, LIST_EXPANSIONS),
  }
}
