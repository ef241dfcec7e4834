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
  /** How long all wait who are told to, without being told for how long: a first time, in milliseconds. */
  pauseMs?: number
}

/** What a page holds, and down to where it covers the timeline; without `next`, nothing is below it. */
export interface HistoryPage {
  posts: Post[]
  next: bigint | undefined
}

/** Fewer posts are asked for again: upstream often holds some back, and gives them the next time. */
const SHORT = 8
const SHORT_RETRIES = 4
const FAILURE_RETRIES = 2
const THROTTLED_WAITS = 3
const MAX_PAUSE_MS = 10_000
const PAUSE_MS = 1000

/** Reads pages of one timeline by their place in it, whole; what one request is told to wait, all wait. */
export class PageReader {
  requests = 0
  pages = 0
  readonly #options: ReaderOptions
  #pausedUntil = 0

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /**
   * @param top where it starts; undefined for the newest posts
   * @param below where that is, where it is known
   * @param isSure whether an empty page without anything below is to be asked for again, too
   * @throws UpstreamError when the page cannot be had
   */
  async read(top: bigint | undefined, below: bigint, isSure: () => boolean): Promise<HistoryPage> {
    const posts = new Map<string, Post>()
    let next: bigint | undefined
    const ask = async (place: bigint | undefined): Promise<number> => {
      const { items, next: cursor } = await this.#ask(
        place === undefined ? undefined : this.#options.cursorBelow(place),
      )
      const known = posts.size
      for (const post of items) posts.set(postKey(post), post)
      const named = cursor === undefined ? undefined : this.#options.positionOf(cursor)
      // What one page says is below it, another that was cut short cannot take back.
      if (named !== undefined && named < (place ?? below) && (next === undefined || named < next))
        next = named
      return items.length >= SHORT ? SHORT : posts.size - known
    }
    this.pages += 1
    let gained = await ask(top)
    const isEnd = () => posts.size === 0 && next === undefined
    for (let tries = 0; gained < SHORT && tries < SHORT_RETRIES; ) {
      if (isEnd() && !isSure()) break
      // Nothing new the second time: it is most likely all there is, and the rest is asked for at one time. No two
      // posts have neighbouring ids, so the places right below are the same page by another name.
      const left = SHORT_RETRIES - tries
      const isLast = top !== undefined && (isEnd() || (tries > 0 && gained === 0))
      const places = isLast ? Array.from({ length: left }, (_, index) => top - BigInt(index)) : [top]
      tries += places.length
      gained = Math.max(...(await Promise.all(places.map(ask))))
    }
    return { posts: [...posts.values()], next: next ?? belowLast([...posts.values()], below) }
  }

  async #ask(cursor: string | undefined): Promise<ListPage<Post>> {
    let failures = 0
    for (let waits = 0; ; ) {
      await this.#pause()
      this.#options.signal.throwIfAborted()
      this.requests += 1
      try {
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
      }
    }
  }

  async #pause(): Promise<void> {
    for (;;) {
      const left = this.#pausedUntil - performance.now()
      if (left <= 0) return
      await wait(left, undefined, { signal: this.#options.signal })
    }
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
