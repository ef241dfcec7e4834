import { z } from 'zod'
import { parseBrowseFlag, parseBrowseFormat, parseLimit, parsePage } from './browse-options.ts'
import type { TextOptions } from './post-request.ts'

export const MAX_LIMIT = 100
const MAX_PAGE = 10

/** What every list that can be gone on with takes. */
export const LIST_OPTIONS = {
  limit: z.number().int().min(1).max(MAX_LIMIT).default(20).describe('Items on a page'),
  page: z.number().int().min(1).max(MAX_PAGE).default(1).describe('Which page; a cursor is cheaper'),
  cursor: z
    .string()
    .max(4096)
    .optional()
    .describe('nextCursor of the last answer; page does not matter then'),
  format: z.enum(['markdown', 'json']).default('markdown'),
  full: z.boolean().default(false).describe('Dates, counts and details too'),
  nocache: z.boolean().default(false).describe('Read anew instead of from the cache'),
}

/**
 * Reads what every list takes. Numbers out of range are brought into it, since clients count on that.
 * @throws XmdError `invalid_option` or `invalid_format`
 */
export function parseListOptions(text: TextOptions) {
  const cursor = text.cursor?.trim()
  return {
    limit: parseLimit(text.limit),
    page: cursor ? 1 : Math.min(parsePage(text.page), MAX_PAGE),
    ...(cursor && { cursor }),
    format: parseBrowseFormat(text.format),
    full: parseBrowseFlag(text.full, 'full'),
    nocache: parseBrowseFlag(text.nocache, 'nocache'),
  }
}
