import { usersMe } from '@x-md/core/operations/x/users/me.ts'
import type { LayerTool } from '../../layer.ts'
import { defineAccountTool } from './define-account-tool.ts'

/** The tools that act on X in the name of an account, in the order in which they are listed. */
export const X_TOOLS: readonly LayerTool[] = [defineAccountTool(usersMe)]
