import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import { feedOf } from '../../world/feed.ts'
import { Memo } from '../../world/memo.ts'
import type { Account, Post } from '../../world/model.ts'
import { hash } from '../../world/random.ts'
import type { World } from '../../world/world.ts'
import { type JsonBytes, jsonBytes, jsonList, jsonObject, type StatusTexts } from './status-texts.ts'
import { type TimelineCursor, writeTimelineCursor } from './timeline-cursor.ts'
import { firstBelow, type TimelineEntry, timelineEntries } from './timeline-entries.ts'

/** What a profile's timeline shows: posts, posts and answers to others, posts with media, articles. */
export type Tab = 'statuses' | 'with-replies' | 'media' | 'articles'

export interface PageOptions {
  /** Groups as objects of their own instead of flattened. */
  grouped: boolean
  /** The share of the page that repeats the end of the page before it. */
  overlap?: number | undefined
  /** A stranger's post that is mixed in. */
  promoted?: Post | undefined
}

/** Some tens of megabytes; a walk through the whole reach of a timeline takes about 110 pages. */
const KEPT_PAGES = 600
const KEPT_TIMELINES = 400
const SMALLEST_PAGE = 17
const LARGEST_PAGE = 35

/** The pages of all timelines. They hold until the world changes. */
export class Timelines {
  readonly #world: World
  readonly #texts: StatusTexts
  #entries = new Memo<string, TimelineEntry[]>(KEPT_TIMELINES)
  #pages = new Memo<string, JsonBytes>(KEPT_PAGES)
  #revision: number

  constructor(world: World, texts: StatusTexts) {
    this.#world = world
    this.#texts = texts
    this.#revision = world.revision
  }

  /** The posts of the page that a cursor asks for. */
  posts(account: Account, tab: Tab, cursor: TimelineCursor | undefined): Post[] {
    const [entries, start, end] = this.#bounds(account, tab, cursor)
    return entries.slice(start, end).flatMap((entry) => entry.posts)
  }

  /** The whole answer with the page that a cursor asks for. */
  page(
    account: Account,
    tab: Tab,
    cursor: TimelineCursor | undefined,
    { grouped, overlap = 0, promoted }: PageOptions,
  ): JsonBytes {
    const [entries, start, end] = this.#bounds(account, tab, cursor)
    if (start === end) return this.#emptyPage(cursor?.snowflake)
    const from = start - Math.min(start, Math.ceil(overlap * (end - start)))
    if (promoted) return this.#write(entries.slice(from, end), grouped, promoted)
    return this.#pages.get(`${account.id} ${tab} ${grouped} ${from} ${end}`, () =>
      this.#write(entries.slice(from, end), grouped),
    )
  }

  #bounds(
    account: Account,
    tab: Tab,
    cursor: TimelineCursor | undefined,
  ): [entries: TimelineEntry[], start: number, end: number] {
    const entries = this.#timeline(account, tab)
    if (cursor?.direction === 'top') {
      const end = firstBelow(entries, (BigInt(cursor.snowflake) + 1n).toString())
      return [entries, 0, pageEnd(entries.slice(0, end), account, 0)]
    }
    const start = cursor ? firstBelow(entries, cursor.snowflake) : 0
    return [entries, start, pageEnd(entries, account, start)]
  }

  #timeline(account: Account, tab: Tab): TimelineEntry[] {
    if (this.#revision !== this.#world.revision) {
      this.#revision = this.#world.revision
      this.#entries = new Memo(KEPT_TIMELINES)
      this.#pages = new Memo(KEPT_PAGES)
    }
    return this.#entries.get(`${account.id} ${tab}`, () => {
      const feed = feedOf(this.#world, account, tab === 'with-replies')
      if (tab === 'statuses' || tab === 'with-replies') return timelineEntries(this.#world, feed)
      return Array.from(onlyWith(feed, tab), (post) => ({ position: post.id, posts: [post] }))
    })
  }

  #write(entries: TimelineEntry[], grouped: boolean, promoted?: Post): JsonBytes {
    const rows = grouped
      ? entries.map((entry) => this.#group(entry))
      : entries.flatMap((entry) => entry.posts.map((post) => this.#texts.status(post)))
    if (promoted) rows.splice(rows.length >>> 1, 0, this.#texts.status(promoted))
    return this.#envelope(rows, entries[0]!.position, entries[entries.length - 1]!.position)
  }

  /** Groups of one post are plain posts. */
  #group({ posts, conversation }: TimelineEntry): JsonBytes {
    if (!conversation || posts.length === 1) return this.#texts.status(posts[0]!)
    return jsonObject({
      type: jsonBytes('thread'),
      conversation_id: jsonBytes(conversation.id),
      statuses: this.#texts.replies(posts),
      all_status_ids: jsonBytes(conversation.posts),
      truncated: jsonBytes(conversation.posts.length > posts.length),
    })
  }

  /** X gives cursors to the end of a timeline and beyond: asking on brings the same empty page. */
  #emptyPage(snowflake = msToSnowflake(this.#world.now)): JsonBytes {
    return this.#envelope([], snowflake, snowflake)
  }

  #envelope(rows: JsonBytes[], top: string, bottom: string): JsonBytes {
    const issued = msToSnowflake(this.#world.now)
    return jsonObject({
      code: jsonBytes(200),
      results: jsonList(rows),
      cursor: jsonBytes({
        top: writeTimelineCursor({ snowflake: top, direction: 'top' }, issued),
        bottom: writeTimelineCursor({ snowflake: bottom, direction: 'bottom' }, issued),
      }),
    })
  }
}

function* onlyWith(feed: Iterable<Post>, tab: 'media' | 'articles'): Generator<Post> {
  for (const post of feed) {
    if (!post.repostOf && (tab === 'media' ? post.media.length > 0 : post.article)) yield post
  }
}

/**
 * Where the page that starts at an entry ends. Pages hold 17 to 35 posts, about 30 on average, and are the same
 * each time they are asked for.
 */
function pageEnd(entries: TimelineEntry[], account: Account, start: number): number {
  const draw = (salt: number) => hash(account.index, start, salt, 0x9a6e) % (LARGEST_PAGE - SMALLEST_PAGE + 1)
  const wanted = SMALLEST_PAGE + Math.max(draw(1), draw(2), draw(3))
  let end = start
  for (let posts = 0; end < entries.length && posts < wanted; end++) {
    posts += entries[end]!.posts.length
    if (posts > LARGEST_PAGE) break
  }
  return end
}
