import { getProfile } from '@x-md/core/operations/get-profile.ts'
import { z } from 'zod'
import { defineTool } from '../tool.ts'
import { HANDLE, PAGING } from './arguments.ts'
import { LIST_FIELDS, listFields, listText, PostRef, postRef } from './structured.ts'

export const getProfileTool = defineTool({
  name: 'x_md_get_profile',
  operation: getProfile,
  use: 'Use it to learn who an account is or what it has posted lately.',
  args: z.strictObject({ handle: HANDLE, ...PAGING }),
  structured: z.object({ handle: z.string(), posts: z.array(PostRef), ...LIST_FIELDS }),
  scope: 'read',
  isFreeWhenKept: true,
  toInput: (args) => getProfile.input.parse(args),
  answer: (output) => ({
    text: listText(output.markdown, output.nextCursor),
    structured: { handle: output.handle, posts: output.posts.map(postRef), ...listFields(output) },
  }),
})
