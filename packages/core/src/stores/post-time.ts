import type { Post } from '../domain/post.ts'
import { snowflakeToMs } from '../domain/snowflake.ts'

/** When a post was written, Unix milliseconds, by its id; those of old tell it only in words. */
export function timeOf(post: Post): number {
  return snowflakeToMs(post.id) ?? (post.created_timestamp ?? 0) * 1000
}
