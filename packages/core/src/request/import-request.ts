import { z } from 'zod'
import { XmdError } from '../errors.ts'
import { parseBrowseFlag, parseCount } from './browse-options.ts'
import { parseHandle } from './handle.ts'
import { parseInstant } from './instant.ts'
import type { TextOptions } from './post-request.ts'
import { HANDLE_INPUT } from './profile-request.ts'
import { shown } from './status-url.ts'

const MAX_POSTS = 5000
const MAX_CONCURRENCY = 32

/** A history that is asked for. */
export const ImportRequest = z.object({
  handle: HANDLE_INPUT,
  since: z
    .number()
    .optional()
    .describe('Only posts from then on, Unix milliseconds; default: all that X serves'),
  until: z.number().optional().describe('Only posts up to then, inclusive, Unix milliseconds; default: now'),
  max_posts: z.number().int().min(1).max(MAX_POSTS).default(500).describe('Posts at most, the newest first'),
  with_replies: z.boolean().default(true).describe('Its answers to others too'),
  with_reposts: z.boolean().default(true).describe('What it reposted too, as the original with reposted_by'),
  only_replies: z.boolean().default(false).describe('Its answers to others alone'),
  concurrency: z.number().int().min(1).max(MAX_CONCURRENCY).default(16).describe('Pages read at one time'),
  format: z.enum(['json', 'ndjson']).default('json').describe('ndjson: a line a post, then one with meta'),
  refresh: z.boolean().default(false).describe('Read what the archive holds, too, for its counts of today'),
  index: z
    .boolean()
    .default(false)
    .describe('Only tell what the archive holds: reads nothing, costs no import'),
})
export type ImportRequest = z.infer<typeof ImportRequest>

/**
 * Turns the text options of an import into a typed request.
 * @param now Unix milliseconds
 * @throws XmdError `invalid_handle`, `invalid_format` or `invalid_option`
 */
export function parseImportRequest(text: TextOptions, now: number): ImportRequest {
  const request = ImportRequest.parse({
    handle: parseHandle(text.handle),
    since: parseInstant(text.since, 'since'),
    until: parseInstant(text.until, 'until'),
    max_posts: parseMaxPosts(text),
    with_replies: parseBrowseFlag(text.with_replies, 'with_replies', true),
    with_reposts: parseBrowseFlag(text.with_reposts, 'with_reposts', true),
    only_replies: parseBrowseFlag(text.only_replies, 'only_replies'),
    concurrency: parseCount(text.concurrency, 'concurrency', MAX_CONCURRENCY),
    format: parseImportFormat(text.format),
    refresh: parseBrowseFlag(text.refresh, 'refresh'),
    index: parseBrowseFlag(text.index, 'index'),
  })
  const { since, until = now } = request
  if (since !== undefined && since >= until) {
    throw new XmdError('invalid_option', 'since has to be before until, or before now where until is absent.')
  }
  if (request.only_replies && !request.with_replies) {
    throw new XmdError('invalid_option', 'only_replies=true and with_replies=false exclude each other.')
  }
  return request
}

/** `limit` is another name of it. */
function parseMaxPosts(text: TextOptions): number | undefined {
  const named = parseCount(text.max_posts, 'max_posts', MAX_POSTS)
  const alias = parseCount(text.limit, 'limit', MAX_POSTS)
  if (named !== undefined && alias !== undefined && named !== alias) {
    throw new XmdError('invalid_option', 'max_posts and limit mean the same, but differ; send one of them.')
  }
  return named ?? alias
}

/** @throws XmdError `invalid_format` */
function parseImportFormat(text: string | undefined): 'json' | 'ndjson' | undefined {
  const value = text?.trim().toLowerCase()
  if (!value) return undefined
  if (value === 'json' || value === 'ndjson') return value
  throw new XmdError('invalid_format', `format=${shown(value)} is not known here; use json or ndjson.`)
}
