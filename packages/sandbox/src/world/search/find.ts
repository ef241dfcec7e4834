import { compareIds, msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import { isReadable } from '../feed.ts'
import type { Account, Post } from '../model.ts'
import type { World } from '../world.ts'
import { matches, timeSpan } from './match.ts'
import type { Query } from './query.ts'

/** A search that names no author and no conversation looks at so many of the newest posts of its span. */
export const SEARCH_DEPTH = 10_000

/**
 * The posts that a query finds, newest first, as far as strangers can read them; no reposts, as X leaves them
 * out too. They are looked for as they are taken.
 */
export function* findPosts(world: World, query: Query): Generator<Post> {
  for (const id of candidates(world, query)) {
    const post = world.post(id)
    if (post && !post.repostOf && isReadable(world, post) && matches(world, post, query)) yield post
  }
}

/** The ids that can fit, newest first: those of the authors or the conversation that the query names. */
function candidates(world: World, query: Query): Iterable<string> {
  const { since, until } = timeSpan(query)
  // Ids from before snowflakes are small numbers, and their posts older than any snowflake.
  const lowest = since > EPOCH ? msToSnowflake(since) : '0'
  const highest = msToSnowflake(Math.min(until, world.now + 1))
  const within = (ids: string[]) =>
    ids
      .filter((id) => compareIds(id, lowest) >= 0 && compareIds(id, highest) < 0)
      .sort((one, other) => compareIds(other, one))
  const related = narrowed(query, (part) => relatedIds(world, part))
  if (related) return within([...new Set(related)])
  const authors = narrowed(query, (part) => authorOf(world, part))
  if (authors) return within([...new Set(authors)].flatMap((author) => world.timeline(author)))
  return world.newestIds(lowest, highest, SEARCH_DEPTH)
}

const EPOCH = 1_288_834_974_657

function authorOf(world: World, query: Query): Account[] | undefined {
  if (query.kind !== 'operator' || query.name !== 'from') return undefined
  const account = world.accountByHandle(query.value.replace(/^@/, ''))
  return account ? [account] : []
}

function relatedIds(world: World, query: Query): string[] | undefined {
  if (query.kind !== 'operator') return undefined
  if (query.name === 'quoted_tweet_id') return world.quotes(query.value)
  if (query.name !== 'conversation_id') return undefined
  const found = [query.value]
  for (const id of found) found.push(...world.replies(id))
  return found
}

/** What a query is sure to be limited to, by what its terms are limited to; undefined where it is not. */
function narrowed<T>(query: Query, limit: (term: Query) => T[] | undefined): T[] | undefined {
  if (query.kind === 'all') {
    for (const part of query.parts) {
      const found = narrowed(part, limit)
      if (found) return found
    }
    return undefined
  }
  if (query.kind !== 'any') return limit(query)
  const found = query.parts.map((part) => narrowed(part, limit))
  return found.every((one) => one !== undefined) ? found.flat() : undefined
}

export type Feed = 'latest' | 'top' | 'media'

/** Of so many of the newest finds, `top` shows the best ones first. */
const TOP_OF = 400

/** The posts of a feed of a search, in its order. */
export function* searchFeed(world: World, query: Query, feed: Feed): Generator<Post> {
  const found = findPosts(world, query)
  if (feed === 'latest') yield* found
  else if (feed === 'media') {
    for (const post of found) if (post.media.length > 0) yield post
  } else {
    const best: Post[] = []
    for (const post of found) if (best.push(post) === TOP_OF) break
    yield* best.sort((one, other) => score(other) - score(one) || compareIds(other.id, one.id))
  }
}

function score({ counts }: Post): number {
  return counts.likes + 2 * counts.reposts + counts.replies
}
