import { availability } from '../../world/availability.ts'
import type { Account, Post } from '../../world/model.ts'
import type { XApi } from './x-api.ts'

/** What a caller can see of a post: all, that it is there, or nothing. */
export type Sight = 'seen' | 'hidden' | 'missing'

export function sightOf(api: XApi, viewer: Account | undefined, post: Post | undefined): Sight {
  if (!post) return 'missing'
  const state = availability(post)
  if (state === 'deleted') return 'missing'
  if (state !== 'open' && !(state === 'protected' && canSee(api, viewer, post.author))) return 'hidden'
  if (!post.repostOf || post.cutRepost) return 'seen'
  return sightOf(api, viewer, api.world.post(post.repostOf))
}

/** Whether a caller can see what an account writes. */
export function canSee(api: XApi, viewer: Account | undefined, account: Account): boolean {
  if (account.state === 'open') return true
  if (account.state === 'suspended' || !viewer) return false
  return viewer === account || api.following(viewer).has(account)
}

/** An account that is there by now, in any state. */
export function accountOf(api: XApi, id: string): Account | undefined {
  const account = api.world.accountById(id)
  return account && account.joined <= api.world.now ? account : undefined
}
