import type { Author } from '@x-md/core/domain/author.ts'
import type { ThreadItem } from '@x-md/core/domain/post.ts'
import { z } from 'zod'

/**
 * What the structured content of every read has. The posts themselves stand in the text, once; `text` repeats it
 * for hosts that show a model nothing else.
 */
export const READ_FIELDS = {
  source: z.string(),
  cache: z.string(),
  warnings: z.array(z.string()).optional(),
  text: z.string().optional(),
}

export const LIST_FIELDS = {
  page: z.number(),
  limit: z.number(),
  ...READ_FIELDS,
  next_cursor: z.string().optional(),
}

/** A post that stands in the text: enough to ask for it, and to tell whose it is. */
export const PostRef = z.object({
  id: z.string().optional(),
  handle: z.string().optional(),
})

export const UserRef = z.object({ id: z.string().optional(), handle: z.string() })

export function postRef(item: ThreadItem): z.infer<typeof PostRef> {
  const { id, author } = item
  return { ...(id && { id }), ...(author && { handle: author.screen_name }) }
}

export function userRef({ id, screen_name }: Author): z.infer<typeof UserRef> {
  return { ...(id && { id }), handle: screen_name }
}

interface ListOutput {
  page: number
  limit: number
  source: string
  cache: 'hit' | 'miss' | 'bypass'
  warnings?: string[] | undefined
  nextCursor?: string | undefined
}

export function listFields({ page, limit, source, cache, warnings, nextCursor }: ListOutput) {
  return {
    page,
    limit,
    source,
    cache,
    ...(warnings && { warnings }),
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
  }
}

/** A list as text, with its cursor for hosts that show a model nothing but that. */
export function listText(markdown: string, nextCursor: string | undefined): string {
  if (nextCursor === undefined) return markdown
  return `${markdown}\nThere is more: call again with cursor=${nextCursor}\n`
}
