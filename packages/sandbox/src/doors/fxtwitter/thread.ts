import { availability } from '../../world/availability.ts'
import type { Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'

/**
 * The author's chain around a post, oldest first: up through the answered posts while they are by the same
 * author, down through the author's first answer to each. A post that is gone stays in it on the way up; on the
 * way down it ends the chain, since nothing links past it.
 */
export function threadOf(world: World, focal: Post): Post[] {
  const chain: Post[] = [focal]
  let top = focal
  while (top.replyTo) {
    const parent = world.post(top.replyTo)
    // Nobody can tell whose a post was that is gone, so its tombstone stays.
    if (!parent || (parent.author !== focal.author && availability(parent) === 'open')) break
    chain.unshift(parent)
    top = parent
  }
  for (let next = world.continuation(focal); next; next = world.continuation(next)) chain.push(next)
  return chain
}

/** The posts of any author above a post, oldest first, and the post itself. */
export function ancestorsOf(world: World, focal: Post): Post[] {
  const chain: Post[] = [focal]
  let top: Post | undefined = focal
  while (top?.replyTo) {
    top = world.post(top.replyTo)
    if (top) chain.unshift(top)
  }
  return chain
}
