import { statusUrl } from '@x-md/core/domain/status-url.ts'
import { availability } from '../../world/availability.ts'
import type { Post } from '../../world/model.ts'
import type { WireTombstone } from './wire.ts'

const MESSAGES: Record<WireTombstone['reason'], string> = {
  deleted: 'This post is deleted',
  suspended: 'This post is from a suspended account',
  private: 'This post is from a private account',
  blocked: 'This post is blocked from view by its author',
  unavailable: 'This post is unavailable',
}

/** What stands where a post cannot be shown. X names the author of few of these, so the address goes by `i`. */
export function tombstone(reason: WireTombstone['reason'], id: string, handle?: string): WireTombstone {
  return {
    type: 'tombstone',
    provider: 'twitter',
    reason,
    message: MESSAGES[reason],
    id,
    url: statusUrl(id, handle),
  }
}

/** The tombstone of a post that cannot be read, or undefined for one that can. */
export function tombstoneOf(post: Post): WireTombstone | undefined {
  const state = availability(post)
  if (state === 'open') return undefined
  return tombstone(state === 'protected' ? 'private' : state, post.id)
}
