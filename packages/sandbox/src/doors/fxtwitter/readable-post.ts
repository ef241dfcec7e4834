import { isReadable } from '../../world/feed.ts'
import type { Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'

/** The post of an id, of a repost its original; undefined where strangers cannot read it. */
export function readablePost(world: World, id: string): Post | undefined {
  const post = world.post(id)
  if (!post || !isReadable(world, post)) return undefined
  return post.repostOf && !post.cutRepost ? world.post(post.repostOf) : post
}
