import { Document } from 'yaml'
import { isPost, type ThreadItem } from '../domain/post.ts'
import { cleanLine } from './clean-text.ts'
import { type ConversationOptions, conversationMarkdown } from './conversation-markdown.ts'
import { toIso } from './format.ts'

/** A note for a vault: front matter, then the conversation with all its details. */
export function obsidianNote(items: readonly ThreadItem[], options: ConversationOptions): string {
  const body = conversationMarkdown(items, { ...options, flavour: 'obsidian', full: true })
  return `---\n${conversationFrontMatter(items)}---\n\n${body}`
}

/** @param more values of the caller's, before the tags */
export function conversationFrontMatter(
  items: readonly ThreadItem[],
  more: Readonly<Record<string, unknown>> = {},
): string {
  const focus = items.find((item) => item.context === 'post') ?? items[0]
  const post = focus && isPost(focus) ? focus : undefined
  const handle = post?.author.screen_name
  const chain = items.filter((item) => item.context && item.context !== 'reply').length
  return frontMatter({
    source: focus?.url ?? undefined,
    author: post && (cleanLine(post.author.name ?? '') || handle),
    author_handle: handle,
    published: post && toIso(post.created_timestamp ?? post.created_at),
    thread_posts: chain > 1 ? chain : undefined,
    ...more,
    tags: ['twitter', 'x', ...(handle ? [handle] : [])],
  })
}

/** Values as the lines of a YAML document; those that are undefined stay out. */
export function frontMatter(values: Readonly<Record<string, unknown>>): string {
  // Every string is quoted, so none is read as a date, a number or a truth value by an older YAML reader.
  return new Document(values).toString({
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  })
}
