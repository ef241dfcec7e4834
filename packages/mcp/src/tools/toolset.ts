import type { LayerTool } from '../layer.ts'
import { getFollowersTool, getFollowingTool } from './get-connections.ts'
import { getPostTool } from './get-post.ts'
import { getProfileTool } from './get-profile.ts'
import { importPostsTool } from './import-posts.ts'
import { searchPostsTool } from './search-posts.ts'
import { submitFeedbackTool } from './submit-feedback.ts'

/** The tools that read X, in the order in which they are listed. */
export const READ_TOOLS: readonly LayerTool[] = [
  getPostTool,
  getProfileTool,
  searchPostsTool,
  getFollowersTool,
  getFollowingTool,
  importPostsTool,
  submitFeedbackTool,
]

/** @param isReadOnly leaves out the tools that write anything, wherever it goes */
export function chooseTools({ isReadOnly }: { isReadOnly: boolean }): readonly LayerTool[] {
  return isReadOnly
    ? READ_TOOLS.filter(({ definition }) => definition.annotations?.readOnlyHint === true)
    : READ_TOOLS
}
