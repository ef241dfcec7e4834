import type { LayerTool } from '../layer.ts'
import { getFollowersTool, getFollowingTool } from './get-connections.ts'
import { getPostTool } from './get-post.ts'
import { getProfileTool } from './get-profile.ts'
import { importPostsTool } from './import-posts.ts'
import { searchPostsTool } from './search-posts.ts'
import { submitFeedbackTool } from './submit-feedback.ts'
import { X_TOOLS } from './x/x-tools.ts'

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

export const TOOLSETS = { read: READ_TOOLS, x: X_TOOLS } as const
export type Toolset = keyof typeof TOOLSETS

/**
 * @param toolsets in the order in which their tools are listed
 * @param isReadOnly leaves out the tools that write anything, wherever it goes
 */
export function chooseTools(
  toolsets: readonly Toolset[],
  { isReadOnly }: { isReadOnly: boolean },
): readonly LayerTool[] {
  const tools = toolsets.flatMap((name) => TOOLSETS[name])
  return isReadOnly ? tools.filter(({ definition }) => definition.annotations?.readOnlyHint === true) : tools
}
