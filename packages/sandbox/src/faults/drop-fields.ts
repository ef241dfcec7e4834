import type { Dice } from '../world/random.ts'
import { type Json, objectsIn } from './json.ts'

/**
 * Fields that answers are known to lack now and then, or that a reader can do without: none that says what a
 * post is, who wrote it, or what it says.
 */
const OPTIONAL = [
  'possibly_sensitive source views bookmarks quotes likes replies reposts retweets lang embed_card provider',
  'created_timestamp community_note reposted_by mosaic publisher thumbnail_url format duration width height',
  'description raw_description location banner_url avatar_url website verification joined protected followers',
  'following media_count statuses tweets profile_url display_text_range',
  'favorite_count conversation_count news_action_type edit_control isEdited isStaleEdit profile_image_shape',
  'profile_image_url_https is_blue_verified verified display_url photos mediaAvailability viewCount',
]
  .join(' ')
  .split(' ')

/** Takes each optional field away with even odds, at every depth. */
export function dropFields(answer: Json, dice: Dice, fields: readonly string[] = OPTIONAL): void {
  const optional = new Set(fields)
  for (const object of objectsIn(answer)) {
    for (const name of Object.keys(object)) {
      // A list of posts may bear the name of a count.
      if (optional.has(name) && !isRows(object[name]!) && dice.chance(0.5)) delete object[name]
    }
  }
}

function isRows(value: Json): boolean {
  return Array.isArray(value) && value.some((row) => typeof row === 'object' && row !== null && 'text' in row)
}
