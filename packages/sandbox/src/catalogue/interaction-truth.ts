import { feedOf, isReadable } from '../world/feed.ts'
import type { Account, Post } from '../world/model.ts'
import type { World } from '../world/world.ts'

/** One post in which one account turned to another. */
interface ListedInteraction {
  /** Of a repost the original's, as answers show it. */
  id: string
  /** The other account. */
  handle: string
  direction: 'outgoing' | 'incoming'
  kind: 'reply' | 'quote' | 'mention' | 'repost'
  /** Of a repost the original's time. */
  at: string
}

/**
 * Whom an account turned to, and who turned to it, newest first: what strangers can read of it, between two
 * instants, both included. Reposts by others are not told, since nothing that X shows names them.
 */
export function interactionTruth(
  world: World,
  owner: Account,
  span: { since: number; until: number },
): { handle: string; interactions: ListedInteraction[] } {
  const interactions = world.accounts.flatMap((author) => {
    const found: ListedInteraction[] = []
    for (const post of feedOf(world, author, true)) {
      // What the owner passed on late may be older still, but nothing is passed on before it is written.
      if (post.at < span.since) break
      found.push(...interactionsOf(world, post, owner, span))
    }
    return found
  })
  // What was passed on twice is one post all the same.
  const once = new Map(
    interactions.map((one) => [`${one.id} ${one.handle} ${one.direction} ${one.kind}`, one]),
  )
  const newest = (a: ListedInteraction, b: ListedInteraction) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)
  return { handle: owner.handle, interactions: [...once.values()].sort(newest) }
}

function interactionsOf(
  world: World,
  post: Post,
  owner: Account,
  { since, until }: { since: number; until: number },
): ListedInteraction[] {
  const { author } = post
  const isOwn = author === owner
  if (post.repostOf) {
    const original = world.post(post.repostOf)
    if (!isOwn || !original || post.cutRepost || original.author === owner) return []
    if (original.at < since || original.at > until) return []
    const at = new Date(original.at).toISOString()
    return [{ id: original.id, handle: original.author.handle, direction: 'outgoing', kind: 'repost', at }]
  }
  if (post.at < since || post.at > until) return []
  const parent = post.replyTo ? world.post(post.replyTo) : undefined
  const quoted = post.quote ? world.post(post.quote) : undefined
  const met: [ListedInteraction['kind'], string | undefined][] = [
    ['reply', parent?.author.handle],
    ['quote', quoted && isReadable(world, quoted) ? quoted.author.handle : undefined],
    ...post.body.flatMap((part): [ListedInteraction['kind'], string][] =>
      part.kind === 'mention' ? [['mention', part.handle]] : [],
    ),
  ]
  const found = new Map<string, ListedInteraction>()
  for (const [kind, named] of met) {
    if (named === undefined || (named === owner.handle) === isOwn) continue
    const handle = isOwn ? named : author.handle
    const direction = isOwn ? 'outgoing' : 'incoming'
    found.set(`${kind} ${handle}`, {
      id: post.id,
      handle,
      direction,
      kind,
      at: new Date(post.at).toISOString(),
    })
  }
  return [...found.values()]
}
