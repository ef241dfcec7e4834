import { isReadable } from '../world/feed.ts'
import type { Account, Post } from '../world/model.ts'
import type { World } from '../world/world.ts'

/** A post that X would slip in for money: by somebody else, and nothing says so. */
export function strangersPost(world: World, reader?: Account): Post | undefined {
  for (const account of world.accounts) {
    if (account === reader || account.state !== 'open' || !account.verification) continue
    for (const id of world.timeline(account).slice(-20).reverse()) {
      const post = world.post(id)
      if (post && !post.repostOf && !post.replyTo && isReadable(world, post)) return post
    }
  }
  return undefined
}
