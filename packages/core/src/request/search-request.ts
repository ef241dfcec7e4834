import { z } from 'zod'
import { XmdError } from '../errors.ts'
import { parseBrowseFlag } from './browse-options.ts'
import { parseInstant } from './instant.ts'
import { LIST_OPTIONS, parseListOptions } from './list-request.ts'
import type { TextOptions } from './post-request.ts'

export const FEEDS = ['latest', 'top', 'photos', 'videos', 'users'] as const
export type Feed = (typeof FEEDS)[number]

/** What X reads of a query, in UTF-16 units. */
const MAX_QUERY = 512

/** A search that is asked for. */
export const SearchRequest = z.object({
  q: z
    .string()
    .min(1)
    .max(MAX_QUERY)
    .describe("What to look for; X's operators such as from: and since: work"),
  feed: z
    .enum(FEEDS)
    .default('latest')
    .describe('latest, top, photos or videos for posts; users for accounts'),
  since: z.number().optional().describe('Nothing older than this, Unix milliseconds'),
  until: z.number().optional().describe('Nothing newer than this, Unix milliseconds'),
  require_live: z
    .boolean()
    .default(false)
    .describe('Fail rather than give snippets of a web search when X cannot be searched'),
  ...LIST_OPTIONS,
})
export type SearchRequest = z.infer<typeof SearchRequest>

/**
 * Turns the text options of a search into a typed request.
 * @throws XmdError `missing_query`, `invalid_option` or `invalid_format`
 */
export function parseSearchRequest(text: TextOptions): SearchRequest {
  const q = text.q?.trim() ?? ''
  if (q === '') throw new XmdError('missing_query', 'Nothing to look for is given: send it in `q`.')
  const request = {
    since: parseInstant(text.since, 'since'),
    until: parseInstant(text.until, 'until'),
    require_live: parseBrowseFlag(text.require_live, 'require_live'),
    ...parseListOptions(text),
  }
  // Before the schema, which would say only that it is too long.
  fullQuery({ q, ...request })
  return SearchRequest.parse({ q, feed: parseFeed(text.feed), ...request })
}

/**
 * The query as X is asked it, with its own operators for the dates.
 * @throws XmdError `invalid_option` when it is longer than X reads, or the dates leave nothing
 */
export function fullQuery({ q, since, until }: Pick<SearchRequest, 'q' | 'since' | 'until'>): string {
  if (since !== undefined && until !== undefined && since >= until) {
    throw new XmdError('invalid_option', 'since has to be earlier than until.')
  }
  const query = [
    q,
    ...(since === undefined ? [] : [`since_time:${Math.floor(since / 1000)}`]),
    ...(until === undefined ? [] : [`until_time:${Math.floor(until / 1000)}`]),
  ].join(' ')
  if (query.length <= MAX_QUERY) return query
  throw new XmdError(
    'invalid_option',
    `q is ${query.length} characters long, its dates included; X reads ${MAX_QUERY}. Use a few words and operators (from:, to:, since:, "exact words") instead of sentences.`,
  )
}

/** Clients count on an unknown feed being the newest posts. */
function parseFeed(text: string | undefined): Feed {
  const name = text?.trim().toLowerCase()
  return name === 'media' ? 'photos' : (FEEDS.find((feed) => feed === name) ?? 'latest')
}
