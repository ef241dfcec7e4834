import { availability } from './availability.ts'
import type { Account, Post } from './model.ts'
import type { World } from './world.ts'

/** What a post is on its author's timeline. */
export type FeedKind = 'post' | 'thread' | 'reply' | 'quote' | 'repost'

/**
 * What strangers can read of all that an account has posted, newest first: a repost stands at its own instant
 * and goes when its original goes. Empty for accounts that strangers cannot read.
 * The posts are drawn as they are taken, so a caller that stops early saves the rest.
 * @param replies with its answers to other people too
 */
export function* feedOf(world: World, account: Account, replies: boolean): Generator<Post> {
  if (account.state !== 'open') return
  for (const id of world.timeline(account).reverse()) {
    const post = world.post(id)
    if (post && isReadable(world, post) && (replies || feedKind(world, post) !== 'reply')) yield post
  }
}

export function feedKind(world: World, post: Post): FeedKind {
  if (post.repostOf) return 'repost'
  if (post.replyTo) return isOwnThread(world, post) ? 'thread' : 'reply'
  return post.quote ? 'quote' : 'post'
}

/** The id of the post that opened the conversation of a post: itself, unless it answers one. */
export function conversationId(world: World, post: Post): string {
  let root = post
  while (root.replyTo) {
    const parent = world.post(root.replyTo)
    if (!parent) return root.replyTo
    root = parent
  }
  return root.id
}

/** Whether strangers can read a post, and of a repost whether they can read its original. */
export function isReadable(world: World, post: Post): boolean {
  if (availability(post) !== 'open') return false
  if (!post.repostOf || post.cutRepost) return true
  const original = world.post(post.repostOf)
  return original !== undefined && availability(original) === 'open'
}

/** Whether everything above a post is by its author: a thread of one's own is no answer to anybody. */
function isOwnThread(world: World, post: Post): boolean {
  let above = post
  while (above.replyTo) {
    const parent = world.post(above.replyTo)
    if (parent?.author !== post.author) return false
    above = parent
  }
  return true
}
