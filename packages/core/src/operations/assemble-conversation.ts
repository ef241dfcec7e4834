import { isPost, type Post, type PostContext, type ThreadItem } from '../domain/post.ts'
import { compareIds } from '../domain/snowflake.ts'
import type { AuthorThread, Conversation, ReplyOrder } from '../providers/provider.ts'

export interface AssembleOptions {
  /** `full`: posts above by anybody, and replies; `thread`: only the author's own chain. */
  context: 'full' | 'thread'
  replies: ReplyOrder | 'off'
  /** Posts in the result at most. */
  max: number
  /** Replies in it at most. */
  maxReplies: number
}

export interface Assembled {
  items: ThreadItem[]
  warnings: string[]
  /** Ids where the thread goes on, or may go on, within what was asked for; the nearest to the post first. */
  open: string[]
}

/** Shorter chains come whole from upstream; one of this length may be only its first page. */
const CHAIN_THAT_MAY_GO_ON = 20

/**
 * Puts what sources gave around a post in order: the posts above it (`parent`), itself (`post`), the author's
 * chain below (`thread`), then direct replies (`reply`). The requested post is always in it, no id twice,
 * and nothing of another branch of the author's.
 */
export function assembleConversation(
  own: AuthorThread | undefined,
  around: Conversation | undefined,
  options: AssembleOptions,
): Assembled {
  const post = (own ?? around)?.post
  if (!post) throw new Error('Neither a thread nor a conversation was given')
  const warnings: string[] = []
  const parents = parentsOf(post, own?.thread ?? [], around?.thread ?? [], options.context)
  const above = new Set(parents.flatMap(({ id }) => id ?? []))
  const { chain: below, missing: skipped } = authorsChainBelow(
    post,
    above,
    own?.thread ?? [],
    around?.replies ?? [],
  )
  const known = new Set([...parents, post, ...below].map((item) => item.id))
  const replies =
    options.replies === 'off' || options.context === 'thread'
      ? []
      : directReplies(post, around?.replies ?? [], options.replies).filter(({ id }) => !known.has(id))

  const missing = missingAbove(parents[0] ?? post, known, post, options.context)
  if (missing) {
    warnings.push(`The conversation begins above what is shown, with a post that was not read (${missing}).`)
  }
  if (skipped.length > 0) {
    warnings.push(
      `The thread has a gap: ${skipped.length === 1 ? 'a post' : 'posts'} not read (${skipped.join(', ')}).`,
    )
  }
  const kept = cap(parents, below, replies.slice(0, options.maxReplies), options.max)
  const gone = [...kept.parents, ...kept.below].filter((item) => !isPost(item))
  if (gone.length > 0) {
    const ids = gone.map((item) => item.id ?? 'of unknown id').join(', ')
    warnings.push(
      `${gone.length === 1 ? 'A post of the thread is' : 'Posts of the thread are'} unavailable: ${ids}.`,
    )
  }
  const total = parents.length + 1 + below.length
  const keptChain = kept.parents.length + 1 + kept.below.length
  if (keptChain < total) warnings.push(`Thread truncated to ${options.max} posts.`)
  if (kept.replies.length < replies.length) {
    warnings.push(
      `Replies limited to ${kept.replies.length} of the ${replies.length} that were read; max_posts up to 100 shows more.`,
    )
  }
  const last = below.at(-1) ?? post
  const mayGoOn = total >= CHAIN_THAT_MAY_GO_ON && isPost(last) && (last.replies ?? 0) > 0
  // More on one side takes room from the other as long as that one reaches further.
  const roomBelow = keptChain < options.max || below.length < kept.parents.length
  const roomAbove = keptChain < options.max || parents.length < kept.below.length
  return {
    open: [
      ...skipped,
      ...(missing && roomAbove ? [missing] : []),
      ...(mayGoOn && roomBelow ? [last.id] : []),
    ],
    items: [
      ...kept.parents.map((item) => label(item, 'parent')),
      label(post, 'post'),
      ...kept.below.map((item) => label(item, 'thread')),
      ...kept.replies.map((item) => label(item, 'reply')),
    ],
    warnings,
  }
}

function label<T extends ThreadItem>(item: T, context: PostContext): T {
  return { ...item, context }
}

/** The id of the post that the first one answers, where it belongs to what was asked for and is not there. */
function missingAbove(
  first: ThreadItem,
  known: ReadonlySet<string | null | undefined>,
  post: Post,
  context: 'full' | 'thread',
): string | undefined {
  const answered = isPost(first) ? first.replying_to : undefined
  if (!answered?.status || known.has(answered.status)) return undefined
  const isOwn = answered.screen_name?.toLowerCase() === post.author.screen_name.toLowerCase()
  return context === 'full' || isOwn ? answered.status : undefined
}

/** What stands above the post, old to new. Both sources order it; the one that has more leads. */
function parentsOf(
  post: Post,
  own: readonly ThreadItem[],
  around: readonly ThreadItem[],
  context: 'full' | 'thread',
): ThreadItem[] {
  const ownAbove = itemsAbove(post, own)
  if (context === 'thread') return ownAbove.filter((item) => !isPost(item) || sameAuthor(item, post))
  const aroundAbove = itemsAbove(post, around)
  const [longer, shorter] =
    aroundAbove.length >= ownAbove.length ? [aroundAbove, ownAbove] : [ownAbove, aroundAbove]
  const result = [...longer]
  for (const item of shorter) {
    if (!item.id || result.some(({ id }) => id === item.id)) continue
    const at = result.findIndex(({ id }) => id != null && compareIds(id, item.id as string) > 0)
    result.splice(at < 0 ? result.length : at, 0, item)
  }
  return result
}

function itemsAbove(post: Post, thread: readonly ThreadItem[]): ThreadItem[] {
  const at = thread.findIndex(({ id }) => id === post.id)
  return at < 0 ? [] : thread.slice(0, at)
}

interface Below {
  chain: ThreadItem[]
  /** Ids of posts that the chain goes over and nobody gave. */
  missing: string[]
}

/**
 * The author's chain below the post, in upstream's order. A post that answers an earlier one of the chain, and
 * whatever hangs on that, is a branch and stays out. One that answers a post nobody gave goes on after a gap.
 */
function authorsChainBelow(
  post: Post,
  seen: ReadonlySet<string>,
  thread: readonly ThreadItem[],
  replies: readonly Post[],
): Below {
  const known = new Set([...seen, post.id])
  const branches = new Set<string>()
  const chain: ThreadItem[] = []
  const missing: string[] = []
  const take = (item: ThreadItem) => {
    chain.push(item)
    if (item.id) known.add(item.id)
  }
  const at = thread.findIndex(({ id }) => id === post.id)
  for (const item of at < 0 ? [] : thread.slice(at + 1)) {
    const last = chain.at(-1) ?? post
    if (item.id && known.has(item.id)) continue
    if (!isPost(item)) {
      take(item)
      continue
    }
    const parent = item.replying_to?.status
    if (!sameAuthor(item, post)) continue
    if (parent && parent !== last.id && (known.has(parent) || branches.has(parent))) {
      branches.add(item.id)
      continue
    }
    if (parent && parent !== last.id && isPost(last)) missing.push(parent)
    take(item)
  }
  // What the thread route did not give may stand among the answers.
  const answers = [...replies].sort((a, b) => compareIds(a.id, b.id))
  for (;;) {
    const last = chain.at(-1) ?? post
    const next = answers.find(
      (item) =>
        !known.has(item.id) &&
        !branches.has(item.id) &&
        sameAuthor(item, post) &&
        item.replying_to?.status === last.id,
    )
    if (!next) return { chain, missing }
    take(next)
  }
}

export function sameAuthor(a: Post, b: Post): boolean {
  return a.author.id && b.author.id
    ? a.author.id === b.author.id
    : a.author.screen_name.toLowerCase() === b.author.screen_name.toLowerCase()
}

/** The replies to the post itself, each once, in the order that was asked for. */
export function directReplies(post: Post, replies: readonly Post[], order: ReplyOrder): Post[] {
  const time = (reply: Post) => reply.created_timestamp ?? 0
  return [...new Map(replies.map((reply) => [reply.id, reply])).values()]
    .filter((reply) => reply.replying_to?.status === post.id)
    .sort(
      (a, b) =>
        (order === 'top' ? (b.likes ?? 0) - (a.likes ?? 0) : 0) ||
        time(b) - time(a) ||
        compareIds(b.id, a.id),
    )
}

/** Room goes to the post, then to what is nearest to it in the chain, then to replies. */
function cap(parents: ThreadItem[], below: ThreadItem[], replies: Post[], max: number) {
  let room = max - 1
  const keptParents: ThreadItem[] = []
  const keptBelow: ThreadItem[] = []
  for (let distance = 0; room > 0 && (distance < parents.length || distance < below.length); distance++) {
    const parent = parents[parents.length - 1 - distance]
    if (parent && room-- > 0) keptParents.unshift(parent)
    const child = below[distance]
    if (child && room > 0 && room-- > 0) keptBelow.push(child)
  }
  return { parents: keptParents, below: keptBelow, replies: replies.slice(0, Math.max(0, room)) }
}
