import type { Post } from './model.ts'

/** Whether a stranger can read a post, and why not. */
export type Availability = 'open' | 'deleted' | 'suspended' | 'protected' | 'blocked' | 'unavailable'

export function availability(post: Post): Availability {
  if (post.author.state === 'suspended') return 'suspended'
  if (post.gone === 'blocked' || post.gone === 'unavailable') return post.gone
  if (post.gone) return 'deleted'
  return post.author.state === 'protected' ? 'protected' : 'open'
}
