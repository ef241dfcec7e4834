import { z } from 'zod'
import { readPhrases } from '../domain/search-words.ts'
import { XmdError } from '../errors.ts'
import { parseHandle } from './handle.ts'
import { parseInstant } from './instant.ts'
import type { TextOptions } from './post-request.ts'
import { shown } from './status-url.ts'

export const POST_KINDS = ['post', 'reply', 'repost'] as const
/** Longer than anybody types; what is read of it grows with it. */
const MAX_QUERY = 1000
const MAX_LIMIT = 500

/** A search in what is kept. */
export const ArchiveSearchRequest = z.object({
  q: z
    .string()
    .min(1)
    .max(MAX_QUERY)
    .describe(
      'Words that all have to be there; "words side by side"; -word for none with it; begin* for beginnings',
    ),
  handle: z.string().optional().describe("Only of this account's history, or written by it"),
  since: z.number().optional().describe('Nothing older than this, Unix milliseconds'),
  until: z.number().optional().describe('Nothing newer than this, Unix milliseconds'),
  kinds: z
    .array(z.enum(POST_KINDS))
    .min(1)
    .default([...POST_KINDS]),
  min_likes: z.number().int().min(0).optional().describe('Only what had so many likes when it was read'),
  order: z.enum(['best', 'newest']).default('best').describe('best: what fits best comes first'),
  limit: z.number().int().min(1).max(MAX_LIMIT).default(20).describe('Posts on a page'),
  cursor: z.string().max(200).optional().describe('nextCursor of the last answer'),
  full: z.boolean().default(false).describe('The Markdown holds whole posts instead of the places that fit'),
})
export type ArchiveSearchRequest = z.infer<typeof ArchiveSearchRequest>

/**
 * Turns the text options of a search in the archive into a typed request.
 * @throws XmdError `missing_query`, `invalid_handle` or `invalid_option`
 */
export function parseArchiveSearchRequest(text: TextOptions): ArchiveSearchRequest {
  const q = text.q?.trim() ?? ''
  if (q.length > MAX_QUERY) {
    throw new XmdError('invalid_option', `q is ${q.length} characters long; ${MAX_QUERY} are read.`)
  }
  if (!readPhrases(q).some(({ isExcluded }) => !isExcluded)) {
    throw new XmdError('missing_query', 'Nothing to look for is given: name a word, a number or an emoji.')
  }
  const { since, until } = parseRange(text)
  return ArchiveSearchRequest.parse({
    q,
    handle: text.handle === undefined ? undefined : parseHandle(text.handle),
    since,
    until,
    kinds: parseKinds(text.kind),
    min_likes: parseNumber(text.min_likes, 'min_likes', 0, 999_999_999),
    order: parseOrder(text.order),
    limit: parseNumber(text.limit, 'limit', 1, MAX_LIMIT),
    cursor: text.cursor?.trim() || undefined,
    full: text.full === 'true',
  })
}

/** @throws XmdError `invalid_option` for what is no date, or leaves nothing between */
export function parseRange(text: TextOptions): { since: number | undefined; until: number | undefined } {
  const range = { since: parseInstant(text.since, 'since'), until: parseInstant(text.until, 'until') }
  if (range.since !== undefined && range.until !== undefined && range.since > range.until) {
    throw new XmdError('invalid_option', 'since has to be earlier than until.')
  }
  return range
}

/**
 * Kinds with commas between.
 * @returns undefined when none is named: all are meant
 * @throws XmdError `invalid_option`
 */
export function parseKinds(text: string | undefined): (typeof POST_KINDS)[number][] | undefined {
  const names = text?.split(',').flatMap((name) => name.trim().toLowerCase() || [])
  if (!names || names.length === 0) return undefined
  const kinds = names.map((name) => POST_KINDS.find((kind) => kind === name || `${kind}s` === name))
  const unknown = names[kinds.indexOf(undefined)]
  if (unknown !== undefined) {
    throw new XmdError('invalid_option', `kind=${shown(unknown)} is not known; use ${POST_KINDS.join(', ')}.`)
  }
  return [...new Set(kinds.flatMap((kind) => kind ?? []))]
}

function parseOrder(text: string | undefined): 'best' | 'newest' | undefined {
  const value = text?.trim().toLowerCase()
  if (!value) return undefined
  if (value === 'best' || value === 'newest') return value
  throw new XmdError('invalid_option', `order=${shown(value)} is not known; use best or newest.`)
}

function parseNumber(text: string | undefined, name: string, min: number, max: number): number | undefined {
  const value = text?.trim()
  if (!value) return undefined
  const count = /^\d{1,9}$/.test(value) ? Number(value) : -1
  if (count >= min && count <= max) return count
  throw new XmdError('invalid_option', `${name}=${shown(value)} is not a whole number from ${min} to ${max}.`)
}
