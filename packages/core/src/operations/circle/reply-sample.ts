import type { Interaction } from '../../domain/circle.ts'
import { compareIds } from '../../domain/snowflake.ts'
import { XmdError } from '../../errors.ts'
import { MAX_REPLIES, RepliesRequest } from '../../request/replies-request.ts'
import { getReplies } from '../get-replies.ts'
import { eachAtOnce } from './at-once.ts'
import { type CircleRun, isLate, waitFor } from './run.ts'

/** Posts of the owner whose replies are asked for at most; each may cost five requests upstream. */
export const REPLIED_POSTS = 40
/** So many of them may be chosen because they answer somebody whom the owner answers often. */
const OF_CONVERSATIONS = REPLIED_POSTS / 2
const FREQUENT = 15
const AT_ONCE = 6
/** After so many failures in one call, the rest is left for another time. */
const MAX_FAILURES = 6

/** A post of the owner that has replies. */
export interface Replied {
  id: string
  replies: number
  /** Whom it answers, in lower case. */
  answers?: string | undefined
}

/**
 * Chooses the posts whose replies are worth asking for: the newest in conversations with those whom the owner
 * answers most, and of the others those with the most replies. Each once.
 */
export function chooseReplied(posts: readonly Replied[], interactions: Iterable<Interaction>): string[] {
  const frequent = mostAnswered(interactions)
  const newest = (a: Replied, b: Replied) => compareIds(b.id, a.id)
  const ofConversations = posts
    .filter(({ answers }) => answers !== undefined && frequent.has(answers))
    .sort(newest)
    .map(({ id }) => id)
  const byReplies = posts.toSorted((a, b) => b.replies - a.replies || newest(a, b)).map(({ id }) => id)
  const first = new Set(ofConversations).values().take(OF_CONVERSATIONS)
  return [...new Set([...first, ...byReplies])].slice(0, REPLIED_POSTS)
}

function mostAnswered(interactions: Iterable<Interaction>): Set<string> {
  const counts = new Map<string, number>()
  for (const { direction, kind, handle } of interactions) {
    if (direction !== 'outgoing' || kind !== 'reply') continue
    const key = handle.toLowerCase()
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const order = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  return new Set(order.slice(0, FREQUENT).map(([handle]) => handle))
}

/** Asks for the replies to the chosen posts that were not asked for yet. What fails stays to be asked for. */
export async function sampleReplies(run: CircleRun): Promise<void> {
  const { build, context, fresh } = run
  const { replies, found } = build
  const open = replies.chosen.filter((id) => !replies.asked.includes(id))
  let failures = 0
  let sinceKept = 0
  const goesOn = () => failures < MAX_FAILURES && !isLate(run) && !run.signal.aborted
  await eachAtOnce(open, AT_ONCE, goesOn, async (id) => {
    try {
      const request = RepliesRequest.parse({ id, limit: MAX_REPLIES, nocache: fresh })
      const { posts, source } = await waitFor(run, getReplies.run(request, context))
      for (const post of posts) build.takeFound(post, 'replies')
      build.sources.add(source)
      replies.asked.push(id)
    } catch (error) {
      if (!(error instanceof XmdError)) throw error
      // What is gone by now has nothing more to tell.
      if (error.code === 'not_found') replies.asked.push(id)
      else failures += 1
    }
    sinceKept += 1
    if (sinceKept % AT_ONCE === 0) await run.keep()
  })
  run.signal.throwIfAborted()
  replies.failed = failures
  if (open.length > 0 || found.replies.size > 0) await run.keep()
}
