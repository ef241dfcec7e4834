import type { Author } from '../domain/author.ts'
import type { Post, ThreadItem } from '../domain/post.ts'
import { conversationMarkdown, document } from './conversation-markdown.ts'
import type { Flavour } from './escape-markdown.ts'
import { formatDate, plural, toIso } from './format.ts'
import { conversationFrontMatter, frontMatter } from './obsidian.ts'
import { single } from './pieces.ts'
import { authorBlocks, person } from './post-markdown.ts'

/** How one note leads to another. Everything in it is ours: a folder, names made of digits, a handle. */
export interface NoteLink {
  relation: 'answers' | 'quotes' | 'original'
  folder: string
  month: string
  name: string
  handle: string
  day: string
}

export interface PostNoteOptions {
  flavour: Flavour
  now: number
  links: readonly NoteLink[]
  /** Name of the account's own note. */
  account: string
  localMedia: (url: string) => string | undefined
}

const RELATIONS: Readonly<Record<NoteLink['relation'], string>> = {
  answers: 'Answers',
  quotes: 'Quotes',
  original: 'Original',
}

/** A post or a thread as a file among others; for a vault, with front matter. */
export function postNote(posts: readonly Post[], options: PostNoteOptions): string {
  const { flavour, now, links, account, localMedia } = options
  const items = posts.map(
    (post, index): ThreadItem => ({ ...post, context: index === 0 ? 'post' : 'thread' }),
  )
  const conversation = conversationMarkdown(items, {
    flavour,
    full: true,
    now,
    userinfo: 'off',
    warnings: [],
    localMedia,
  })
  const lines = [
    ...links.map((link) => `${RELATIONS[link.relation]}: ${linkTo(link, flavour)}`),
    `Account: ${flavour === 'obsidian' ? `[[${account}]]` : `[${account}](../../${account}.md)`}`,
  ]
  const body = `${conversation}\n${document([['---'], lines.map((line, at) => (at < lines.length - 1 ? `${line}  ` : line))])}`
  if (flavour !== 'obsidian') return body
  const to = (relation: NoteLink['relation']) => links.filter((link) => link.relation === relation).map(wiki)
  const more = {
    id: posts[0]?.id,
    account: `[[${account}]]`,
    answers: listed(to('answers')),
    quotes: listed(to('quotes')),
    original: listed(to('original')),
  }
  return `---\n${conversationFrontMatter(items, more)}---\n\n${body}`
}

/** What is known of an account, and how much is kept of it. */
export function accountNote(
  profile: Author,
  { flavour, count, oldest, newest }: { flavour: Flavour; count: number; oldest?: number; newest?: number },
): string {
  const day = (ms: number) => formatDate(ms / 1000)?.slice(0, 10)
  const range = oldest !== undefined && newest !== undefined ? `, ${day(oldest)} to ${day(newest)}` : ''
  const body = document([
    [`# ${single([person(profile)], flavour)}`],
    ...authorBlocks(profile, flavour),
    [`Kept: ${plural(count, 'post')}${range}`],
  ])
  if (flavour !== 'obsidian') return body
  const values = {
    handle: profile.screen_name,
    id: profile.id,
    joined: toIso(profile.joined),
    tags: ['twitter', 'x', 'account'],
  }
  return `---\n${frontMatter(values)}---\n\n${body}`
}

function linkTo(link: NoteLink, flavour: Flavour): string {
  const words = `@${link.handle}, ${link.day}`
  return flavour === 'obsidian'
    ? `[[${link.name}|${words}]]`
    : `[${single([words], flavour)}](../../${link.folder}/${link.month}/${link.name}.md)`
}

function wiki({ name }: NoteLink): string {
  return `[[${name}]]`
}

function listed(values: string[]): string[] | undefined {
  return values.length > 0 ? [...new Set(values)] : undefined
}
