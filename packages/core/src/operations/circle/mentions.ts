import type { SearchCoverage } from '../../domain/circle.ts'
import { XmdError } from '../../errors.ts'
import { SearchRequest } from '../../request/search-request.ts'
import { type SearchPostsOutput, searchPosts } from '../search-posts.ts'
import { type CircleRun, failureOf, isLate, isResting, waitFor } from './run.ts'

/** States of a search after which there is nothing more to be asked. */
const FINAL: ReadonlySet<SearchCoverage['state']> = new Set(['complete', 'page_budget'])
const PAGE = 100

export function isSearchDone({ state }: SearchCoverage): boolean {
  return FINAL.has(state)
}

/**
 * Searches for what others wrote to the owner, page after page, until X has no more, the budget is used up, or
 * something is odd or fails: then the search goes on from there another time, and never before its source
 * wants it to.
 */
export async function searchMentions(run: CircleRun): Promise<void> {
  const { build, context } = run
  const { search } = build
  if (isSearchDone(search) || isResting(search, context.now())) return
  const before = search.state
  build.search = withoutEnd(search)
  for (let isFirst = true; ; isFirst = false) {
    run.signal.throwIfAborted()
    const { cursor, pages } = build.search
    if (pages >= build.search.page_budget) return end(run, 'page_budget')
    if (isLate(run)) return end(run, 'time')
    try {
      const answer = await waitFor(run, searchPosts.run(requestOf(run, cursor), context))
      // A web search's snippets say too little of a post to score it; require_live keeps them away.
      if (answer.degraded) return end(run, 'failed', { error: 'search_unavailable' })
      for (const post of answer.posts ?? []) build.takeFound(post, 'search')
      build.sources.add(answer.source)
      const confirmsEnd = isFirst && before === 'empty_page' && cursor !== undefined
      const state = stateAfter(answer, confirmsEnd)
      const { cursor: _passed, ...searched } = withoutEnd(build.search)
      build.search = {
        ...searched,
        posts: build.found.search.size,
        pages: pages + 1,
        source: answer.source,
        ...cursorAfter(answer, cursor, state),
      }
      if (state) return end(run, state, state === 'failed' ? { error: 'upstream_error' } : {})
      await run.keep()
    } catch (error) {
      if (!(error instanceof XmdError)) throw error
      const failure = failureOf(error, context.now())
      // A cursor that its source no longer takes leads nowhere ever; what was found is found again, and counts once.
      if (error.code === 'invalid_option') {
        const { cursor: _stale, ...rest } = build.search
        build.search = rest
      }
      return end(run, 'failed', failure)
    }
  }
}

function requestOf({ build, fresh }: CircleRun, cursor: string | undefined): SearchRequest {
  return SearchRequest.parse({
    q: `(@${build.owner} OR to:${build.owner})`,
    feed: 'latest',
    since: build.since,
    until: build.until,
    require_live: true,
    limit: PAGE,
    cursor,
    nocache: fresh,
  })
}

/** Why a search does not go on after an answer; undefined where it does. */
function stateAfter(
  { warnings = [], nextCursor }: SearchPostsOutput,
  confirmsEnd: boolean,
): SearchCoverage['state'] | undefined {
  if (warnings.includes('repeated_cursor')) return 'repeated_cursor'
  if (warnings.includes('upstream_failed')) return 'failed'
  // X ends many lists with a page of nothing. One may be a fault; the same again, later, is the end.
  if (warnings.includes('empty_page')) {
    return confirmsEnd && nextCursor === undefined ? 'complete' : 'empty_page'
  }
  return nextCursor === undefined ? 'complete' : undefined
}

/** Where to go on: behind this answer, or, where it tells no way, with its own cursor once more. */
function cursorAfter(
  { nextCursor }: SearchPostsOutput,
  sent: string | undefined,
  state: SearchCoverage['state'] | undefined,
): { cursor?: string } {
  if (state === 'complete') return {}
  const cursor = nextCursor ?? sent
  return cursor === undefined ? {} : { cursor }
}

/** The search without how it ended the last time. */
function withoutEnd({ error: _error, retry_at: _retryAt, ...search }: SearchCoverage): SearchCoverage {
  return { ...search, state: 'pending' }
}

async function end(
  run: CircleRun,
  state: SearchCoverage['state'],
  failure: { error?: string; retry_at?: string } = {},
): Promise<void> {
  run.build.search = { ...run.build.search, state, ...failure }
  await run.keep()
}
