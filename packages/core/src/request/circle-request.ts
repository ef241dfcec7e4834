import { z } from 'zod'
import { XmdError } from '../errors.ts'
import { parseBrowseFlag, parseCount } from './browse-options.ts'
import { parseHandle } from './handle.ts'
import { parseInstant } from './instant.ts'
import type { TextOptions } from './post-request.ts'
import { HANDLE_INPUT } from './profile-request.ts'
import { shown } from './status-url.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 120
const MAX_DAYS = 365
const MAX_MEMBERS = 100
/** A caller's clock may be ahead of ours. */
const LEEWAY_MS = 60_000

/** A circle that is asked for. */
export const CircleRequest = z.object({
  handle: HANDLE_INPUT,
  days: z
    .number()
    .int()
    .min(1)
    .max(MAX_DAYS)
    .default(DEFAULT_DAYS)
    .describe('How many days before until; not with since'),
  since: z.number().optional().describe('Only what is newer than this, Unix milliseconds'),
  until: z
    .number()
    .optional()
    .describe(
      'Only what is older than this, Unix milliseconds; default: now, or what an unfinished circle of the last hour began with',
    ),
  limit: z.number().int().min(1).max(MAX_MEMBERS).default(50).describe('Members at most'),
  format: z.enum(['markdown', 'json', 'svg']).default('markdown'),
  nocache: z.boolean().default(false).describe('Begin anew, and read everything again'),
})
export type CircleRequest = z.infer<typeof CircleRequest>

/**
 * Turns the text options of a circle into a typed request.
 * @param now Unix milliseconds
 * @throws XmdError `invalid_handle`, `invalid_format` or `invalid_option`
 */
export function parseCircleRequest(text: TextOptions, now: number): CircleRequest {
  const handle = parseHandle(text.handle)
  const since = parseInstant(text.since, 'since')
  const until = parseInstant(text.until, 'until')
  const days = parseCount(text.days, 'days', MAX_DAYS)
  if (since !== undefined && days !== undefined) {
    throw new XmdError('invalid_option', 'days and since both say where the circle begins; send one of them.')
  }
  if (until !== undefined && until > now + LEEWAY_MS) {
    throw new XmdError('invalid_option', 'until lies ahead; a circle ends now at the latest.')
  }
  if (since !== undefined && since >= (until ?? now)) {
    throw new XmdError('invalid_option', 'since has to be before until, or before now where until is absent.')
  }
  if (since !== undefined && (until ?? now) - since > MAX_DAYS * DAY_MS) {
    throw new XmdError('invalid_option', `A circle spans ${MAX_DAYS} days at most.`)
  }
  return CircleRequest.parse({
    handle,
    days,
    since,
    until,
    limit: parseCount(text.limit, 'limit', MAX_MEMBERS),
    format: parseFormat(text.format),
    nocache: parseBrowseFlag(text.nocache, 'nocache'),
  })
}

/** When a circle begins. @param until Unix milliseconds, as is what comes back */
export function beginningOf({ since, days }: CircleRequest, until: number): number {
  return since ?? until - days * DAY_MS
}

function parseFormat(text: string | undefined): CircleRequest['format'] | undefined {
  const value = text?.trim().toLowerCase()
  if (!value) return undefined
  if (value === 'markdown' || value === 'json' || value === 'svg') return value
  throw new XmdError('invalid_format', `format=${shown(value)} is not known here; use markdown, json or svg.`)
}
