import { conversationId } from '../../world/feed.ts'
import { LazyList } from '../../world/lazy-list.ts'
import type { Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'

/** What stands in one place of a timeline: a post, or posts of one conversation, oldest first. */
export interface TimelineEntry {
  /** The snowflake by which X sorts the entry: that of its newest post; of a repost the repost's own. */
  position: string
  posts: Post[]
  /** Of a group: the id of the conversation, and of all the account's posts in it, oldest first. */
  conversation?: { id: string; posts: string[] }
}

/** X serves about this many of the newest posts of a timeline, and nothing older. */
export const TIMELINE_REACH = 3_200

/** A group's posts were written within this time; it opens with the conversation's first post, however old. */
const GROUP_SPAN = 6 * 3_600_000
const GROUP_SIZE = 3

/**
 * The entries of a timeline, newest first. An account's posts of one conversation stand together where the
 * newest of them belongs, so that older posts come before newer ones and away from their own instant. A group
 * that does not hold the conversation's first post repeats it where that is the account's own.
 * @param feed the account's posts, newest first
 */
export function timelineEntries(world: World, feed: Iterable<Post>): TimelineEntry[] {
  const entries: TimelineEntry[] = []
  const open = new Map<string, { entry: TimelineEntry; newest: number }>()
  const conversations = new Map<string, Post[]>()
  for (const post of new LazyList(feed).slice(0, TIMELINE_REACH)) {
    const root = post.repostOf ? undefined : conversationId(world, post)
    const group = root === undefined ? undefined : open.get(root)
    if (group && group.entry.posts.length < GROUP_SIZE && group.newest - post.at <= GROUP_SPAN) {
      group.entry.posts.unshift(post)
    } else {
      const entry: TimelineEntry = { position: post.id, posts: [post] }
      entries.push(entry)
      if (root !== undefined) open.set(root, { entry, newest: post.at })
    }
    if (root === undefined) continue
    const members = conversations.get(root)
    if (members) members.unshift(post)
    else conversations.set(root, [post])
  }
  for (const entry of entries) {
    const [first] = entry.posts
    if (!first || first.repostOf) continue
    const id = conversationId(world, first)
    const members = conversations.get(id) ?? []
    if (members.length === 1) continue
    const opening = members[0]
    if (opening?.id === id && first !== opening) entry.posts.unshift(opening)
    entry.conversation = { id, posts: members.map((member) => member.id) }
  }
  return entries
}

/** The index of the first entry below a snowflake. */
export function firstBelow(entries: readonly TimelineEntry[], snowflake: string): number {
  const value = BigInt(snowflake)
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (BigInt(entries[middle]!.position) >= value) low = middle + 1
    else high = middle
  }
  return low
}
