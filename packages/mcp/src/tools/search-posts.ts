import { searchPosts } from '@x-md/core/operations/search-posts.ts'
import { FEEDS } from '@x-md/core/request/search-request.ts'
import { z } from 'zod'
import { defineTool } from '../tool.ts'
import { PAGING } from './arguments.ts'
import { LIST_FIELDS, listFields, listText, PostRef, postRef, UserRef, userRef } from './structured.ts'

export const searchPostsTool = defineTool({
  name: 'x_md_search_posts',
  operation: searchPosts,
  use: 'Use it for what people say of a topic now, or to find an account by its name.',
  args: z.strictObject({
    q: z.string().trim().min(1).max(500).describe('Words, "exact words" and operators'),
    feed: z
      .enum([...FEEDS, 'media'])
      .default('latest')
      .describe('users finds accounts; media is photos'),
    ...PAGING,
  }),
  structured: z.object({
    query: z.string(),
    feed: z.string(),
    posts: z.array(PostRef).optional(),
    users: z.array(UserRef).optional(),
    degraded: z.boolean().optional(),
    ...LIST_FIELDS,
  }),
  scope: 'search',
  isFreeWhenKept: true,
  toInput: ({ feed, ...rest }) =>
    searchPosts.input.parse({ ...rest, feed: feed === 'media' ? 'photos' : feed }),
  answer: (output) => ({
    text: listText(output.markdown, output.nextCursor),
    structured: {
      query: output.query,
      feed: output.feed,
      ...(output.posts && { posts: output.posts.map(postRef) }),
      ...(output.users && { users: output.users.map(userRef) }),
      ...(output.degraded && { degraded: true }),
      ...listFields(output),
    },
  }),
})
