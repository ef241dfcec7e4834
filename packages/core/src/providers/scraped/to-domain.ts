import { Post } from '../../domain/post.ts'
import { statusUrl } from '../../domain/status-url.ts'

/** A post's page on X as a web scraper gives it. */
export interface Page {
  markdown: string
  title?: string | undefined
}

/** What such a page turned out to be. */
export type Scraped = { kind: 'post'; post: Post } | { kind: 'missing' } | { kind: 'broken' }

const MISSING = /this page doesn.t exist|this post was deleted|this account doesn.t exist|account suspended/i
const BROKEN = /something went wrong|try reloading/i

/**
 * Reads the one post out of a scraped page. A scraper calls X's own "does not exist" a success, so a page counts
 * only when it links to this very post by its author. There is the text and who wrote it; nothing else of such a
 * page is sure enough to be told.
 */
export function readPage(id: string, { markdown, title = '' }: Page): Scraped {
  const handle = new RegExp(`https?://(?:www\\.)?(?:x|twitter)\\.com/(\\w{1,15})/status/${id}\\b`).exec(
    markdown,
  )?.[1]
  if (!handle || handle === 'i') {
    if (MISSING.test(markdown)) return { kind: 'missing' }
    return { kind: BROKEN.test(markdown) || markdown.trim() === '' ? 'broken' : 'missing' }
  }
  const [, name, quoted] = /^([\s\S]*?) on X: "([\s\S]*)" \/ X$/.exec(title) ?? []
  const text = quoted ?? textBetween(markdown, handle, id)
  if (text === undefined) return { kind: 'broken' }
  const post = Post.safeParse({
    type: 'status',
    id,
    url: statusUrl(id, handle),
    text,
    author: { screen_name: handle, ...(name && { name }) },
    replying_to: null,
    provider: 'twitter',
  }).data
  return post ? { kind: 'post', post } : { kind: 'broken' }
}

/** Without a title, the words stand between the author's handle and the line that links to the post. */
function textBetween(markdown: string, handle: string, id: string): string | undefined {
  const start = markdown.indexOf(`[@${handle}](`)
  const end = markdown.search(new RegExp(`^\\[[^\\]\\n]*\\]\\([^)\\n]*/status/${id}\\b`, 'm'))
  if (start < 0 || end < start) return undefined
  const body = markdown.slice(markdown.indexOf('\n', start), end)
  // Links of mentions and tags are X's own; what they show is what the author wrote.
  return body.replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1').trim()
}
