import { z } from 'zod'
import { Post } from '../../domain/post.ts'
import { statusUrl } from '../../domain/status-url.ts'

const Result = z.looseObject({
  url: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
})

const PERMALINK =
  /^https?:\/\/(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com\/(\w{1,15})\/status\/(\d{1,20})(?:[/?#]|$)/i

/**
 * A result of a web search as a post: where it stands, whose it is, and what the search engine shows of its
 * text, which may be cut anywhere. Nothing else of it is known.
 * @returns undefined for a result that is no post
 */
export function toSnippet(wire: unknown): Post | undefined {
  const result = Result.safeParse(wire).data
  const [, handle, id] = PERMALINK.exec(result?.url ?? '') ?? []
  if (!result || !handle || !id || handle.toLowerCase() === 'i') return undefined
  const [, name, quoted] = /^([\s\S]*?) on X: "([\s\S]*?)"?(?: \/ X)?$/.exec(result.title ?? '') ?? []
  const text = result.description || quoted
  if (!text) return undefined
  return Post.safeParse({
    type: 'status',
    id,
    url: statusUrl(id, handle),
    text,
    truncated: true,
    author: { screen_name: handle, ...(name && { name }) },
    replying_to: null,
    provider: 'twitter',
  }).data
}
