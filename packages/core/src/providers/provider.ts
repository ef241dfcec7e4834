import type { Author } from '../domain/author.ts'
import type { Post, ThreadItem, Tombstone, TombstoneReason } from '../domain/post.ts'
import type { Feed } from '../request/search-request.ts'

/**
 * Why a post is not to be had, once that is certain. `missing`: sources that do not depend on each other both
 * say that there is no such post.
 */
export type GoneReason = TombstoneReason | 'age_restricted' | 'withheld' | 'missing'

/**
 * What a source says of a thing that was asked for.
 * - `found`: here it is.
 * - `gone`: X itself said that it is deleted, suspended, protected or withheld. Final.
 * - `unsure`: a miss that may as well be a fault of the source. Never a "does not exist".
 */
export type Outcome<T> =
  | { kind: 'found'; value: T }
  | { kind: 'gone'; reason: GoneReason; tombstone?: Tombstone }
  | { kind: 'unsure' }

/** A post with what stands around it, in no promised order except that `thread` runs from old to new. */
export interface Conversation {
  post: Post
  /** The posts above the requested one and the post itself; of any author. */
  thread: ThreadItem[]
  /** Posts below it, at any depth. */
  replies: Post[]
  /** What names the next page of replies, where there is one. */
  next?: string
}

/** The author's own chain through a post, from old to new, tombstones where posts are missing. */
export interface AuthorThread {
  post: Post
  thread: ThreadItem[]
}

export type ReplyOrder = 'top' | 'recent'

/** One page of a list as its source gives it: of any length, empty ones included, with what it repeats. */
export interface ListPage<T> {
  items: T[]
  /** Cursor of the page after it. Sources give one at the end of a list, too, or one that leads back. */
  next: string | undefined
}

export interface TimelineOptions {
  /** Absent for the newest posts. */
  cursor?: string | undefined
  withReplies: boolean
  /** How many the caller wants: what is paid for by the post is no more than that, as far as its source lets. */
  wanted?: number
}

export type ConnectionKind = 'followers' | 'following'

export interface ConnectionOptions {
  cursor: string | undefined
  /** As of a timeline. */
  wanted?: number
}

export interface SearchQuestion {
  /** As X is asked it, operators included. */
  query: string
  feed: Feed
  cursor?: string | undefined
  /** As of a timeline. */
  wanted?: number
}

/** Accounts in the users feed, posts in all others. */
export type SearchItem = Post | Author

/** How a source searches. */
export interface SearchSource {
  readonly feeds: readonly Feed[]
  /**
   * - `live`: a service that searches X, and may be down for days.
   * - `account`: X itself, over accounts of ours that it allows so many questions: one page at a time.
   * - `snippets`: what a web search knows of X; one page, texts cut.
   */
  readonly kind: 'live' | 'account' | 'snippets'
  /** @throws UpstreamError */
  search(question: SearchQuestion, signal?: AbortSignal): Promise<ListPage<SearchItem>>
}

/**
 * A source of X data. A method that is absent is something that this source cannot do. Every method throws
 * UpstreamError when the source did not answer usefully, and the signal's reason when the caller left.
 */
export interface Provider {
  readonly name: string
  /** Whether a call costs money. */
  readonly paid?: boolean
  getPost?(id: string, signal?: AbortSignal): Promise<Outcome<Post>>
  getAuthorThread?(id: string, signal?: AbortSignal): Promise<Outcome<AuthorThread>>
  /** @param page `next` of the page before; such a page need not hold the posts above */
  getConversation?(
    id: string,
    order: ReplyOrder,
    page?: string,
    signal?: AbortSignal,
  ): Promise<Outcome<Conversation>>
  getProfile?(handle: string, signal?: AbortSignal): Promise<Outcome<Author>>
  /** An account's posts and reposts from new to old. */
  getTimeline?(
    handle: string,
    options: TimelineOptions,
    signal?: AbortSignal,
  ): Promise<Outcome<ListPage<Post>>>
  /**
   * A cursor of `getTimeline` for the page that starts just below a snowflake.
   * @param now Unix milliseconds
   */
  timelineCursorBelow?(snowflake: string, now: number): string
  /** The snowflake below which the page of a cursor of `getTimeline` starts; undefined where it holds none. */
  timelinePositionOf?(cursor: string): string | undefined
  /** Whether a text can be a cursor of `getTimeline`. */
  isTimelineCursor?(text: string): boolean
  getConnections?(
    handle: string,
    kind: ConnectionKind,
    options: ConnectionOptions,
    signal?: AbortSignal,
  ): Promise<Outcome<ListPage<Author>>>
  readonly search?: SearchSource
}
