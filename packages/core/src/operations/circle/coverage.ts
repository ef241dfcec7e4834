import type { CircleCoverage, OwnPostsCoverage } from '../../domain/circle.ts'
import type { CircleBuild } from './build.ts'
import { unidentified } from './identities.ts'
import { isSearchDone } from './mentions.ts'
import type { Scored } from './score.ts'

const NOTHING_READ: OwnPostsCoverage = {
  state: 'failed',
  posts: 0,
  pages: 0,
  retried_pages: 0,
  served: 0,
}

/**
 * What a circle was made of. A search that brought no page at all leaves the sample of replies; neither is ever
 * all that others wrote.
 * @param members those that are shown
 */
export function coverageOf(build: CircleBuild, members: readonly Scored[]): CircleCoverage {
  const { search, replies, found } = build
  const own = build.own ?? NOTHING_READ
  const asked = replies.chosen.filter((id) => replies.asked.includes(id)).length
  const isSampled = asked === replies.chosen.length
  const missing = members.map(({ handle }) => handle).filter((handle) => !build.accountOf(handle))
  return {
    label: search.pages > 0 ? 'search + reply sample' : 'reply sample',
    partial:
      own.state !== 'complete' ||
      search.state !== 'complete' ||
      !isSampled ||
      // Who is suspended, or has another handle, stays unknown.
      unidentified(build, members).length > 0,
    own_posts: own,
    search,
    replies: {
      state: isSampled ? 'complete' : 'incomplete',
      candidates: replies.candidates,
      chosen: replies.chosen.length,
      asked,
      failed: replies.failed,
      posts: found.replies.size,
    },
    profiles: { looked_up: build.lookedUp, missing },
    unknown_mentions: build.unknownMentions,
  }
}

/** Whether the timeline need not be read again; one that was capped will be capped again. */
export function areOwnPostsDone({ own }: CircleBuild): boolean {
  return own?.state === 'complete' || own?.state === 'capped'
}

/** Whether another call would read nothing that this one has not. @param open members yet to be looked up */
export function isFinished(build: CircleBuild, open: readonly string[]): boolean {
  const { asked, chosen } = build.replies
  return (
    areOwnPostsDone(build) &&
    isSearchDone(build.search) &&
    chosen.every((id) => asked.includes(id)) &&
    open.length === 0
  )
}

/** What is odd about a circle, as words to switch on. */
export function warningsOf({ own_posts, search, replies, profiles, unknown_mentions }: CircleCoverage) {
  const ofSearch =
    search.pages === 0
      ? ['search_failed']
      : search.state === 'page_budget'
        ? ['search_capped']
        : ['search_incomplete']
  return [
    ...(own_posts.state === 'complete' ? [] : [`own_posts_${own_posts.state}`]),
    ...(search.state === 'complete' ? [] : ofSearch),
    ...(replies.state === 'complete' ? [] : ['replies_incomplete']),
    ...(profiles.missing.length === 0 ? [] : ['profiles_missing']),
    ...(unknown_mentions === 0 ? [] : ['mentions_unknown']),
  ]
}
