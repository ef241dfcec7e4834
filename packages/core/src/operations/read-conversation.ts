import { isPost, type Post, type ThreadItem } from '../domain/post.ts'
import { compareIds } from '../domain/snowflake.ts'
import { choose } from '../providers/choose.ts'
import type { AuthorThread, Conversation, Outcome, ReplyOrder, SearchItem } from '../providers/provider.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import {
  type AssembleOptions,
  assembleConversation,
  directReplies,
  sameAuthor,
} from './assemble-conversation.ts'
import type { Context } from './operation.ts'
import { cutWarning, isWhole, type PostRead, readPost } from './read-post.ts'
import { missingPost } from './upstream-failure.ts'

/** Cut posts of one answer that are asked for once more. */
const MAX_COMPLETED = 10
/** Questions more that one thread may cost, and how many of them are asked at once. */
const MAX_STEPS = 12
const STEPS_AT_ONCE = 3
/** Posts that a search found whose threads are looked at. */
const MAX_FOUND = 3
/** Pages of replies after the first one. */
const MAX_REPLY_PAGES = 4

/**
 * Reads a post and what stands around it. The author's thread and the conversation are two questions upstream,
 * asked at once. One that fails costs its part, with a warning; when both do, the post alone is tried. Where
 * the thread goes on beyond what they gave, it is followed.
 * @throws XmdError when the post is not to be had
 */
export async function readConversation(
  id: string,
  options: AssembleOptions,
  context: Context,
): Promise<PostRead> {
  const order = options.replies === 'recent' ? 'recent' : 'top'
  const [own, around] = await Promise.all([
    attempt(choose<AuthorThread>(context.providers, (one) => one.getAuthorThread?.(id, context.signal))),
    options.context === 'full'
      ? attempt(
          choose<Conversation>(context.providers, (one) =>
            one.getConversation?.(id, order, undefined, context.signal),
          ),
        )
      : undefined,
  ])
  const found = own.found ?? around?.found
  // One source's "gone" says nothing against a post that another just gave.
  for (const part of found ? [] : [own, around]) {
    if (part?.outcome?.kind === 'gone') throw missingPost(id, part.outcome)
  }
  if (!found) {
    const alone = await readPost(id, context)
    const warning = 'The thread and replies could not be read; only the post itself is shown.'
    return { ...alone, warnings: [warning, ...alone.warnings], partial: true }
  }
  const wanted = options.replies === 'off' ? 0 : Math.min(options.maxReplies, options.max - 1)
  const conversation = around?.found && (await withMoreReplies(around.found, id, order, wanted, context))
  const { items: assembled, warnings } = await followThread(
    own.found ?? { post: found.post, thread: [] },
    conversation,
    options,
    context,
  )
  const items = await completeCutPosts(assembled, warnings, context)
  if (!own.found) warnings.push("The author's thread could not be read; posts below may be missing.")
  if (around && !around.found)
    warnings.push('The conversation could not be read; parents and replies may be missing.')
  return {
    items,
    warnings,
    source: (own.found ? own.source : around?.source) as string,
    partial:
      !own.found ||
      (around !== undefined && !around.found) ||
      items.some((item) => isPost(item) && !isWhole(item)),
  }
}

/**
 * A conversation with the pages of replies after its first one, until there are as many direct replies as are
 * wanted. Upstream may give its first page only; what it does not give is not waited for.
 */
export async function withMoreReplies(
  conversation: Conversation,
  id: string,
  order: ReplyOrder,
  wanted: number,
  { providers, signal }: Context,
): Promise<Conversation> {
  const replies = [...conversation.replies]
  let { next } = conversation
  for (let pages = 0; next && pages < MAX_REPLY_PAGES; pages++) {
    if (directReplies(conversation.post, replies, order).length >= wanted) break
    const page = next
    const { found } = await attempt(
      choose<Conversation>(providers, (one) => one.getConversation?.(id, order, page, signal)),
    )
    if (!found || found.replies.length === 0 || found.next === page) break
    replies.push(...found.replies)
    next = found.next
  }
  return { ...conversation, replies }
}

/** Puts a thread together, asking for what it lacks until nothing is open or enough was asked. */
async function followThread(
  first: AuthorThread,
  around: Conversation | undefined,
  options: AssembleOptions,
  context: Context,
) {
  const asked = new Set<string>()
  let hasSearched = false
  for (let own = first; ; ) {
    const assembled = assembleConversation(own, around, options)
    const open = assembled.open.filter((id) => !asked.has(id))
    if (open.length === 0) {
      // Upstream was asked where the thread goes on, and knows nothing: a deleted post may stand there.
      const end = hasSearched ? undefined : assembled.items.find(({ id }) => id === assembled.open.at(-1))
      if (!end || !isPost(end)) return assembled
      const below = await searchBelow(assembled.items, end, context)
      if (!below) {
        assembled.warnings.push(`Whether the thread goes on below post ${end.id} could not be found out.`)
      }
      if (!below?.length) return assembled
      hasSearched = true
      own = { ...own, thread: mergeThreads(own.thread, below) }
      continue
    }
    if (asked.size >= MAX_STEPS) {
      assembled.warnings.push(`The thread is longer: it was followed for ${MAX_STEPS} steps.`)
      return assembled
    }
    const ids = open.slice(0, Math.min(STEPS_AT_ONCE, MAX_STEPS - asked.size))
    for (const id of ids) asked.add(id)
    const parts = await Promise.all(ids.map((id) => readPart(id, options.context, context)))
    own = { ...own, thread: parts.reduce(mergeThreads, own.thread) }
  }
}

/**
 * What an author wrote below the end of a thread, past a deleted post: nothing leads there from above, but a
 * search of the conversation finds it, and from there the thread leads up again.
 * @returns the posts after the end as far as the first that can be read; undefined where X cannot be searched
 */
async function searchBelow(
  items: readonly ThreadItem[],
  end: Post,
  { providers, searchBreaker, signal }: Context,
): Promise<ThreadItem[] | undefined> {
  const [root] = items
  const source = providers.find(({ search }) => search?.kind === 'live')?.search
  if (!source || !root || !isPost(root) || root.replying_to?.status) return []
  if ((await searchBreaker.openUntil()) !== undefined) return undefined
  const query = `conversation_id:${root.id} from:${end.author.screen_name}`
  const searching = source.search({ query, feed: 'latest', cursor: undefined }, signal)
  const found: readonly SearchItem[] | undefined = await searching.then(
    ({ items }) => items,
    (error: unknown) => {
      if (error instanceof UpstreamError) return undefined
      throw error
    },
  )
  if (!found) return undefined
  const ownBelow = found.filter(isFoundPost).filter(
    (item) =>
      compareIds(item.id, end.id) > 0 &&
      sameAuthor(item, end) &&
      // An author's words to others in the conversation are no part of the thread.
      item.replying_to?.screen_name.toLowerCase() === end.author.screen_name.toLowerCase(),
  )
  for (const { id } of ownBelow.sort((a, b) => compareIds(a.id, b.id)).slice(0, MAX_FOUND)) {
    const { found: thread } = await attempt(
      choose<AuthorThread>(providers, (one) => one.getAuthorThread?.(id, signal)),
    )
    const at = thread?.thread.findIndex((item) => item.id === end.id) ?? -1
    const after = at < 0 ? [] : (thread?.thread.slice(at + 1) ?? [])
    const next = after.findIndex(isPost)
    if (next >= 0) return after.slice(0, next + 1)
  }
  return []
}

function isFoundPost(item: SearchItem): item is Post {
  return item.type === 'status'
}

/** The thread through a post that another one needs: a tombstone where it is gone, nothing where it is not known. */
async function readPart(id: string, kind: AssembleOptions['context'], context: Context) {
  const [own, around] = await Promise.all([
    attempt(choose<AuthorThread>(context.providers, (one) => one.getAuthorThread?.(id, context.signal))),
    // Posts above by others stand in the conversation only.
    kind === 'full'
      ? attempt(
          choose<Conversation>(context.providers, (one) =>
            one.getConversation?.(id, 'top', undefined, context.signal),
          ),
        )
      : undefined,
  ])
  const items = mergeThreads(around?.found?.thread ?? [], own.found?.thread ?? [])
  const gone = own.outcome?.kind === 'gone' ? own.outcome : undefined
  if (items.length > 0 || !gone) return items
  return [gone.tombstone ?? { type: 'tombstone' as const, id, reason: gone.reason }]
}

/** Two views of one thread, old to new, each post once: one that answers another is always the newer. */
function mergeThreads(thread: readonly ThreadItem[], more: readonly ThreadItem[]): ThreadItem[] {
  const merged = [...thread]
  for (const item of more) {
    const { id } = item
    if (!id || merged.some((known) => known.id === id)) continue
    const at = merged.findIndex((known) => known.id && compareIds(known.id, id) > 0)
    merged.splice(at < 0 ? merged.length : at, 0, item)
  }
  return merged
}

/** Long posts come cut on one route and whole on another, so each that is cut is asked for by itself. */
async function completeCutPosts(
  items: ThreadItem[],
  warnings: string[],
  { providers, signal }: Context,
): Promise<ThreadItem[]> {
  let left = MAX_COMPLETED
  return Promise.all(
    items.map(async (item) => {
      if (!isPost(item) || isWhole(item)) return item
      const whole =
        left-- > 0
          ? (
              await attempt(
                choose<Post>(providers, (provider) => provider.getPost?.(item.id, signal), isWhole),
              )
            ).found
          : undefined
      if (whole && isWhole(whole)) return { ...whole, context: item.context }
      warnings.push(cutWarning(item.id))
      return item
    }),
  )
}

interface Attempt<T> {
  outcome?: Outcome<T>
  found?: T
  source?: string
}

/** An upstream fault of one part is that part missing; whoever asked decides what follows. */
async function attempt<T>(chosen: Promise<{ outcome: Outcome<T>; source: string }>): Promise<Attempt<T>> {
  try {
    const { outcome, source } = await chosen
    return { outcome, source, ...(outcome.kind === 'found' && { found: outcome.value }) }
  } catch (error) {
    if (error instanceof UpstreamError) return {}
    throw error
  }
}
