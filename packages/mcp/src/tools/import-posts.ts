import { importPosts } from '@x-md/core/operations/import-posts.ts'
import { parseImportRequest } from '@x-md/core/request/import-request.ts'
import { z } from 'zod'
import { defineTool } from '../tool.ts'
import { HANDLE } from './arguments.ts'
import { PostRef, postRef } from './structured.ts'

const flag = z.boolean().optional()

const args = z.strictObject({
  handle: HANDLE,
  since: z.string().max(40).optional().describe('Date, ISO 8601 instant or Unix time'),
  until: z.string().max(40).optional().describe('The same; included'),
  max_posts: z.number().int().min(1).max(100).default(100),
  with_replies: flag.describe('Default true'),
  with_reposts: flag.describe('Default true'),
  only_replies: flag,
  refresh: flag.describe('Read again what is archived, for its counts of today'),
})

/** What of a request says which posts are meant, as the next call has to repeat it. */
function repeated(meta: {
  handle: string
  since?: string | undefined
  next_until?: string | undefined
  with_replies: boolean
  with_reposts: boolean
  only_replies: boolean
  max_posts: number
}): ({ handle: string; until: string } & z.input<typeof args>) | undefined {
  const { handle, since, next_until, with_replies, with_reposts, only_replies, max_posts } = meta
  if (next_until === undefined) return undefined
  return {
    handle,
    ...(since !== undefined && { since }),
    until: next_until,
    max_posts,
    ...(!with_replies && { with_replies }),
    ...(!with_reposts && { with_reposts }),
    ...(only_replies && { only_replies }),
  }
}

export const importPostsTool = defineTool({
  name: 'x_md_import_posts',
  operation: importPosts,
  use: 'Use it for posts over a range of dates, beyond a page of a profile: at most 100 a call, and each call spends an import.',
  args,
  structured: z.object({
    posts: z.array(PostRef),
    meta: z.object({
      count: z.number(),
      truncated: z.boolean(),
      covered_since: z.string().optional(),
      next_until: z.string().optional(),
      warnings: z.array(z.string()).optional(),
    }),
    next_arguments: z
      .looseObject({ handle: z.string(), until: z.string() })
      .optional()
      .describe('Pass back for older posts'),
    text: z.string().optional(),
  }),
  scope: 'import',
  toInput: (given, context) =>
    parseImportRequest(
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, value === undefined ? value : `${value}`]),
      ),
      context.now(),
    ),
  answer(output) {
    if (!('meta' in output)) throw new Error('An import that is none')
    const { posts, meta } = output
    // The boundary comes twice, so a call for one post would give that post for ever.
    const next = repeated({ ...meta, max_posts: Math.max(2, meta.count) })
    return {
      text: JSON.stringify(output),
      structured: {
        posts: posts.map(postRef),
        meta: {
          count: meta.count,
          truncated: meta.truncated,
          ...(meta.covered_since !== undefined && { covered_since: meta.covered_since }),
          ...(meta.next_until !== undefined && { next_until: meta.next_until }),
          ...(meta.warnings && { warnings: meta.warnings }),
        },
        ...(next && { next_arguments: next }),
      },
    }
  },
})
