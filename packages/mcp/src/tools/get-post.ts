import { getPost } from '@x-md/core/operations/get-post.ts'
import { PostRequest } from '@x-md/core/request/post-request.ts'
import { z } from 'zod'
import { defineTool } from '../tool.ts'
import { HANDLE, wordless } from './arguments.ts'
import { PostRef, postRef, READ_FIELDS } from './structured.ts'

const args = z
  .strictObject({
    ...PostRequest.pick({
      url: true,
      format: true,
      context: true,
      replies: true,
      userinfo: true,
      full: true,
    }).shape,
    handle: HANDLE.optional().describe('With id, instead of url'),
    id: z
      .string()
      .regex(/^[0-9]{1,25}$/)
      .optional()
      .describe('With handle, instead of url'),
    max_posts: wordless(PostRequest.shape.max_posts),
    thread: z
      .enum(['off', 'full', 'conversation'])
      .default('full')
      .describe('off: only this post; else with what stands around it'),
  })
  .refine(({ url, handle, id }) => url !== undefined || (handle !== undefined && id !== undefined), {
    error: 'Give url, or handle and id',
  })

export const getPostTool = defineTool({
  name: 'x_md_get_post',
  operation: getPost,
  use: 'Use it for an x.com or twitter.com status link.',
  args,
  structured: z.object({
    url: z.string(),
    post_count: z.number(),
    posts: z.array(PostRef.extend({ context: z.string().optional() })),
    ...READ_FIELDS,
  }),
  scope: 'read',
  toInput: ({ thread, max_posts, ...rest }) =>
    PostRequest.parse({
      ...rest,
      thread: thread === 'off' ? 'off' : 'full',
      max_posts: thread === 'off' ? undefined : max_posts,
    }),
  answer: (output) => ({
    // What HTTP gives for format=json, so that a program finds the fields that it knows.
    text: output.format === 'json' ? JSON.stringify(output) : output.markdown,
    structured: {
      url: output.url,
      post_count: output.postCount,
      posts: output.posts.map((item) =>
        typeof item.context === 'string' ? { ...postRef(item), context: item.context } : postRef(item),
      ),
      source: output.source,
      cache: output.cache,
      ...(output.warnings.length > 0 && { warnings: output.warnings }),
    },
  }),
})
