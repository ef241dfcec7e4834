import type { Author } from '../../domain/author.ts'
import { isHandle } from '../../domain/handle.ts'
import type { Post } from '../../domain/post.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type {
  ConnectionKind,
  ConnectionOptions,
  GoneReason,
  ListPage,
  Outcome,
  Provider,
  SearchSource,
  TimelineOptions,
} from '../provider.ts'
import { problemOf } from './problem.ts'
import { Beside, toAuthor, toPost } from './to-domain.ts'
import { toApiSearch } from './web-query.ts'
import type { XApiErrorKind } from './x-api-error.ts'

/** A question that costs money. */
export interface PaidQuestion {
  /** As X's documentation has it. */
  endpoint: string
  /** Below the base. */
  path: string
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  /** What it answers: one post with those that it quotes, answers or reposts, posts alone, or accounts. */
  wants: 'post' | 'posts' | 'users' | 'connections'
  /** How many it answers at most. */
  most: number
  /** The id of the account that it is about, where it is about one. */
  about?: string
}

/** How the provider asks, and pays. */
export interface PaidReads {
  /**
   * @returns the body, in the words of tweets
   * @throws UpstreamError where X was not asked, or did not answer
   */
  ask(question: PaidQuestion, signal?: AbortSignal): Promise<Readonly<Record<string, unknown>>>
  /** The id of an account. @throws UpstreamError */
  idOf(handle: string, signal?: AbortSignal): Promise<Outcome<string>>
  /** Unix milliseconds. */
  now(): number
}

/** Posts and accounts of a page, where nobody says how many are wanted: each is paid for. */
const A_PAGE = 20
/** The fewest and the most that X gives at once. */
const SIZES = { timeline: [5, 100], search: [10, 100], connections: [1, 1000] } as const

function sizeOf(list: keyof typeof SIZES, wanted = A_PAGE): number {
  const [fewest, most] = SIZES[list]
  return Math.min(Math.max(wanted, fewest), most)
}

/**
 * Posts, accounts and lists from X itself, for money. It tells no thread and no replies: the API has them in
 * searches of the last week only. Timelines come without reposts, of which it tells the beginning only unless the
 * reposted is paid for, too.
 */
export class XApiReads implements Provider {
  readonly name = 'xapi'
  readonly paid = true
  readonly #reads: PaidReads

  constructor(reads: PaidReads) {
    this.#reads = reads
  }

  async getPost(id: string, signal?: AbortSignal): Promise<Outcome<Post>> {
    const body = await this.#reads.ask(
      { endpoint: 'GET /2/tweets/{id}', path: `2/tweets/${id}`, wants: 'post', most: 1 },
      signal,
    )
    const value = toPost(body.data, new Beside(body.includes))
    return value ? { kind: 'found', value } : missOf(body, POST_REASONS)
  }

  async getProfile(handle: string, signal?: AbortSignal): Promise<Outcome<Author>> {
    refuseOdd(handle)
    const body = await this.#reads.ask(
      {
        endpoint: 'GET /2/users/by/username/{username}',
        path: `2/users/by/username/${handle}`,
        wants: 'users',
        most: 1,
      },
      signal,
    )
    const value = toAuthor(body.data)
    return value ? { kind: 'found', value } : missOf(body, ACCOUNT_REASONS)
  }

  async getTimeline(
    handle: string,
    { cursor, withReplies, wanted }: TimelineOptions,
    signal?: AbortSignal,
  ): Promise<Outcome<ListPage<Post>>> {
    const place = cursor === undefined ? {} : placeOf(cursor)
    return this.#list(
      handle,
      {
        path: 'tweets',
        wants: 'posts',
        most: sizeOf('timeline', wanted),
        query: { ...place, exclude: withReplies ? ['retweets'] : ['retweets', 'replies'] },
      },
      postsOf,
      signal,
    )
  }

  timelineCursorBelow(snowflake: string): string {
    return `below.${snowflake}`
  }

  isTimelineCursor(text: string): boolean {
    return CURSOR.test(text)
  }

  async getConnections(
    handle: string,
    kind: ConnectionKind,
    { cursor, wanted }: ConnectionOptions,
    signal?: AbortSignal,
  ): Promise<Outcome<ListPage<Author>>> {
    const list = {
      path: kind,
      wants: 'connections',
      most: sizeOf('connections', wanted),
      query: { pagination_token: cursor },
    } as const
    return this.#list(handle, list, accountsOf, signal)
  }

  readonly search: SearchSource = {
    feeds: ['latest', 'top'],
    kind: 'account',
    search: async ({ query, feed, cursor, wanted }, signal) => {
      const most = sizeOf('search', wanted)
      const body = await this.#reads.ask(
        {
          endpoint: 'GET /2/tweets/search/recent',
          path: '2/tweets/search/recent',
          wants: 'posts',
          most,
          query: {
            ...toApiSearch(query, this.#reads.now()),
            max_results: most,
            sort_order: feed === 'top' ? 'relevancy' : 'recency',
            pagination_token: cursor,
          },
        },
        signal,
      )
      return { items: postsOf(body), next: nextOf(body) }
    },
  }

  async #list<T>(
    handle: string,
    { path, query, wants, most }: Required<Pick<PaidQuestion, 'path' | 'query' | 'wants' | 'most'>>,
    convert: (body: Body) => T[],
    signal: AbortSignal | undefined,
  ): Promise<Outcome<ListPage<T>>> {
    refuseOdd(handle)
    const id = await this.#reads.idOf(handle, signal)
    if (id.kind !== 'found') return id
    const body = await this.#reads.ask(
      {
        endpoint: `GET /2/users/{id}/${path}`,
        path: `2/users/${id.value}/${path}`,
        wants,
        most,
        query: { ...query, max_results: most },
        about: id.value,
      },
      signal,
    )
    if (body.data === undefined && body.meta === undefined) return missOf(body, ACCOUNT_REASONS)
    return { kind: 'found', value: { items: convert(body), next: nextOf(body) } }
  }
}

type Body = Readonly<Record<string, unknown>>

/** X's own, which are letters and digits, and those for the page below a snowflake. */
const CURSOR = /^(?:below\.\d{1,20}|[A-Za-z0-9_-]{1,512})$/

function placeOf(cursor: string): { until_id?: string; pagination_token?: string } {
  const [, below] = /^below\.(\d{1,20})$/.exec(cursor) ?? []
  return below === undefined ? { pagination_token: cursor } : { until_id: below }
}

function postsOf(body: Body): Post[] {
  const beside = new Beside(body.includes)
  return [body.data ?? []].flat().flatMap((tweet) => toPost(tweet, beside) ?? [])
}

function accountsOf(body: Body): Author[] {
  return [body.data ?? []].flat().flatMap((user) => toAuthor(user) ?? [])
}

function nextOf({ meta }: Body): string | undefined {
  const { next_token } = (meta ?? {}) as { next_token?: unknown }
  return typeof next_token === 'string' ? next_token : undefined
}

type Reasons = Readonly<Partial<Record<XApiErrorKind, GoneReason>>>

/** It says of a post only that it may not be seen: it may be protected, withheld, or of a suspended account. */
const POST_REASONS: Reasons = { not_found: 'missing', not_authorized: 'unavailable' }
export const ACCOUNT_REASONS: Reasons = {
  not_found: 'missing',
  user_suspended: 'suspended',
  not_authorized: 'private',
}

/** What X says of what it does not show; it is X itself that says so. */
function missOf({ errors }: Body, reasons: Reasons): Outcome<never> {
  const [first] = Array.isArray(errors) ? errors : []
  const reason = first === undefined ? undefined : reasons[problemOf(404, first, undefined).kind]
  return reason ? { kind: 'gone', reason } : { kind: 'unsure' }
}

/** X refuses such names. */
function refuseOdd(handle: string): void {
  if (!isHandle(handle))
    throw new UpstreamError('status', 'The X API takes no such name', { retryable: false })
}
