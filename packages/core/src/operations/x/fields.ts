/** What is asked of an account. */
export const USER_FIELDS = [
  'created_at',
  'description',
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

/** What is asked of a list. */
export const LIST_FIELDS = [
  'created_at',
  'description',
  'follower_count',
  'member_count',
  'owner_id',
  'private',
] as const
