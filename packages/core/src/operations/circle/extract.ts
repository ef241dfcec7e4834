import type { CircleDirection, Interaction, InteractionKind } from '../../domain/circle.ts'
import { sameHandle } from '../../domain/handle.ts'
import { isPost, type Post } from '../../domain/post.ts'
import { knownTimeOf } from '../../domain/post-time.ts'

export interface Extracted {
  /** Undefined for a post that is no matter of the owner's circle. */
  direction: CircleDirection | undefined
  interactions: Interaction[]
  /** Whether the source left out whom the text names: then nothing is made up from the text. */
  isMentionUnknown: boolean
}

const NOTHING: Extracted = { direction: undefined, interactions: [], isMentionUnknown: false }

/**
 * What a post is to the circle of an account: what it did to others, or another to it. Nobody interacts with
 * themselves. A repost is the owner's only where `reposted_by` names it, and says nothing but that.
 */
export function extractInteractions(post: Post, owner: string): Extracted {
  const at = knownTimeOf(post)
  if (at === undefined) return NOTHING
  const { id, author, reposted_by } = post
  if (reposted_by) {
    if (!sameHandle(reposted_by.screen_name, owner)) return NOTHING
    const interactions = sameHandle(author.screen_name, owner)
      ? []
      : [{ id, handle: author.screen_name, direction: 'outgoing', kind: 'repost', at } as const]
    return { direction: 'outgoing', interactions, isMentionUnknown: false }
  }
  const isOwn = sameHandle(author.screen_name, owner)
  const direction: CircleDirection = isOwn ? 'outgoing' : 'incoming'
  const mentioned = visibleMentions(post)
  const named: Readonly<Partial<Record<InteractionKind, readonly string[]>>> = {
    reply: answered(post),
    quote: post.quote && isPost(post.quote) ? [post.quote.author.screen_name] : [],
    mention: mentioned ?? [],
  }
  const found = new Map<string, Interaction>()
  for (const [kind, handles] of Object.entries(named) as [InteractionKind, readonly string[]][]) {
    for (const named of handles) {
      if (sameHandle(named, owner) === isOwn) continue
      const handle = isOwn ? named : author.screen_name
      found.set(`${handle.toLowerCase()} ${kind}`, { id, handle, direction, kind, at })
    }
  }
  return { direction, interactions: [...found.values()], isMentionUnknown: mentioned === undefined }
}

/**
 * Whom a post answers. It is one account, named in an object; in older data a list of those whom the answer
 * addresses, with the id of the post beside it.
 */
export function answered(post: Pick<Post, 'replying_to'>): string[] {
  const target: unknown = post.replying_to
  if (Array.isArray(target)) return target.flatMap((handle) => handleIn(handle) ?? [])
  if (typeof target !== 'object' || target === null) return []
  return [handleIn((target as { screen_name?: unknown }).screen_name) ?? []].flat()
}

/**
 * The accounts that a person sees named in a text: not those that X puts before an answer and hides.
 * @returns undefined where the source does not say
 */
function visibleMentions({ raw_text }: Post): string[] | undefined {
  const { facets, display_text_range: range } = raw_text ?? {}
  if (!facets || !range) return undefined
  return facets.flatMap(({ type, indices: [start], original }) =>
    type === 'mention' && start >= range[0] ? (handleIn(original) ?? []) : [],
  )
}

function handleIn(text: unknown): string | undefined {
  const [, handle] = typeof text === 'string' ? (/^[@＠]?(\w{1,32})$/.exec(text.trim()) ?? []) : []
  return handle
}
