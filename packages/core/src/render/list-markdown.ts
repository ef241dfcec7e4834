import type { Author } from '../domain/author.ts'
import type { Post } from '../domain/post.ts'
import { profileUrl } from '../domain/status-url.ts'
import { address } from './markdown-text.ts'
import { type Line, paragraph, single, words } from './pieces.ts'
import { authorBlocks, bioBlocks, type PostOptions, person, postBlocks } from './post-markdown.ts'

/** How a list is written: always as plain Markdown. */
export interface ListOptions extends Omit<PostOptions, 'flavour'> {
  /** What is odd about the answer: words that `WARNINGS` knows. */
  warnings: readonly string[]
}

const FLAVOUR = 'markdown'

const WARNINGS: ReadonlyMap<string, string> = new Map([
  ['protected', 'This account is protected: only its followers see its posts.'],
  ['empty_page', 'X gave an empty page although it says that the list goes on; try again later.'],
  [
    'repeated_cursor',
    'X led back to what it had given before, so the list ends here and may lack something.',
  ],
  ['upstream_failed', 'The source of X data failed before the page was full; go on with the next cursor.'],
  ['page_budget', 'Many pages of X held too little to fill this one; go on with the next cursor.'],
])

/** Posts one below the other, counted. */
export function postListBlocks(posts: readonly Post[], options: ListOptions & { level: number }): string[][] {
  if (posts.length === 0) return [['No posts.']]
  const labels = posts.map((_, index) => `${index + 1}/${posts.length}`)
  const shown = new Map(posts.map(({ id }, index) => [id, labels[index] as string]))
  return posts.flatMap((post, index) =>
    postBlocks(post, { ...options, flavour: FLAVOUR, label: labels[index] as string, shown }),
  )
}

/** Accounts one below the other, counted. */
export function userListBlocks(users: readonly Author[], { full }: { full: boolean }): string[][] {
  if (users.length === 0) return [['No accounts.']]
  return users.flatMap((user, index) => [
    [`## ${single([`${index + 1}/${users.length} · `, person(user)], FLAVOUR)}`],
    ...accountBlocks(user, full),
  ])
}

/** An account: where it is and what it says of itself, and all that is known of it when that is asked for. */
export function accountBlocks(user: Author, full: boolean): string[][] {
  if (full) return authorBlocks(user, FLAVOUR)
  const source: Line = ['Profile: ', address(user.url ?? profileUrl(user.screen_name))]
  return [paragraph([source], FLAVOUR), ...bioBlocks(user, FLAVOUR)]
}

/** A paragraph of what the reader should know of the answer. */
export function warningBlocks(warnings: readonly string[]): string[][] {
  if (warnings.length === 0) return []
  const lines = warnings.map((warning): Line => ['Warning: ', words(WARNINGS.get(warning) ?? warning)])
  return [paragraph(lines, FLAVOUR)]
}
