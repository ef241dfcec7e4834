import type { OwnPostsCoverage } from '../../domain/circle.ts'
import type { Post } from '../../domain/post.ts'
import { XmdError } from '../../errors.ts'
import { ImportRequest } from '../../request/import-request.ts'
import type { BegunImport } from '../history/import-history.ts'
import { type ImportMeta, importAnswer } from '../import-posts.ts'
import { answered } from './extract.ts'
import { chooseReplied, type Replied } from './reply-sample.ts'
import { type CircleRun, failureOf } from './run.ts'

/** Posts of the owner that a circle is made of at most, the newest. */
export const OWN_POSTS = 1000

/** The import that a circle is made of. */
export function ownPostsRequest(
  handle: string,
  { since, until }: { since: number; until: number },
  fresh: boolean,
): ImportRequest {
  return ImportRequest.parse({ handle, since, until, max_posts: OWN_POSTS, refresh: fresh })
}

/**
 * Reads what the owner did. A failure is put down, so that what others did is not lost with it.
 * @throws XmdError `not_found`: there is no such circle
 */
export async function readOwnPosts(
  run: CircleRun,
  begun: BegunImport,
  request: ImportRequest,
): Promise<XmdError | undefined> {
  const { build, context } = run
  try {
    const history = await begun.collect()
    const answer = importAnswer(request, history, context)
    const replied: Replied[] = []
    for await (const post of answer.posts) {
      build.takeOwn(post)
      if (hasReplies(post)) replied.push(repliedOf(post))
    }
    const meta = await answer.meta()
    build.profile = history.profile
    build.sources.add(meta.source)
    build.own = coverageOf(meta)
    // Those that were asked for stay: the import may only have grown since.
    const chosen = chooseReplied(replied, build.interactions)
    build.replies.chosen = [...new Set([...build.replies.asked, ...chosen])].slice(0, chosen.length)
    build.replies.candidates = replied.length
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof XmdError) || error.code === 'not_found') throw error
    build.own = { ...NONE, state: 'failed', ...failureOf(error, context.now()) }
    return error
  } finally {
    await run.keep()
  }
}

function hasReplies({ reposted_by, replies }: Post): boolean {
  return !reposted_by && (replies ?? 0) > 0
}

function repliedOf(post: Post): Replied {
  return { id: post.id, replies: post.replies ?? 0, answers: answered(post)[0]?.toLowerCase() }
}

const NONE = { posts: 0, pages: 0, retried_pages: 0, served: 0 }

function coverageOf(meta: ImportMeta): OwnPostsCoverage {
  const { count, oldest, newest, next_until, pages, retried_pages, truncated, archive } = meta
  const state = meta.warnings ? 'incomplete' : next_until ? 'capped' : truncated ? 'incomplete' : 'complete'
  return {
    state,
    posts: count,
    ...(oldest !== undefined && { oldest }),
    ...(newest !== undefined && { newest }),
    pages,
    retried_pages,
    served: archive.served,
    ...(next_until !== undefined && { next_until }),
  }
}
