import { type SearchPostsOutput, searchPosts } from '@x-md/core/operations/search-posts.ts'
import { parseSearchRequest, type SearchRequest } from '@x-md/core/request/search-request.ts'
import type { ListBinding } from './list-route.ts'

/** A search for posts or accounts. */
export const SEARCH: ListBinding<SearchRequest, SearchPostsOutput> = {
  parse: parseSearchRequest,
  run: (request, context) => searchPosts.run(request, context),
  permalink: ({ q, feed, since, until, require_live }) => ({
    path: '/search',
    options: {
      q,
      feed: feed === 'latest' ? undefined : feed,
      since: since === undefined ? undefined : new Date(since).toISOString(),
      until: until === undefined ? undefined : new Date(until).toISOString(),
      require_live: require_live ? 'true' : undefined,
    },
  }),
  ttl: (posts) => Math.min(posts, 600),
}
