/** What is asked of an account. */
export const USER_FIELDS = [
  'created_at',
  'description',
  'entities',
  'location',
  'name',
  'profile_image_url',
  'protected',
  'public_metrics',
  'url',
  'username',
  'verified',
  'verified_type',
] as const

/** What is asked of lists, and who owns them. */
export const LIST_QUERY = {
  'list.fields': ['created_at', 'description', 'follower_count', 'member_count', 'private'],
  expansions: ['owner_id'],
  'user.fields': ['username'],
} as const

/**
 * What is asked of posts. Posts that they quote, answer or repost are not: X may charge for each of them, and an
 * answer should cost what was asked for.
 */
export const POST_QUERY = {
  'tweet.fields': [
    'attachments',
    'author_id',
    'conversation_id',
    'created_at',
    'display_text_range',
    'entities',
    'in_reply_to_user_id',
    'lang',
    'note_tweet',
    'public_metrics',
    'referenced_tweets',
  ],
  expansions: ['author_id', 'attachments.media_keys', 'attachments.poll_ids'],
  'user.fields': ['name', 'username'],
  'media.fields': [
    'alt_text',
    'duration_ms',
    'height',
    'preview_image_url',
    'type',
    'url',
    'variants',
    'width',
  ],
  'poll.fields': ['end_datetime', 'options', 'voting_status'],
} as const
