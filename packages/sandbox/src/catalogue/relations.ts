import { type Availability, availability } from '../world/availability.ts'
import type { Post } from '../world/model.ts'
import { plainText } from '../world/plain-text.ts'
import type { World } from '../world/world.ts'

/** Another post, as far as an example needs it. */
export interface PostRef {
  id: string
  handle: string
  /** What it said, also when it can no longer be read. */
  text: string
  gone?: Exclude<Availability, 'open'>
}

export function postRef(post: Post): PostRef {
  const state = availability(post)
  return {
    id: post.id,
    handle: post.author.handle,
    text: plainText(post),
    ...(state !== 'open' && { gone: state }),
  }
}

/** The author's chain through a post, and where other chains of the author leave it. */
export function threadTruth(world: World, post: Post): { thread: PostRef[]; branches: PostRef[] } {
  const chain = [post]
  for (let parent = parentOf(world, post); parent?.author === post.author; parent = parentOf(world, parent)) {
    chain.unshift(parent)
  }
  for (let next = ownReplies(world, post)[0]; next; next = ownReplies(world, next)[0]) chain.push(next)
  const members = new Set(chain)
  const branches = chain.flatMap((member) => ownReplies(world, member).filter((reply) => !members.has(reply)))
  return { thread: chain.map(postRef), branches: branches.map(postRef) }
}

export function ancestorsTruth(world: World, post: Post): PostRef[] {
  const above: Post[] = []
  for (let parent = parentOf(world, post); parent; parent = parentOf(world, parent)) above.unshift(parent)
  return above.map(postRef)
}

export function repliesTruth(world: World, post: Post): PostRef[] {
  return repliesOf(world, post).map(postRef)
}

function parentOf(world: World, post: Post): Post | undefined {
  return post.replyTo ? world.post(post.replyTo) : undefined
}

function repliesOf(world: World, post: Post): Post[] {
  return world.replies(post.id).flatMap((id) => world.post(id) ?? [])
}

function ownReplies(world: World, post: Post): Post[] {
  return repliesOf(world, post).filter((reply) => reply.author === post.author)
}
