import { z } from 'zod'
import { HANDLE_PATTERN } from '../domain/handle.ts'
import { parseBrowseFlag } from './browse-options.ts'
import { parseHandle } from './handle.ts'
import { parseInstant } from './instant.ts'
import { LIST_OPTIONS, parseListOptions } from './list-request.ts'
import type { TextOptions } from './post-request.ts'

export const HANDLE_INPUT = z.string().regex(HANDLE_PATTERN).describe('Handle of the account, without @')

/** A profile that is asked for, with which of its posts. */
export const ProfileRequest = z.object({
  handle: HANDLE_INPUT,
  include_posts: z.boolean().default(true).describe('false: the profile alone'),
  with_replies: z.boolean().default(false).describe('Its answers to others too'),
  with_reposts: z.boolean().default(false).describe('What it reposted too'),
  until: z.number().optional().describe('Only what is older than this, Unix milliseconds; not with a cursor'),
  ...LIST_OPTIONS,
})
export type ProfileRequest = z.infer<typeof ProfileRequest>

/**
 * Turns the text options of a profile read into a typed request.
 * @throws XmdError with the code of the option that cannot be read
 */
export function parseProfileRequest(text: TextOptions): ProfileRequest {
  return ProfileRequest.parse({
    handle: parseHandle(text.handle),
    include_posts: parseBrowseFlag(text.include_posts, 'include_posts', true),
    with_replies: parseBrowseFlag(text.with_replies, 'with_replies'),
    with_reposts: parseBrowseFlag(text.with_reposts, 'with_reposts'),
    until: parseInstant(text.until, 'until'),
    ...parseListOptions(text),
  })
}
