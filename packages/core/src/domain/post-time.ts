import type { Post } from './post.ts'
import { snowflakeToMs } from './snowflake.ts'

/** When a post was written, Unix milliseconds, by its id; those of old tell it only in words. */
export function timeOf(post: Post): number {
  return snowflakeToMs(post.id) ?? (post.created_timestamp ?? 0) * 1000
}
