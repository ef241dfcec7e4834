import { setTimeout as wait } from 'node:timers/promises'
import type { Post } from '../../domain/post.ts'
import type { ListPage } from '../../providers/provider.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { postKey } from '../list-answer.ts'

export interface ReaderOptions {
  /** One request. @throws UpstreamError */
  ask(cursor: string | undefined): Promise<ListPage<Post>>
  cursorBelow(position: bigint): string
  /** Below which snowflake the page of a cursor starts. */
  positionOf(cursor: string): bigint | undefined
  signal: AbortSignal
  /** Requests at one time. */
  concurrency: number
  /** How long all wait who are told to, without being told for how long: a first time, in milliseconds. */
  pauseMs?: number
}

/** What a page holds, and down to where it covers the timeline; without `next`, nothing is below it. */
export interface HistoryPage {
  posts: Post[]
  next: bigint | undefined
  /** Of a page that came short: all that it holds, once it was asked for again. Rejects with UpstreamError. */
  rest?: Promise<Post[]>
}

/** What is known of the end of a timeline where a page begins. */
export interface EndOfTimeline {
  /** Whether an empty page without anything below is to be asked for again, too. */
  isSure(): boolean
  /** Whether such a page is likely: then it is asked for as often as that takes, at one time. */
  isNear: boolean
}

/**
 * Fewer posts are asked for again: upstream often holds some back, and gives them the next time. Pages that are not
 * the last hold 17 to 35 entries, whatever was asked for.
 */
const SHORT = 17
/**
 * Answers that go no further than the same post until that is believed to be all, and answers that are empty and
 * name nothing below. Where answers are cut at random, as many alike are a matter of luck: with six of ten cut to
 * one of four lengths or to nothing, a page is taken for whole that is not once in 500,000.
 */
const ALIKE = 8
const EMPTY = 5
/**
 * Answers that end with the very post that their cursor names, until that is the last of the page. A conversation
 * may repeat its first post further up, and be cut right there.
 */
const NAMED = 2
const MAX_TRIES = 12
/** Answers that are asked for at one time where those before differ: one of them is likely whole. */
const AT_ONCE = 3
const FAILURE_RETRIES = 2
const THROTTLED_WAITS = 3
const MAX_PAUSE_MS = 10_000
const PAUSE_MS = 1000
const ABOVE_ALL = 2n ** 63n

/** Reads pages of one timeline by their place in it, whole; what one request is told to wait, all wait. */
export class PageReader {
  requests = 0
  pages = 0
  readonly #options: ReaderOptions
  #pausedUntil = 0
  #asking = 0
  /** Those whose turn comes when a request has ended. */
  readonly #waiting: (() => void)[] = []

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /** The newest page: of all there is, or below a place. */
  readTop(top: bigint | undefined): Promise<HistoryPage> {
    return this.read(top, top ?? ABOVE_ALL, { isSure: () => true, isNear: false })
  }

  /**
   * @param top where it starts; undefined for the newest posts
   * @param below where that is, where it is known
   * @throws UpstreamError when the page cannot be had
   */
  async read(top: bigint | undefined, below: bigint, end: EndOfTimeline): Promise<HistoryPage> {
    this.pages += 1
    const page = new PageSoFar(below)
    const ask = async (place: bigint | undefined): Promise<void> => {
      const cursor = place === undefined ? undefined : this.#options.cursorBelow(place)
      const { items, next } = await this.#ask(cursor)
      page.add(items, next === undefined ? undefined : this.#options.positionOf(next), place ?? below)
    }
    // No two posts have neighbouring ids, so the places right below are the same page by another name.
    const askAtOnce = (times: number): Promise<unknown> =>
      top === undefined
        ? ask(top)
        : Promise.all(Array.from({ length: times }, (_, index) => ask(top - BigInt(index))))
    const again = async (): Promise<void> => {
      while (!page.isWhole) {
        const { answers } = page
        if (answers >= MAX_TRIES)
          throw new UpstreamError('miss', 'A page came short, and otherwise each time')
        // Most often the second answer is whole.
        const times = page.isEnd || answers > 1 ? page.left : 1
        await askAtOnce(Math.min(times, MAX_TRIES - answers))
      }
    }
    await askAtOnce(end.isNear ? EMPTY : 1)
    if (page.isWhole || (page.isEnd && !end.isSure())) return page.read()
    if (page.next === undefined) {
      await again()
      return page.read()
    }
    const { posts, next } = page.read()
    const rest = again().then(() => page.read().posts)
    // Whoever wants it hears of a failure; who does not is not to be ended by it.
    rest.catch(() => undefined)
    return { posts, next, rest }
  }

  async #ask(cursor: string | undefined): Promise<ListPage<Post>> {
    let failures = 0
    for (let waits = 0; ; ) {
      await this.#turn()
      try {
        await this.#pause()
        this.#options.signal.throwIfAborted()
        this.requests += 1
        return await this.#options.ask(cursor)
      } catch (error) {
        if (!(error instanceof UpstreamError) || !error.retryable) throw error
        if (error.kind !== 'rate_limited') {
          if (failures++ === FAILURE_RETRIES) throw error
        } else {
          if (waits++ === THROTTLED_WAITS) throw error
          const { pauseMs = PAUSE_MS } = this.#options
          const ms = error.retryAfter === undefined ? pauseMs * 3 ** (waits - 1) : error.retryAfter * 1000
          this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + Math.min(ms, MAX_PAUSE_MS))
        }
      } finally {
        this.#asking -= 1
        this.#waiting.shift()?.()
      }
    }
  }

  async #turn(): Promise<void> {
    while (this.#asking >= this.#options.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#asking += 1
  }

  async #pause(): Promise<void> {
    for (;;) {
      const left = this.#pausedUntil - performance.now()
      if (left <= 0) return
      await wait(left, undefined, { signal: this.#options.signal })
    }
  }
}

/** What the answers to one question hold together. */
class PageSoFar {
  readonly #posts = new Map<string, Post>()
  /** By the last post of an answer, or undefined where it had none: how many answers, and its id if it is no repost. */
  readonly #ends = new Map<string | undefined, { count: number; id: bigint | undefined }>()
  /** Posts that an answer goes on after. */
  readonly #passed = new Set<string>()
  readonly #below: bigint
  #isLong = false
  answers = 0
  next: bigint | undefined

  constructor(below: bigint) {
    this.#below = below
  }

  /** Whether nothing says that the timeline goes on. */
  get isEnd(): boolean {
    return this.#posts.size === 0 && this.next === undefined
  }

  /** Whether nothing is held back: told by its length, or by as many answers that go no further. */
  get isWhole(): boolean {
    return this.left <= 0
  }

  /** How many more answers to ask for. */
  get left(): number {
    if (this.#isLong) return 0
    const left = Math.min(...[...this.#ends].map(([end, { count, id }]) => this.#enough(end, id) - count))
    return this.#ends.size > 1 ? Math.min(left, AT_ONCE) : left
  }

  #enough(end: string | undefined, id: bigint | undefined): number {
    if (end === undefined) {
      if (this.#posts.size > 0) return Number.POSITIVE_INFINITY
      // A page that says where the next one is holds something: that it is always empty is hard to believe.
      return this.next === undefined ? EMPTY : MAX_TRIES
    }
    if (this.#passed.has(end)) return Number.POSITIVE_INFINITY
    return id !== undefined && id === this.next ? NAMED : ALIKE
  }

  add(items: readonly Post[], named: bigint | undefined, place: bigint): void {
    const last = items.at(-1)
    const end = last && postKey(last)
    for (const post of items) {
      const key = postKey(post)
      this.#posts.set(key, post)
      if (key !== end) this.#passed.add(key)
    }
    // What one answer says is below it, another that was cut short cannot take back.
    if (named !== undefined && named < place && (this.next === undefined || named < this.next))
      this.next = named
    if (items.length >= SHORT) this.#isLong = true
    const id = last && !last.reposted_by ? BigInt(last.id) : undefined
    this.#ends.set(end, { count: (this.#ends.get(end)?.count ?? 0) + 1, id })
    this.answers += 1
  }

  read(): { posts: Post[]; next: bigint | undefined } {
    const posts = [...this.#posts.values()]
    return { posts, next: this.next ?? belowLast(posts, this.#below) }
  }
}

/** Posts that are looked at for where a page ends whose cursor does not say. */
const LAST = 3

/**
 * Where a page goes on whose cursor names no place, or leads back: below the newest of its last few posts, since
 * an older one may stand there for its conversation. The time of a repost is not told, so those do not count.
 */
function belowLast(posts: readonly Post[], below: bigint): bigint | undefined {
  const ids = posts.filter((post) => !post.reposted_by).slice(-LAST)
  const places = ids.map(({ id }) => BigInt(id)).filter((id) => id < below)
  return places.reduce<bigint | undefined>(
    (newest, id) => (newest === undefined || id > newest ? id : newest),
    undefined,
  )
}
