import { z } from 'zod'
import { XmdError } from '../errors.ts'
import { parseBrowseFlag, parseBrowseFormat, parseLimit, parsePage } from './browse-options.ts'
import type { TextOptions } from './post-request.ts'
import { shown } from './status-url.ts'

/** Replies that one answer holds at most. */
export const MAX_REPLIES = 100

/** The replies to a post that are asked for. */
export const RepliesRequest = z.object({
  id: z
    .string()
    .regex(/^\d{1,25}$/)
    .describe('Numeric id of the post'),
  limit: z.number().int().min(1).max(MAX_REPLIES).default(20).describe('Replies at most'),
  format: z.enum(['markdown', 'json']).default('markdown'),
  full: z.boolean().default(false).describe('Dates, counts and details too'),
  nocache: z.boolean().default(false).describe('Read anew instead of from the cache'),
})
export type RepliesRequest = z.infer<typeof RepliesRequest>

/**
 * Turns the text options of a replies read into a typed request.
 * @throws XmdError `invalid_option` or `invalid_format`
 */
export function parseRepliesRequest(text: TextOptions): RepliesRequest {
  if (!/^\d{1,25}$/.test(text.id ?? '')) {
    throw new XmdError('invalid_option', `id=${shown(text.id ?? '')} is not a post id; ids are digits only.`)
  }
  if (text.cursor?.trim() || parsePage(text.page) > 1) {
    throw new XmdError(
      'invalid_option',
      'Replies have one page: leave out `cursor` and `page`, and raise `limit` to 100.',
    )
  }
  return RepliesRequest.parse({
    id: text.id,
    limit: parseLimit(text.limit),
    format: parseBrowseFormat(text.format),
    full: parseBrowseFlag(text.full, 'full'),
    nocache: parseBrowseFlag(text.nocache, 'nocache'),
  })
}
