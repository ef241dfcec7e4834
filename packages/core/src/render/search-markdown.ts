import type { Author } from '../domain/author.ts'
import type { Post } from '../domain/post.ts'
import { document } from './conversation-markdown.ts'
import { type ListOptions, postListBlocks, userListBlocks, warningBlocks } from './list-markdown.ts'
import { single, words } from './pieces.ts'

/** What a search found, as one Markdown document. */
export function searchMarkdown(
  query: string,
  found: { posts: readonly Post[] } | { users: readonly Author[] },
  options: ListOptions & { degraded: boolean },
): string {
  const items =
    'posts' in found
      ? postListBlocks(found.posts, { ...options, level: 2 })
      : userListBlocks(found.users, options)
  return document([
    [`# ${single(['Search: ', words(query)], 'markdown')}`],
    ...(options.degraded ? [[SNIPPETS]] : []),
    ...items,
    ...warningBlocks(options.warnings),
  ])
}

const SNIPPETS =
  'X could not be searched. These are snippets of a web search instead: their texts may be cut, others may be missing, and their order says nothing.'
