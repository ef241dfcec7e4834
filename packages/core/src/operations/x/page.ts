import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { XApiAnswer } from '../../providers/x-api/client.ts'
import { READ_OPTIONS } from './account-operation.ts'
import { type Group, pageBounds } from './group-limits.ts'
import { withinBounds } from './limits.ts'

/** What a page of anything can be asked with. */
export const PAGE = {
  max_results: z.int().optional(),
  pagination_token: z.string().optional(),
  ...READ_OPTIONS,
}

interface PageInput {
  max_results?: number | undefined
  pagination_token?: string | undefined
}

/** How many entries a page is to have, and where it begins, as X takes it. */
export function pageQuery(
  { max_results, pagination_token }: PageInput,
  config: Config,
  group: Group,
): { max_results: number; pagination_token: string | undefined } {
  return {
    max_results: withinBounds(max_results, pageBounds(config, group)),
    pagination_token: pagination_token?.trim() || undefined,
  }
}

/** Where the next page begins, if there is one. */
export function nextOf({ meta }: XApiAnswer['body']): { next_token?: string } {
  const { next_token } = (meta ?? {}) as { next_token?: unknown }
  return typeof next_token === 'string' ? { next_token } : {}
}
