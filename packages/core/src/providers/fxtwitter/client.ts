import type { Author } from '../../domain/author.ts'
import type { Post, Tombstone } from '../../domain/post.ts'
import { TombstoneReason } from '../../domain/post.ts'
import { msToSnowflake } from '../../domain/snowflake.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type {
  AuthorThread,
  ConnectionKind,
  ConnectionOptions,
  Conversation,
  ListPage,
  Outcome,
  Provider,
  ReplyOrder,
  SearchSource,
  TimelineOptions,
} from '../provider.ts'
import { readList, readProfile } from './lists.ts'
import { PostAnswer } from './schema.ts'
import { cursorBelow, decodeTimelineCursor } from './timeline-cursor.ts'
import { toAuthor, toPost, toThreadItem } from './to-domain.ts'

/** FxTwitter takes ids of this shape and answers 400 to any other. */
const ACCEPTED_ID = /^\d{2,20}$/

/** A wish: X decides how long its pages are, so these are what it is known to give at most. */
const POSTS_A_PAGE = 40
const ACCOUNTS_A_PAGE = 100

/**
 * Posts, profiles and lists from an FxTwitter API (v2).
 *
 * Its 404 covers throttling and failure too, so only a tombstone, or the 401 of a protected account, counts
 * as "gone"; a bare 404 is `unsure`.
 */
export class FxTwitter implements Provider {
  readonly name = 'fxtwitter'
  readonly #upstream: Upstream

  constructor(upstream: Upstream) {
    this.#upstream = upstream
  }

  async getPost(id: string, signal?: AbortSignal): Promise<Outcome<Post>> {
    return this.#read(`2/status/${id}`, id, (post) => post, signal)
  }

  async getAuthorThread(id: string, signal?: AbortSignal): Promise<Outcome<AuthorThread>> {
    return this.#read(
      `2/thread/${id}`,
      id,
      (post, answer) => ({
        post,
        thread: (answer.thread ?? [post]).flatMap((item) => toThreadItem(item) ?? []),
      }),
      signal,
    )
  }

  async getConversation(
    id: string,
    order: ReplyOrder,
    page?: string,
    signal?: AbortSignal,
  ): Promise<Outcome<Conversation>> {
    const query = new URLSearchParams({ ranking_mode: order === 'recent' ? 'recency' : 'likes' })
    if (page) query.set('cursor', page)
    return this.#read(
      `2/conversation/${id}?${query}`,
      id,
      (post, answer) => ({
        post,
        thread: (answer.thread ?? [post]).flatMap((item) => toThreadItem(item) ?? []),
        replies: (answer.replies ?? []).flatMap((item) => toPost(item) ?? []),
        ...(answer.cursor?.bottom && { next: answer.cursor.bottom }),
      }),
      signal,
    )
  }

  async getProfile(handle: string, signal?: AbortSignal): Promise<Outcome<Author>> {
    return readProfile(await this.#upstream.getJson(`2/profile/${handle}`, signal))
  }

  async getTimeline(
    handle: string,
    { cursor, withReplies }: TimelineOptions,
    signal?: AbortSignal,
  ): Promise<Outcome<ListPage<Post>>> {
    const query = new URLSearchParams({
      count: String(POSTS_A_PAGE),
      ...(withReplies && { with_replies: 'true' }),
      ...(cursor !== undefined && { cursor }),
    })
    const answer = await this.#upstream.getJson(`2/profile/${handle}/statuses?${query}`, signal)
    return readList(answer, toPost)
  }

  timelineCursorBelow(snowflake: string, now: number): string {
    return cursorBelow(snowflake, msToSnowflake(now))
  }

  timelinePositionOf(cursor: string): string | undefined {
    const read = decodeTimelineCursor(cursor)
    return read?.direction === 'below' ? read.sortIndex : undefined
  }

  isTimelineCursor(text: string): boolean {
    return decodeTimelineCursor(text) !== undefined
  }

  async getConnections(
    handle: string,
    kind: ConnectionKind,
    { cursor }: ConnectionOptions,
    signal?: AbortSignal,
  ): Promise<Outcome<ListPage<Author>>> {
    const query = new URLSearchParams({
      count: String(ACCOUNTS_A_PAGE),
      ...(cursor !== undefined && { cursor }),
    })
    return readList(await this.#upstream.getJson(`2/profile/${handle}/${kind}?${query}`, signal), toAuthor)
  }

  readonly search: SearchSource = {
    // Its third feed mixes photos and videos, so it answers neither question.
    feeds: ['latest', 'top'],
    kind: 'live',
    search: async ({ query, feed, cursor }, signal) => {
      const asked = new URLSearchParams({
        q: query,
        feed,
        count: String(POSTS_A_PAGE),
        ...(cursor !== undefined && { cursor }),
      })
      const outcome = readList(await this.#upstream.getJson(`2/search?${asked}`, signal), toPost)
      if (outcome.kind === 'found') return outcome.value
      throw new UpstreamError('miss', 'FxTwitter cannot search now')
    },
  }

  async #read<T>(
    path: string,
    id: string,
    convert: (post: Post, answer: PostAnswer) => T,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<T>> {
    if (!ACCEPTED_ID.test(id)) {
      throw new UpstreamError('status', 'FxTwitter takes no id of this length', { retryable: false })
    }
    const { status, body } = await this.#upstream.getJson(path, signal)
    const decoded = PostAnswer.safeParse(body)
    if (!decoded.success)
      throw new UpstreamError('body', 'FxTwitter answered in an unknown shape', { status })
    const answer = decoded.data
    const item = toThreadItem(answer.status ?? answer.tweet)
    if (item?.type === 'tombstone') return gone(item)
    if (status === 200 && item) return { kind: 'found', value: convert(item, answer) }
    if (status === 401) return { kind: 'gone', reason: 'private' }
    if (status === 404) return { kind: 'unsure' }
    throw new UpstreamError('status', `FxTwitter answered ${status}`, {
      status,
      retryable: status >= 500 || status === 200,
    })
  }
}

/** `unavailable` is upstream's word for "no idea": X hides adult posts from guests that way, too. */
function gone(tombstone: Tombstone): Outcome<never> {
  const reason = TombstoneReason.safeParse(tombstone.reason).data ?? 'unavailable'
  return reason === 'unavailable' ? { kind: 'unsure' } : { kind: 'gone', reason, tombstone }
}
