import { type FeedKind, feedKind, feedOf } from '../world/feed.ts'
import type { Account, Post } from '../world/model.ts'
import type { World } from '../world/world.ts'

/** A post as a list shows it. */
export interface ListedPost {
  /** Of a repost the original's, as answers show it. */
  id: string
  author: string
  kind: FeedKind
  /** Only of reposts: who passed it on, and the repost's own id, which no answer tells. */
  reposted_by?: string
  repost_id?: string
  /** The instant at which it stands in the list, ISO 8601. */
  at: string
}

export interface TimelineTruth {
  handle: string
  state: Account['state']
  /** Everything that a stranger could read, newest first; a timeline serves the first 3,200 or so. */
  posts: ListedPost[]
}

/** @param replies with the account's answers to other people too */
export function timelineTruth(world: World, account: Account, replies: boolean): TimelineTruth {
  const posts = Array.from(feedOf(world, account, replies), (post) => listedPost(world, post))
  return { handle: account.handle, state: account.state, posts }
}

export function listedPost(world: World, post: Post): ListedPost {
  const original = post.repostOf && !post.cutRepost ? world.post(post.repostOf) : undefined
  const shown = original ?? post
  return {
    id: shown.id,
    author: shown.author.handle,
    kind: feedKind(world, post),
    ...(post.repostOf && { reposted_by: post.author.handle, repost_id: post.id }),
    at: new Date(post.at).toISOString(),
  }
}
