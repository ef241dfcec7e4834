import type { Post } from './post.ts'
import { snowflakeToMs } from './snowflake.ts'

/** When a post was written, Unix milliseconds, by its id; those of old tell it only beside it, or not at all. */
export function knownTimeOf({ id, created_timestamp }: Post): number | undefined {
  const seconds = created_timestamp ?? undefined
  return snowflakeToMs(id) ?? (seconds === undefined ? undefined : seconds * 1000)
}

/** The same, 0 where it is not known: in an order by time, such a post is the oldest. */
export function timeOf(post: Post): number {
  return knownTimeOf(post) ?? 0
}
