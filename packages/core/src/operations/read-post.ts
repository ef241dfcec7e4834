import type { Post, ThreadItem } from '../domain/post.ts'
import { choose } from '../providers/choose.ts'
import type { Context } from './operation.ts'
import { missingPost } from './upstream-failure.ts'

/** Posts as the sources gave them. */
export interface PostRead {
  items: ThreadItem[]
  warnings: string[]
  /** The provider that gave them. */
  source: string
  /** Whether a part could not be read, for a reason that may pass. */
  partial: boolean
}

/** Reads one post by itself. @throws XmdError when it is not to be had */
export async function readPost(id: string, { providers, signal }: Context): Promise<PostRead> {
  const { outcome, source } = await choose(providers, (provider) => provider.getPost?.(id, signal), isWhole)
  if (outcome.kind !== 'found') throw missingPost(id, outcome)
  const post: Post = { ...outcome.value, context: 'post' }
  const partial = !isWhole(post)
  return { items: [post], warnings: partial ? [cutWarning(id)] : [], source, partial }
}

/** Whether the text of a post is all of it. */
export function isWhole(post: Post): boolean {
  return !post.truncated
}

export function cutWarning(id: string): string {
  return `The text of post ${id} is cut by its source.`
}
