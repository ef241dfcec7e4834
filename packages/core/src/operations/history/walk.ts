import type { Interval } from '../../domain/intervals.ts'
import type { Post } from '../../domain/post.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { postKey } from '../list-answer.ts'
import { Ground, type Stretch } from './ground.ts'
import type { HistoryPage, PageReader } from './read-page.ts'

export interface WalkOptions {
  reader: Pick<PageReader, 'read'>
  /** What to read, newest first. */
  gaps: readonly Interval[]
  /** The page that the first gap begins with. */
  first: Promise<HistoryPage>
  /** Chains at one time. */
  concurrency: number
  /** Entries in an hour of the account's life, as far as that is known before. */
  expectedRate: number | undefined
  /** Below this place there is nothing for certain. */
  bottom: bigint
  /** Posts that are wanted, and entries that there can be, about. */
  limit: number
  reach: number
  isOwn(post: Post): boolean
  isWanted(post: Post): boolean
  /**
   * Takes what a page holds of the account, before the walk goes on.
   * @param covered the stretch of which that is all; absent where something is missing
   */
  keep(posts: readonly Post[], covered?: Interval): Promise<void>
  /** Is told after each page how many entries are left to read, about. */
  onProgress?(left: number): void
  /** Whether nothing is needed of what is older than a place. */
  isEnough(edge: bigint): Promise<boolean>
  /** The time, by which a late page is known; of any unit and beginning. */
  clock(): number
  /** Whether the time is up. */
  isLate(): boolean
}

export interface Walked {
  /** Parts that the timeline was read in. */
  parts: number
  /** Entries in an hour where it began. */
  rate: number
  /** What cannot be had. */
  missing: Interval[]
}

const HOUR_MS = 3_600_000
/** A chain begins with more than two pages: about half of one is read twice where it meets the next. */
const MIN_PART = 75
/** However few posts are wanted, each of so many entries is expected to be one. */
const MIN_SHARE = 0.05
/** Entries that are looked for where there should be none any more: nobody knows exactly how many X serves. */
const AHEAD = 120
/** Pages lost in a row after which the source is believed to be down. */
const MAX_LOST = 3
/** Pages after which what they show of the rhythm counts for more than what was expected. */
const ENOUGH_PAGES = 4

/**
 * Reads the gaps of a timeline over many chains at once, newest first. Each page covers exactly the stretch from
 * its own place to the one that its cursor names, so chains need no overlap to lose nothing; one that is done
 * takes over half of what is left to the longest.
 * @throws UpstreamError when not even the first page can be had; whatever else goes wrong but lost pages
 */
export async function walkHistory(options: WalkOptions): Promise<Walked> {
  const walk = new Walk(options)
  return walk.run()
}

class Walk {
  readonly #options: WalkOptions
  readonly #ground: Ground
  readonly #missing: Interval[] = []
  readonly #seen = new Set<string>()
  /** Pages that came short and are asked for again, while the walk goes on below them. */
  readonly #mending: Promise<void>[] = []
  #wanted = 0
  #rate = 1 / HOUR_MS
  #firstRate = 0
  #pages = 0
  #covered = { entries: 0, ms: 0 }
  #lostInRow = 0
  /** The lowest place that a page with posts has led to. */
  #deepest: bigint | undefined
  #isDone = false
  #failure: { error: unknown } | undefined
  #changed = Promise.withResolvers<void>()

  constructor(options: WalkOptions) {
    this.#options = options
    this.#ground = new Ground(options.gaps, options.clock)
  }

  async run(): Promise<Walked> {
    const { gaps, concurrency } = this.#options
    const top = gaps[0]
    if (top && !(await this.#options.isEnough(top.hi))) {
      await this.#readFirst()
      await Promise.all(Array.from({ length: concurrency }, () => this.#chain().catch(this.#fail)))
      await Promise.all(this.#mending)
      if (this.#failure) throw this.#failure.error
    }
    return { parts: this.#ground.parts, rate: this.#firstRate * HOUR_MS, missing: this.#missing }
  }

  /** The first page tells the rhythm by which the rest is shared out. */
  async #readFirst(): Promise<void> {
    const first = this.#ground.open[0] as Stretch
    const page = await this.#options.first
    this.#firstRate = rhythm(page.posts.filter(this.#options.isOwn))
    this.#rate = this.#expectedRate()
    await this.#take(first, first.hi, page)
  }

  #expectedRate(): number {
    const { expectedRate, gaps, bottom } = this.#options
    if (!expectedRate) return this.#firstRate
    const rate = expectedRate / HOUR_MS
    const oldest = gaps.at(-1)
    if (oldest && oldest.lo <= bottom && this.#ground.entriesLeft(rate) <= this.#entriesWanted()) return rate
    // Not a whole life is wanted, but a day may be a storm: between the two.
    return Math.sqrt(this.#firstRate * rate)
  }

  async #chain(): Promise<void> {
    while (!this.#isDone) {
      const wanted = this.#entriesWanted()
      const chains = this.#options.concurrency
      const part = Math.max(MIN_PART, wanted / chains)
      const stretch = this.#ground.take({ rate: this.#rate, part, wanted, chains, pages: this.#pages })
      if (stretch) await this.#follow(stretch)
      else if (this.#ground.open.length === 0) return
      else await this.#changed.promise
    }
  }

  /** Entries that are to be read yet, by the share of them that was wanted so far. */
  #entriesWanted(): number {
    const { limit, reach } = this.#options
    const { size } = this.#seen
    const share = size > 0 ? Math.max(this.#wanted / size, MIN_SHARE) : 1
    return Math.max(0, Math.min(Math.max(reach - size, 0) + AHEAD, (limit - this.#wanted) / share))
  }

  async #follow(stretch: Stretch): Promise<void> {
    while (!this.#isDone && this.#ground.isOpen(stretch)) {
      if (this.#options.isLate()) return this.#giveUp()
      const at = stretch.hi
      try {
        const page = await this.#options.reader.read(at, at, {
          isSure: () => this.#ground.isEndOf(stretch),
          isNear: this.#ground.isNearEnd(stretch, { rate: this.#rate, bottom: this.#options.bottom }),
        })
        this.#lostInRow = 0
        await this.#take(stretch, at, page)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        if (!this.#ground.isOpen(stretch) || stretch.hi !== at) continue
        this.#missing.push(this.#ground.lose(stretch, this.#rate))
        if (++this.#lostInRow === MAX_LOST) return this.#giveUp()
      } finally {
        this.#tell()
      }
      const { edge } = this.#ground
      if (edge !== undefined && (await this.#options.isEnough(edge))) this.#stop()
    }
  }

  async #take(stretch: Stretch, at: bigint, page: HistoryPage): Promise<void> {
    const { posts, next, rest } = page
    if (next === undefined) {
      if (posts.length === 0 && !this.#ground.isOpen(stretch)) return
      if (this.#deepest !== undefined && this.#deepest < at)
        throw new UpstreamError('miss', 'A page named nothing below it, where there are posts')
      await this.#keep(posts, { lo: 0n, hi: at })
      return this.#ground.end(at)
    }
    if (posts.length > 0 && (this.#deepest === undefined || next < this.#deepest)) this.#deepest = next
    const covered = { lo: next, hi: at }
    if (rest) this.#mending.push(this.#mend(posts, rest, covered).catch(this.#fail))
    else await this.#keep(posts, covered)
    const entries = posts.filter(this.#options.isOwn).length
    const ms = Number((at - next) >> 22n)
    if (!rest && stretch.hi <= at) this.#learn(entries, ms)
    this.#ground.advance(stretch, next, { entries, ms })
    this.#options.onProgress?.(Math.min(this.#entriesWanted(), this.#ground.entriesLeft(this.#rate)))
  }

  /** What is above the next page is whole only when it has been asked for again. */
  async #mend(posts: Post[], rest: Promise<Post[]>, covered: Interval): Promise<void> {
    try {
      await this.#keep(await rest, covered)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      await this.#keep(posts)
      this.#missing.push(covered)
    }
  }

  async #keep(posts: readonly Post[], covered?: Interval): Promise<void> {
    const own = posts.filter(this.#options.isOwn)
    await this.#options.keep(own, covered)
    for (const post of own) {
      if (this.#seen.has(postKey(post))) continue
      this.#seen.add(postKey(post))
      if (this.#options.isWanted(post)) this.#wanted += 1
    }
  }

  #learn(entries: number, ms: number): void {
    this.#covered.entries += entries
    this.#covered.ms += ms
    this.#pages += 1
    const { entries: all, ms: span } = this.#covered
    if (this.#pages >= ENOUGH_PAGES && span > 0 && all > 0) this.#rate = all / span
  }

  /** What is still open stays unread. */
  #giveUp(): void {
    this.#missing.push(...this.#ground.open.map(({ lo, hi }) => ({ lo, hi })))
    this.#stop()
  }

  readonly #fail = (error: unknown): void => {
    this.#failure ??= { error }
    this.#stop()
  }

  #stop(): void {
    this.#isDone = true
    this.#tell()
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

/** Entries in a millisecond, by the times of an account's own posts; a quarter of an hour is the shortest span. */
function rhythm(posts: readonly Post[]): number {
  const times = posts.filter((post) => !post.reposted_by).map(({ id }) => Number(BigInt(id) >> 22n))
  if (times.length < 2) return 1 / HOUR_MS
  const span = Math.max(...times) - Math.min(...times)
  return posts.length / Math.max(span, HOUR_MS / 4)
}
