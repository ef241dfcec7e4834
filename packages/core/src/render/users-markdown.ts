import type { Author } from '../domain/author.ts'
import { document } from './conversation-markdown.ts'
import { type ListOptions, userListBlocks, warningBlocks } from './list-markdown.ts'

/** Accounts as one Markdown document. @param title of ours, as Markdown */
export function usersMarkdown(
  title: string,
  users: readonly Author[],
  { full, warnings }: Pick<ListOptions, 'full' | 'warnings'>,
): string {
  return document([[`# ${title}`], ...userListBlocks(users, { full }), ...warningBlocks(warnings)])
}
