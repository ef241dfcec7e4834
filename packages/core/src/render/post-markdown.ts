import type { Author } from '../domain/author.ts'
import { sameHandle } from '../domain/handle.ts'
import {
  isPost,
  type Poll,
  type Post,
  type ReplyingTo,
  type ThreadItem,
  type Tombstone,
} from '../domain/post.ts'
import { profileUrl, statusUrl } from '../domain/status-url.ts'
import { articleLines } from './article-markdown.ts'
import { cleanLine } from './clean-text.ts'
import { escapeInline, type Flavour } from './escape-markdown.ts'
import { formatCount, formatDate, formatPercentage, plural, toMs } from './format.ts'
import { autolink, markdownLines, quoteLines } from './markdown-text.ts'
import { mediaLines } from './media-markdown.ts'
import { facetText, plainSpans, postText, type Span } from './rich-text.ts'

export interface PostOptions {
  flavour: Flavour
  /** Dates, counts and details too. */
  full: boolean
  /** Unix milliseconds, to tell whether a poll is open. */
  now: number
}

/**
 * The layout of everything: a line that begins with `>` is somebody's words, any other line is ours. Names,
 * labels and alt texts are the only words of strangers outside of the fence; they are one escaped line each.
 */

/** How a person is named in a line of ours. The handle comes last, so no name can pretend to another. */
export function nameAndHandle(author: Pick<Author, 'name' | 'screen_name'>, flavour: Flavour): string {
  const name = escapeInline(cleanLine(author.name ?? ''), flavour)
  return name ? `${name} (@${author.screen_name})` : `@${author.screen_name}`
}

/**
 * One post, or the tombstone of one, as blocks of Markdown: lists of lines that are set apart by a blank one.
 * @param label what it is in the conversation, such as `Thread 2/5`; empty for a post on its own
 * @param shown labels of the posts in the same document by their ids, so that a reply can say which it answers
 * @param previous id of the post right above, whose author's next post need not say that it answers it
 */
export function postBlocks(item: ThreadItem, options: PostOptions & Place): string[][] {
  const heading = (text: string) => `${'#'.repeat(Math.min(options.level, 6))} ${text}`
  if (!isPost(item)) return tombstoneBlocks(item, options.label, heading, options.flavour)
  const label = options.label && `${options.label} · `
  const blocks: string[][] = [[heading(`${label}${nameAndHandle(item.author, options.flavour)}`)]]
  blocks.push(broken(headLines(item, options)), fence(postText(item), options.flavour))
  if (item.article) blocks.push(['Article:'], quoteLines(articleLines(item.article, options.flavour)))
  blocks.push(broken(mediaLines(item.media, options)))
  if (item.poll) blocks.push(pollLines(item.poll, options))
  blocks.push(...cardBlocks(item, options), ...noteBlocks(item, options), ...translationBlocks(item, options))
  if (item.quote) {
    const quoted = { ...options, label: 'Quoted post', level: options.level + 1, previous: undefined }
    blocks.push(...postBlocks(item.quote, quoted))
  }
  return blocks.filter((lines) => lines.length > 0)
}

interface Place {
  label: string
  level: number
  shown: ReadonlyMap<string, string>
  previous?: string | undefined
}

/** A stranger's words behind `>`; nothing when there are none. */
export function fence(spans: readonly Span[], flavour: Flavour): string[] {
  return spans.length > 0 ? quoteLines(markdownLines(spans, flavour)) : []
}

/** Lines of ours that stay apart when Markdown is shown. */
export function broken(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}  ` : line))
}

function headLines(post: Post, options: PostOptions & Place): string[] {
  const { flavour, full } = options
  const lines = [`Source: ${autolink(post.url)}`]
  if (post.reposted_by) lines.push(`Reposted by ${nameAndHandle(post.reposted_by, flavour)}`)
  const parent = post.replying_to
  const continues =
    parent?.status === options.previous && parent && sameHandle(parent.screen_name, post.author.screen_name)
  if (parent && !(continues && options.previous)) lines.push(replyLine(parent, options.shown))
  if (full) lines.push(...detailLines(post, flavour))
  return lines
}

/** Whom a post answers, and which post: its label in this document, or where it stands on X. */
function replyLine(parent: ReplyingTo, shown: ReadonlyMap<string, string>): string {
  const line = `Replying to @${cleanLine(parent.screen_name)}`
  if (!parent.status) return line
  const label = shown.get(parent.status)
  if (label !== undefined) return label ? `${line} (${label})` : line
  return `${line} (not shown here: ${autolink(statusUrl(parent.status, parent.screen_name))})`
}

function detailLines(post: Post, flavour: Flavour): string[] {
  const date = formatDate(post.created_timestamp ?? post.created_at)
  const counts = [
    count(post.likes, 'like'),
    count(post.reposts, 'repost'),
    count(post.quotes, 'quote'),
    count(post.replies, 'reply', 'replies'),
    count(post.bookmarks, 'bookmark'),
    count(post.views, 'view'),
  ].filter(Boolean)
  const facts = [
    post.lang && `Language: ${inline(post.lang, flavour)}`,
    post.source && `Posted with: ${inline(post.source, flavour)}`,
    post.community && `Community: ${inline(post.community.name, flavour)}`,
    post.possibly_sensitive && 'Marked as sensitive',
    post.is_note_tweet && 'Long post',
    verification(post.author),
  ]
  return [date && `Date: ${date}`, counts.join(' · '), ...facts].filter((line): line is string =>
    Boolean(line),
  )
}

/** null and absent are unknown, so they are not shown; 0 is. */
function count(value: number | null | undefined, one: string, many?: string): string {
  return typeof value === 'number' ? plural(value, one, many) : ''
}

function verification({ verification }: Author): string | undefined {
  return verification?.verified ? `Author verified as: ${verification.type ?? 'verified'}` : undefined
}

function inline(text: string | null | undefined, flavour: Flavour): string {
  return text ? escapeInline(cleanLine(text), flavour) : ''
}

const REASONS: Readonly<Record<string, string>> = {
  deleted: 'it was deleted',
  suspended: 'its author is suspended',
  private: "its author's posts are protected",
  blocked: 'its author limits who can see it',
}

/** Why a post is missing, in our words: upstream's message is neither needed nor trusted. */
export function tombstoneText(reason: string | null | undefined): string {
  return `This post is not available: ${REASONS[reason ?? ''] ?? 'X does not show it and gives no reason'}.`
}

function tombstoneBlocks(
  tombstone: Tombstone,
  label: string,
  heading: (text: string) => string,
  flavour: Flavour,
): string[][] {
  const author = tombstone.author ? ` · ${nameAndHandle(tombstone.author, flavour)}` : ''
  const url = tombstone.url ?? (tombstone.id ? statusUrl(tombstone.id) : undefined)
  return [
    [heading(`${label || 'Post'}${author} · unavailable`)],
    broken([...(url ? [`Source: ${autolink(url)}`] : []), tombstoneText(tombstone.reason)]),
  ]
}

function pollLines(poll: Poll, { flavour, now }: PostOptions): string[] {
  const ends = toMs(poll.ends_at)
  // Upstream's own word first: its clock counted the votes.
  const closed = poll.time_left_en ? /final/i.test(poll.time_left_en) : ends !== undefined && ends <= now
  const until = !closed && formatDate(poll.ends_at)
  const state = closed ? 'closed' : `open${until ? ` until ${until}` : ''}`
  const votes = typeof poll.total_votes === 'number' ? `, ${plural(poll.total_votes, 'vote')}` : ''
  return [
    `Poll (${state}${votes}):`,
    ...poll.choices.map((choice, index) => {
      const share = typeof choice.percentage === 'number' ? ` — ${formatPercentage(choice.percentage)}` : ''
      const number = typeof choice.count === 'number' ? ` (${formatCount(choice.count)})` : ''
      return `${index + 1}. ${inline(choice.label, flavour)}${share}${number}`
    }),
  ]
}

function cardBlocks({ card }: Post, { flavour }: PostOptions): string[][] {
  if (!card) return []
  const words = [card.title, card.description].filter((text): text is string => Boolean(text))
  const url = /^https?:\/\/t\.co\//i.test(card.url) ? '' : ` ${autolink(card.url)}`
  return [[`Link card:${url}`], fence(plainSpans(words.join('\n\n')), flavour)]
}

function noteBlocks({ community_note: note }: Post, { flavour }: PostOptions): string[][] {
  return note ? [['Community note by readers:'], fence(facetText(note.text, note.facets), flavour)] : []
}

function translationBlocks({ translation }: Post, { flavour }: PostOptions): string[][] {
  if (!translation) return []
  const languages = [translation.source_lang, translation.target_lang].map((lang) => inline(lang, flavour))
  return [[`Translation (${languages.join(' to ')}):`], fence(plainSpans(translation.text), flavour)]
}

/** What X says about where an account comes from. */
export function aboutLines(about: Author['about_account'], flavour: Flavour): string[] {
  const changes = about?.username_changes
  const last = formatDate(changes?.last_changed_at)?.slice(0, 10)
  return [
    about?.based_in && `Account based in: ${inline(about.based_in, flavour)}`,
    about?.source && `Connected by: ${inline(about.source, flavour)}`,
    changes?.count && `${plural(changes.count, 'handle change')}${last ? `, the last on ${last}` : ''}`,
  ].filter((line): line is string => Boolean(line))
}

/** An account's facts: handle, counts, place, site, and its bio behind the fence. */
export function authorBlocks(author: Author, flavour: Flavour): string[][] {
  const lines = [
    `Profile: ${autolink(author.url ?? profileUrl(author.screen_name))}`,
    author.verification?.verified && `Verified as: ${author.verification.type ?? 'verified'}`,
    author.protected && 'Protected: only followers see the posts',
    [
      count(author.followers, 'follower'),
      typeof author.following === 'number' && `${formatCount(author.following)} following`,
      count(author.statuses, 'post'),
    ]
      .filter(Boolean)
      .join(' · '),
    author.joined && `Joined: ${formatDate(author.joined)?.slice(0, 10) ?? 'unknown'}`,
    author.location && `Location: ${inline(author.location, flavour)}`,
    author.website && `Website: ${autolink(author.website.url)}`,
    ...aboutLines(author.about_account, flavour),
  ].filter((line): line is string => Boolean(line))
  const bio = author.raw_description
    ? facetText(author.raw_description.text, author.raw_description.facets)
    : plainSpans(author.description ?? '')
  return [broken(lines), ...(bio.length > 0 ? [['Bio:'], fence(bio, flavour)] : [])]
}
