import { z } from 'zod'
import { type ErrorCode, XmdError } from '../errors.ts'
import { shown } from './status-url.ts'

/** Posts that one answer holds at most. */
export const MAX_POSTS = 100

const count = z.number().int().min(2).max(MAX_POSTS)

const FORMATS = ['markdown', 'json', 'obsidian'] as const
const CONTEXTS = ['full', 'thread'] as const
const REPLIES = ['top', 'recent', 'off'] as const
const USER_INFOS = ['off', 'author', 'all'] as const

/** A post that is asked for: by `url`, or by `handle` and `id`; and what of it, and how. */
export const PostRequest = z.object({
  url: z
    .string()
    .max(2048)
    .optional()
    .describe('Permalink of the post on x.com or twitter.com, or a t.co link to it'),
  handle: z.string().optional().describe('Handle of the author, instead of url'),
  id: z.string().optional().describe('Numeric post id, instead of url'),
  format: z.enum(FORMATS).default('markdown'),
  thread: z
    .union([z.enum(['off', 'full']), count])
    .default('full')
    .describe(
      'off: only this post; full: with what stands around it; a number: the same, with so many posts',
    ),
  max_posts: count.optional().describe('Posts at most, from 2 to 100; replaces a number in thread'),
  context: z
    .enum(CONTEXTS)
    .default('full')
    .describe("full: posts above it and replies too; thread: only the author's own chain"),
  replies: z.enum(REPLIES).default('top').describe('Which replies, and in which order'),
  userinfo: z.enum(USER_INFOS).default('off').describe('Whose profile to describe'),
  full: z.boolean().default(false).describe('Dates, counts and details too'),
  nocache: z.boolean().default(false).describe('Read anew instead of from the cache'),
})
export type PostRequest = z.infer<typeof PostRequest>

const DEFAULTS: PostRequest = PostRequest.parse({})

/** Options as text, as a query string or a command line gives them; an absent or empty one is the default. */
export type TextOptions = Readonly<Record<string, string | undefined>>

/**
 * Turns the text options of a post read into a typed request.
 * @throws XmdError with the code of the option that cannot be read
 */
export function parsePostRequest(options: TextOptions): PostRequest {
  const text: Record<string, string | undefined> = {}
  for (const name in options) text[name] = options[name]?.trim()
  // Each value is checked here, with the code that is its own, so the schema need not look again.
  return {
    ...DEFAULTS,
    ...(text.url && { url: text.url }),
    ...(text.handle && { handle: text.handle }),
    ...(text.id && { id: text.id }),
    ...(text.format && { format: oneOf(text.format, FORMATS, 'invalid_format', 'format') }),
    ...(text.thread && { thread: parseThread(text.thread) }),
    ...(text.max_posts && { max_posts: parseCount(text.max_posts, 'invalid_option', 'max_posts') }),
    ...(text.context && { context: oneOf(text.context, CONTEXTS, 'invalid_context', 'context') }),
    ...(text.replies && { replies: oneOf(text.replies, REPLIES, 'invalid_replies', 'replies') }),
    ...(text.userinfo && { userinfo: oneOf(text.userinfo, USER_INFOS, 'invalid_userinfo', 'userinfo') }),
    full: parseFlag(text.full),
    nocache: parseFlag(text.nocache),
  }
}

/** Post routes take these three for true and anything else for false. */
export function parseFlag(text: string | undefined): boolean {
  return ['true', '1', 'yes'].includes(text?.trim().toLowerCase() ?? '')
}

function oneOf<T extends string>(text: string, values: readonly T[], code: ErrorCode, name: string): T {
  const value = text.trim().toLowerCase()
  if ((values as readonly string[]).includes(value)) return value as T
  throw new XmdError(code, `${name}=${shown(text)} is not known; use ${values.join(', ')}.`)
}

function parseThread(text: string): PostRequest['thread'] {
  const value = text.trim().toLowerCase()
  if (value === 'off' || value === 'full') return value
  if (value === 'conversation') return 'full'
  return parseCount(value, 'invalid_thread', 'thread', 'off, full, conversation or ')
}

function parseCount(text: string, code: ErrorCode, name: string, others = ''): number {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  if (value >= 2 && value <= MAX_POSTS) return value
  throw new XmdError(
    code,
    `${name}=${shown(text)} is not known; use ${others}a number from 2 to ${MAX_POSTS}.`,
  )
}
