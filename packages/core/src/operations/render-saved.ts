import type { ThreadItem } from '../domain/post.ts'
import { XmdError } from '../errors.ts'
import { readSavedAnswer, type SavedAnswer } from '../providers/fxtwitter/saved-answer.ts'
import { conversationMarkdown, document, type UserInfo } from '../render/conversation-markdown.ts'
import { obsidianNote } from '../render/obsidian.ts'
import { paragraph, single } from '../render/pieces.ts'
import { aboutLines, authorBlocks, person } from '../render/post-markdown.ts'
import { assembleConversation } from './assemble-conversation.ts'

export interface RenderSavedOptions {
  /** Whose answer it is. */
  from: 'fxtwitter'
  format: 'markdown' | 'json' | 'obsidian'
  full: boolean
  userinfo: UserInfo
  /** Unix milliseconds, to tell whether a poll is open. */
  now: number
}

export interface RenderedSaved {
  format: RenderSavedOptions['format']
  markdown: string
  posts: ThreadItem[]
  warnings: string[]
  postCount: number
}

/**
 * Renders an upstream answer that was saved to a file: no network, nothing capped.
 * @param body the parsed JSON
 * @throws XmdError `invalid_body` when it is not such an answer, or says that there is no post
 */
export function renderSaved(body: unknown, options: RenderSavedOptions): RenderedSaved {
  const saved = readSavedAnswer(body)
  if (!saved) {
    throw new XmdError(
      'invalid_body',
      'This is not an FxTwitter answer that holds a post, a list of posts or a profile.',
    )
  }
  const { items, warnings } = arrange(saved)
  const full = options.full || options.format === 'obsidian'
  const flavour = options.format === 'obsidian' ? 'obsidian' : 'markdown'
  const conversation = { flavour, full, now: options.now, userinfo: options.userinfo, warnings } as const
  const markdown =
    items.length === 0 && saved.kind !== 'list'
      ? profileDocument(saved, flavour)
      : options.format === 'obsidian'
        ? obsidianNote(items, conversation)
        : conversationMarkdown(items, conversation)
  return { format: options.format, markdown, posts: items, warnings, postCount: items.length }
}

function arrange(saved: SavedAnswer): { items: ThreadItem[]; warnings: string[] } {
  if (saved.kind === 'list') return { items: saved.items, warnings: [] }
  if (saved.kind !== 'conversation') return { items: [], warnings: [] }
  const { post, thread, replies } = saved
  if (post.type === 'tombstone') return { items: [post], warnings: [] }
  const limits = {
    context: 'full',
    replies: 'top',
    max: Number.POSITIVE_INFINITY,
    maxReplies: Number.POSITIVE_INFINITY,
  } as const
  return assembleConversation(undefined, { post, thread, replies }, limits)
}

function profileDocument(saved: SavedAnswer, flavour: 'markdown' | 'obsidian'): string {
  if (saved.kind === 'about')
    return document([['# About this account'], paragraph(aboutLines(saved.about), flavour)])
  if (saved.kind !== 'profile') return document([])
  return document([[`# ${single([person(saved.author)], flavour)}`], ...authorBlocks(saved.author, flavour)])
}
