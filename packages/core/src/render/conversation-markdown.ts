import { isPost, type PostContext, type ThreadItem } from '../domain/post.ts'
import { paragraph, single, words } from './pieces.ts'
import { authorBlocks, type PostOptions, person, postBlocks } from './post-markdown.ts'

export type UserInfo = 'off' | 'author' | 'all'

export interface ConversationOptions extends PostOptions {
  userinfo: UserInfo
  /** What the reader should know of the answer, in our words. */
  warnings: readonly string[]
}

const LABELS: Readonly<Record<PostContext, string>> = {
  parent: 'Parent',
  post: 'Post',
  thread: 'Thread',
  reply: 'Reply',
}

/** A post with what stands around it, in order, as one Markdown document. */
export function conversationMarkdown(items: readonly ThreadItem[], options: ConversationOptions): string {
  const blocks: string[][] = []
  const described = new Set<string>()
  const labels = labelsOf(items)
  const shown = new Map(items.map((item, index) => [item.id ?? '', labels[index] as string]))
  for (const [index, item] of items.entries()) {
    const previous = items[index - 1]?.id ?? undefined
    blocks.push(
      ...postBlocks(item, { ...options, label: labels[index] as string, level: 2, shown, previous }),
    )
    if (!isPost(item) || described.has(item.author.screen_name)) continue
    if (options.userinfo === 'all' || (options.userinfo === 'author' && isFocus(item, items))) {
      described.add(item.author.screen_name)
      blocks.push([`### ${single(['About ', person(item.author)], options.flavour)}`])
      blocks.push(...authorBlocks(item.author, options.flavour))
    }
  }
  if (options.warnings.length > 0)
    blocks.push(
      paragraph(
        options.warnings.map((warning) => ['Warning: ', words(warning)]),
        options.flavour,
      ),
    )
  return document(blocks)
}

/** Blocks as a document: a blank line between two, one line end at the end. */
export function document(blocks: readonly string[][]): string {
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function isFocus(item: ThreadItem, items: readonly ThreadItem[]): boolean {
  return item.context === 'post' || items.length === 1
}

/** The chain and the replies are counted apart: `Parent 1/3`, `Post 2/3`, `Thread 3/3`, `Reply 1/10`. */
function labelsOf(items: readonly ThreadItem[]): string[] {
  if (items.length === 1) return ['']
  const isReply = (item: ThreadItem) => item.context === 'reply'
  const totals = {
    chain: items.filter((item) => !isReply(item)).length,
    replies: items.filter(isReply).length,
  }
  let chain = 0
  let replies = 0
  return items.map((item) => {
    const label = LABELS[item.context ?? 'post']
    if (isReply(item)) return `${label} ${++replies}/${totals.replies}`
    return totals.chain === 1 ? label : `${label} ${++chain}/${totals.chain}`
  })
}
