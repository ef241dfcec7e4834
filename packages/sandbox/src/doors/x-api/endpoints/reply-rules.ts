import type { Account, Post } from '../../../world/model.ts'
import type { World } from '../../../world/world.ts'
import type { ApiRequest } from '../endpoint.ts'

/** Whether a post calls an account to answer it: it names the account, or quotes one of its posts. */
export function isInvited(world: World, account: Account, post: Post): boolean {
  if (post.author === account) return false
  const named = [...post.body, ...(post.replyPrefix ?? [])].some(
    (part) => part.kind === 'mention' && part.id === account.id,
  )
  return named || (post.quote !== undefined && world.post(post.quote)?.author === account)
}

/** Whether an account may answer a post: by what the post's author allows, and what the plan does. */
export function mayAnswer({ api, world }: ApiRequest, account: Account, post: Post): boolean {
  if (post.author === account) return true
  const invited = isInvited(world, account, post)
  if (api.settings.plan === 'self-serve' && !invited) return false
  switch (post.replySettings) {
    case undefined:
      return true
    case 'following':
      return invited || api.following(post.author).has(account)
    case 'verified':
      return invited || account.verification !== undefined
    default:
      return invited
  }
}
