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
import type { Flavour } from './escape-markdown.ts'
import { formatCount, formatDate, formatPercentage, plural, toMs } from './format.ts'
import { address, markdownLines, quoteLines } from './markdown-text.ts'
import { mediaLines } from './media-markdown.ts'
import { type Line, type Piece, paragraph, single, WORDS, words } from './pieces.ts'
import { facetText, plainSpans, postText, type Span } from './rich-text.ts'

export interface PostOptions {
  flavour: Flavour
  /** Dates, counts and details too. */
  full: boolean
  /** Unix milliseconds, to tell whether a poll is open. */
  now: number
  /** Where a file is that stands beside the document, as a path of plain letters; undefined: where X has it. */
  localMedia?: ((url: string) => string | undefined) | undefined
}

/**
 * The layout of everything: a line that begins with `>` is somebody's words, any other line is ours. Names,
 * labels and alt texts are the only words of strangers outside of the fence; they are one escaped line each.
 */

/** How a person is named in a line of ours. The handle comes last, so no name can pretend to another. */
export function person(author: Pick<Author, 'name' | 'screen_name'>): Piece {
  const name = words(author.name).piece
  const handle = words(`@${author.screen_name}`).piece
  return { piece: name ? `${name} (${handle})` : handle, kind: WORDS }
}

/**
 * One post, or the tombstone of one, as blocks of Markdown: lists of lines that are set apart by a blank one.
 * @param label what it is in the conversation, such as `Thread 2/5`; empty for a post on its own
 * @param shown labels of the posts in the same document by their ids, so that a reply can say which it answers
 * @param previous id of the post right above, whose author's next post need not say that it answers it
 */
export function postBlocks(item: ThreadItem, options: PostOptions & Place): string[][] {
  const heading = (line: Line) => `${'#'.repeat(Math.min(options.level, 6))} ${single(line, options.flavour)}`
  if (!isPost(item)) return tombstoneBlocks(item, options.label, heading, options.flavour)
  const label = options.label && `${options.label} · `
  const blocks: string[][] = [[heading([label, person(item.author)])]]
  blocks.push(paragraph(headLines(item, options), options.flavour), fence(postText(item), options.flavour))
  if (item.article) blocks.push(['Article:'], quoteLines(articleLines(item.article, options.flavour)))
  blocks.push(paragraph(mediaLines(item.media, options), options.flavour))
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

function headLines(post: Post, options: PostOptions & Place): Line[] {
  const lines: Line[] = [['Source: ', address(post.url)]]
  if (post.reposted_by) lines.push(['Reposted by ', person(post.reposted_by)])
  const parent = post.replying_to
  const continues =
    parent?.status === options.previous && parent && sameHandle(parent.screen_name, post.author.screen_name)
  if (parent && !(continues && options.previous)) lines.push(replyLine(parent, options.shown))
  if (post.truncated) lines.push(['Only the beginning of the text is known'])
  if (options.full) lines.push(...detailLines(post))
  return lines
}

/** Whom a post answers, and which post: its label in this document, or where it stands on X. */
function replyLine(parent: ReplyingTo, shown: ReadonlyMap<string, string>): Line {
  const line = ['Replying to ', words(`@${parent.screen_name}`)]
  if (!parent.status) return line
  const label = shown.get(parent.status)
  if (label !== undefined) return label ? [...line, ` (${label})`] : line
  return [...line, ' (not shown here: ', address(statusUrl(parent.status, parent.screen_name)), ')']
}

function detailLines(post: Post): Line[] {
  const date = formatDate(post.created_timestamp ?? post.created_at)
  const counts = [
    count(post.likes, 'like'),
    count(post.reposts, 'repost'),
    count(post.quotes, 'quote'),
    count(post.replies, 'reply', 'replies'),
    count(post.bookmarks, 'bookmark'),
    count(post.views, 'view'),
  ].filter(Boolean)
  const { verification } = post.author
  return some([
    date && [`Date: ${date}`],
    counts.length > 0 && [counts.join(' · ')],
    post.lang && ['Language: ', words(post.lang)],
    post.source && ['Posted with: ', words(post.source)],
    post.community && ['Community: ', words(post.community.name)],
    post.possibly_sensitive && ['Marked as sensitive'],
    post.is_note_tweet && ['Long post'],
    verification?.verified && ['Author verified as: ', words(verification.type ?? 'verified')],
  ])
}

function some(lines: readonly (Line | string | false | null | undefined)[]): Line[] {
  return lines.filter((line): line is Line => Array.isArray(line))
}

/** null and absent are unknown, so they are not shown; 0 is. */
function count(value: number | null | undefined, one: string, many?: string): string {
  return typeof value === 'number' ? plural(value, one, many) : ''
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['deleted', 'it was deleted'],
  ['suspended', 'its author is suspended'],
  ['private', "its author's posts are protected"],
  ['blocked', 'its author limits who can see it'],
  ['age_restricted', 'X shows it only to adults who are signed in'],
  ['withheld', 'X withholds it'],
  ['missing', 'there is no such post'],
])

/** Why a post cannot be shown, as the end of a sentence. */
export function reasonText(reason: string | null | undefined): string {
  return REASONS.get(reason ?? '') ?? 'X does not show it and gives no reason'
}

/** Upstream's own message is neither needed nor trusted, so only the reason is told. */
function tombstoneBlocks(
  tombstone: Tombstone,
  label: string,
  heading: (line: Line) => string,
  flavour: Flavour,
): string[][] {
  const author: Line = tombstone.author ? [' · ', person(tombstone.author)] : []
  const url = tombstone.url ?? (tombstone.id ? statusUrl(tombstone.id) : undefined)
  const lines: Line[] = [[`This post is not available: ${reasonText(tombstone.reason)}.`]]
  if (url) lines.unshift(['Source: ', address(url)])
  return [[heading([label || 'Post', ...author, ' · unavailable'])], paragraph(lines, flavour)]
}

function pollLines(poll: Poll, { flavour, now }: PostOptions): string[] {
  const ends = toMs(poll.ends_at)
  const closed = /final/i.test(poll.time_left_en ?? '') || (ends !== undefined && ends <= now)
  const until = !closed && formatDate(poll.ends_at)
  const state = closed ? 'closed' : `open${until ? ` until ${until}` : ''}`
  const votes = typeof poll.total_votes === 'number' ? `, ${plural(poll.total_votes, 'vote')}` : ''
  return [
    `Poll (${state}${votes}):`,
    ...poll.choices.map((choice, index) => {
      const share = typeof choice.percentage === 'number' ? ` — ${formatPercentage(choice.percentage)}` : ''
      const number = typeof choice.count === 'number' ? ` (${formatCount(choice.count)})` : ''
      return `${index + 1}. ${single([words(choice.label), share, number], flavour)}`
    }),
  ]
}

function cardBlocks({ card }: Post, { flavour }: PostOptions): string[][] {
  if (!card) return []
  const texts = [card.title, card.description].filter((text): text is string => Boolean(text))
  const url: Line = /^https?:\/\/t\.co\//i.test(card.url) ? [] : [' ', address(card.url)]
  return [[single(['Link card:', ...url], flavour)], fence(plainSpans(texts.join('\n\n')), flavour)]
}

function noteBlocks({ community_note: note }: Post, { flavour }: PostOptions): string[][] {
  return note
    ? [['Community note by readers:'], fence(facetText(note.text, note.facets, 'plain'), flavour)]
    : []
}

function translationBlocks({ translation }: Post, { flavour }: PostOptions): string[][] {
  if (!translation) return []
  const line: Line = [
    'Translation (',
    words(translation.source_lang),
    ' to ',
    words(translation.target_lang),
    '):',
  ]
  return [[single(line, flavour)], fence(plainSpans(translation.text), flavour)]
}

/** What X says about where an account comes from. */
export function aboutLines(about: Author['about_account']): Line[] {
  const changes = about?.username_changes
  const last = formatDate(changes?.last_changed_at)?.slice(0, 10)
  return some([
    about?.based_in && ['Account based in: ', words(about.based_in)],
    about?.source && ['Connected by: ', words(about.source)],
    changes?.count
      ? [`${plural(changes.count, 'handle change')}${last ? `, the last on ${last}` : ''}`]
      : undefined,
  ])
}

/** An account's facts: handle, counts, place, site, and its bio behind the fence. */
export function authorBlocks(author: Author, flavour: Flavour): string[][] {
  const counts = [
    count(author.followers, 'follower'),
    typeof author.following === 'number' && `${formatCount(author.following)} following`,
    count(author.statuses, 'post'),
  ].filter(Boolean)
  const joined = formatDate(author.joined)?.slice(0, 10)
  const lines = some([
    ['Profile: ', address(author.url ?? profileUrl(author.screen_name))],
    author.verification?.verified && ['Verified as: ', words(author.verification.type ?? 'verified')],
    author.protected && ['Protected: only followers see the posts'],
    counts.length > 0 && [counts.join(' · ')],
    joined && [`Joined: ${joined}`],
    author.location && ['Location: ', words(author.location)],
    author.website && ['Website: ', address(author.website.url)],
    ...aboutLines(author.about_account),
  ])
  return [paragraph(lines, flavour), ...bioBlocks(author, flavour)]
}

/** What an account says of itself, behind the fence; nothing when it says nothing. */
export function bioBlocks(author: Author, flavour: Flavour): string[][] {
  const bio = author.raw_description
    ? facetText(author.raw_description.text, author.raw_description.facets)
    : plainSpans(author.description ?? '')
  return bio.length > 0 ? [['Bio:'], fence(bio, flavour)] : []
}
