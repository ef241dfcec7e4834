import type { Author } from '../domain/author.ts'
import type { Post } from '../domain/post.ts'
import { document } from './conversation-markdown.ts'
import { accountBlocks, type ListOptions, postListBlocks, warningBlocks } from './list-markdown.ts'
import { single } from './pieces.ts'
import { person } from './post-markdown.ts'

/** A profile and its posts, as one Markdown document. @param posts undefined when they were not asked for */
export function profileMarkdown(
  profile: Author,
  posts: readonly Post[] | undefined,
  options: ListOptions,
): string {
  return document([
    [`# ${single([person(profile)], 'markdown')}`],
    ...accountBlocks(profile, options.full),
    ...(posts ? [['## Posts'], ...postListBlocks(posts, { ...options, level: 3 })] : []),
    ...warningBlocks(options.warnings),
  ])
}
