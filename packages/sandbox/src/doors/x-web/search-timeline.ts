import type { Post } from '../../world/model.ts'
import { findPeople } from '../../world/people-search.ts'
import type { Query } from '../../world/search/query.ts'
import { readQuery } from '../../world/search/query.ts'
import type { World } from '../../world/world.ts'
import { readOffset, writeOffset } from '../fxtwitter/offset-cursor.ts'
import type { Habits } from '../habits.ts'
import { strangersPost } from '../promoted.ts'
import type { Searches } from '../searches.ts'
import { tweetResult } from './tweet.ts'
import { userResult } from './user.ts'

export const PRODUCTS = ['Top', 'Latest', 'Photos', 'Videos', 'Media', 'People'] as const
export type Product = (typeof PRODUCTS)[number]

export interface SearchVariables {
  rawQuery: string
  count: number
  product: Product
  cursor?: string | undefined
}

/** X sends no more than this at once, whatever a client asks for. */
const LARGEST_PAGE = 20
const NAME = 'SearchTimeline'

/** One page of a search as X's own pages get it, or undefined for a cursor that is none. */
export function searchTimeline(
  world: World,
  searches: Searches,
  { rawQuery, count, product, cursor }: SearchVariables,
  { overlap = 0, promoted = false }: Habits,
): object | undefined {
  const start = cursor ? readOffset(`${NAME} ${product}`, cursor) : 0
  if (start === undefined) return undefined
  const size = Math.min(count, LARGEST_PAGE)
  const from = Math.max(0, start - Math.ceil(overlap * size))
  const rows =
    product === 'People'
      ? people(world, rawQuery, from, start + size)
      : posts(world, searches, rawQuery, product, from, start + size)
  const end = Math.max(start, from + rows.length)
  const ad = promoted && product !== 'People' ? strangersPost(world) : undefined
  if (ad) rows.splice(rows.length >>> 1, 0, postEntry(world, ad, 'promoted-tweet'))
  const edges = [
    cursorEntry('Top', writeOffset(`${NAME} ${product}`, 0)),
    cursorEntry('Bottom', writeOffset(`${NAME} ${product}`, end)),
  ]
  // The first page brings its cursors with the rows, later ones replace those that are there.
  const instructions = cursor
    ? [
        { type: 'TimelineAddEntries', entries: rows },
        ...edges.map((entry) => ({
          type: 'TimelineReplaceEntry',
          entry_id_to_replace: entry.entryId,
          entry,
        })),
      ]
    : [{ type: 'TimelineAddEntries', entries: [...rows, ...edges] }]
  return {
    data: { search_by_raw_query: { search_timeline: { timeline: { instructions, responseObjects: {} } } } },
  }
}

function people(world: World, text: string, from: number, end: number): object[] {
  return findPeople(world, text)
    .slice(from, end)
    .map((account) => ({
      entryId: `user-${account.id}`,
      sortIndex: account.id,
      content: {
        entryType: 'TimelineTimelineItem',
        __typename: 'TimelineTimelineItem',
        itemContent: {
          itemType: 'TimelineUser',
          __typename: 'TimelineUser',
          user_results: { result: userResult(world, account) },
          userDisplayType: 'User',
        },
      },
    }))
}

function posts(
  world: World,
  searches: Searches,
  text: string,
  product: Exclude<Product, 'People'>,
  from: number,
  end: number,
): object[] {
  const asked = readQuery(text)
  if (!asked) return []
  const filter = FILTERS[product]
  const query: Query = filter
    ? { kind: 'all', parts: [asked, { kind: 'operator', name: 'filter', value: filter }] }
    : asked
  return searches
    .posts(query, product === 'Top' ? 'top' : 'latest', from, end)
    .map((post) => postEntry(world, post, 'tweet'))
}

const FILTERS: Partial<Record<Product, string>> = { Photos: 'images', Videos: 'videos', Media: 'media' }

function postEntry(world: World, post: Post, kind: 'tweet' | 'promoted-tweet'): object {
  return {
    entryId: `${kind}-${post.id}`,
    sortIndex: post.id,
    content: {
      entryType: 'TimelineTimelineItem',
      __typename: 'TimelineTimelineItem',
      itemContent: {
        itemType: 'TimelineTweet',
        __typename: 'TimelineTweet',
        tweet_results: { result: tweetResult(world, post) },
        tweetDisplayType: 'Tweet',
        ...(kind === 'promoted-tweet' && {
          promotedMetadata: { advertiser_results: {}, disclosureType: 'NoDisclosure' },
        }),
      },
    },
  }
}

function cursorEntry(cursorType: 'Top' | 'Bottom', value: string) {
  return {
    entryId: `cursor-${cursorType.toLowerCase()}-0`,
    sortIndex: cursorType === 'Top' ? '9223372036854775807' : '0',
    content: { entryType: 'TimelineTimelineCursor', __typename: 'TimelineTimelineCursor', value, cursorType },
  }
}
