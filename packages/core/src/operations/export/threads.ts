import { sameHandle } from '../../domain/handle.ts'
import type { Post } from '../../domain/post.ts'
import { compareIds, snowflakeToMs } from '../../domain/snowflake.ts'
import { type Archive, kindOf, type Selection } from '../../stores/archive.ts'

/**
 * An account's posts as notes, from new to old by their first post: a thread, which is a post and the author's own
 * answers below it, is one. A thread is selected by its first post that is kept in the range; what goes on below
 * goes with it, so that a choice of kinds parts no thread. Only threads that are not at their end yet are held.
 */
export async function* threadsOf(
  archive: Archive,
  account: string,
  selection: Selection,
): AsyncGenerator<[Post, ...Post[]]> {
  const kinds = new Set([...selection.kinds, 'reply' as const])
  const below = new Map<string, Post[]>()
  for await (const post of archive.posts(
    account,
    { ...selection, kinds: [...kinds] },
    Number.POSITIVE_INFINITY,
  )) {
    const isOwn = kindOf(post) !== 'repost'
    const thread: [Post, ...Post[]] = [post, ...((isOwn && below.get(post.id)) || [])]
    if (isOwn) below.delete(post.id)
    const parent = await threadParent(archive, account, post, selection)
    if (parent) below.set(parent.id, [...(below.get(parent.id) ?? []), ...thread])
    else if (selection.kinds.includes(kindOf(post))) yield inOrder(thread)
  }
}

/** The first post of the thread that a post stands in; itself where it goes on with none. */
export async function threadRoot(
  archive: Archive,
  account: string,
  post: Post,
  selection: Selection,
): Promise<Post> {
  let root = post
  for (;;) {
    const parent = await threadParent(archive, account, root, selection)
    if (!parent) return root
    root = parent
  }
}

/** A post of the account's own, where it is kept and in the range. */
export async function heldPost(
  archive: Archive,
  account: string,
  id: string,
  { since = 0, until = Number.POSITIVE_INFINITY }: Selection,
): Promise<Post | undefined> {
  const at = /^\d{1,19}$/.test(id) ? snowflakeToMs(id) : undefined
  if (at === undefined || at < since || at > until) return undefined
  const sameTime = { since: at, until: at, kinds: ['post', 'reply'] } as const
  for await (const post of archive.posts(account, sameTime, 100)) if (post.id === id) return post
  return undefined
}

/** The post of the same author that this one answers, where that is kept. */
async function threadParent(
  archive: Archive,
  account: string,
  post: Post,
  selection: Selection,
): Promise<Post | undefined> {
  const { replying_to: parent, author } = post
  if (kindOf(post) !== 'reply' || !parent?.status || !sameHandle(parent.screen_name, author.screen_name)) {
    return undefined
  }
  // An answer is younger than what it answers; anything else would go round.
  return compareIds(parent.status, post.id) < 0
    ? heldPost(archive, account, parent.status, selection)
    : undefined
}

function inOrder([first, ...rest]: [Post, ...Post[]]): [Post, ...Post[]] {
  return [first, ...rest.sort((a, b) => compareIds(a.id, b.id))]
}
