import {
  type GetFollowersOutput,
  type GetFollowingOutput,
  getFollowers,
  getFollowing,
} from '@x-md/core/operations/get-connections.ts'
import { z } from 'zod'
import { defineTool } from '../tool.ts'
import { HANDLE, PAGING } from './arguments.ts'
import { LIST_FIELDS, listFields, listText, UserRef, userRef } from './structured.ts'

const SHARED = {
  args: z.strictObject({ handle: HANDLE, ...PAGING }),
  structured: z.object({ handle: z.string(), users: z.array(UserRef), ...LIST_FIELDS }),
  scope: 'read',
  isFreeWhenKept: true,
} as const

const answer = (output: GetFollowersOutput | GetFollowingOutput) => ({
  text: listText(output.markdown, output.nextCursor),
  structured: { handle: output.handle, users: output.users.map(userRef), ...listFields(output) },
})

export const getFollowersTool = defineTool({
  ...SHARED,
  name: 'x_md_get_followers',
  operation: getFollowers,
  use: 'Use it to see who listens to an account.',
  toInput: (args) => getFollowers.input.parse(args),
  answer,
})

export const getFollowingTool = defineTool({
  ...SHARED,
  name: 'x_md_get_following',
  operation: getFollowing,
  use: 'Use it to see whom an account listens to.',
  toInput: (args) => getFollowing.input.parse(args),
  answer,
})
