import type { Interval } from '../../domain/intervals.ts'
import type { Post } from '../../domain/post.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { Ground, type Stretch } from './ground.ts'
import type { HistoryPage, PageReader } from './read-page.ts'

export interface WalkOptions {
  reader: Pick<PageReader, 'read'>
  /** What to read, newest first. */
  gaps: readonly Interval[]
  /** Whether the first gap begins with the newest posts there are, whatever the clock says. */
  isFromTop: boolean
  /** Chains at one time. */
  concurrency: number
  /** Entries in an hour, as far as that is known before. */
  expectedRate: number | undefined
  /** Posts that are wanted, and entries that there can be, about. */
  limit: number
  reach: number
  isOwn(post: Post): boolean
  isWanted(post: Post): boolean
  /** Takes what a page holds of the account and which stretch it covers, before the walk goes on. */
  keep(posts: readonly Post[], covered: Interval): Promise<void>
  /** Whether nothing is needed of what is older than a place. */
  isEnough(edge: bigint): Promise<boolean>
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
const ABOVE_ALL = 2n ** 63n
/** Entries of a page, about. */
const PAGE_ENTRIES = 30
/** A chain begins with two pages or more: about half of one is read twice where it meets the next. */
const MIN_PART = 75
/** However few posts are wanted, each of so many entries is expected to be one. */
const MIN_SHARE = 0.05
/** Pages lost in a row after which the source is believed to be down. */
const MAX_LOST = 3
/** Pages after which what they show of the rhythm counts for more than what was expected. */
const ENOUGH_PAGES = 4

/**
 * Reads the gaps of a timeline over many chains at once, newest first. Each page covers exactly the stretch from
 * its own place to the one that its cursor names, so chains need no overlap to lose nothing; one that is done
 * takes over half of what is left to the slowest.
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
  #rate = 1 / HOUR_MS
  #firstRate = 0
  #entries = 0
  #wanted = 0
  #coveredMs = 0
  #pages = 0
  #lostInRow = 0
  #isDone = false
  #changed = Promise.withResolvers<void>()

  constructor(options: WalkOptions) {
    this.#options = options
    this.#ground = new Ground(options.gaps)
  }

  async run(): Promise<Walked> {
    const { gaps, concurrency } = this.#options
    const top = gaps[0]
    if (top && !(await this.#options.isEnough(top.hi))) {
      await this.#readFirst()
      let failure: { error: unknown } | undefined
      const chains = Array.from({ length: concurrency }, () =>
        this.#chain().catch((error: unknown) => {
          failure ??= { error }
          this.#stop()
        }),
      )
      await Promise.all(chains)
      if (failure) throw failure.error
    }
    return { parts: this.#ground.parts, rate: this.#firstRate * HOUR_MS, missing: this.#missing }
  }

  /** The first page tells the rhythm by which the rest is shared out. */
  async #readFirst(): Promise<void> {
    const first = this.#ground.take({
      rate: this.#rate,
      part: Number.POSITIVE_INFINITY,
      wanted: 1,
    }) as Stretch
    const page = this.#options.isFromTop
      ? await this.#options.reader.read(undefined, ABOVE_ALL, () => true)
      : await this.#options.reader.read(first.hi, first.hi, () => true)
    this.#firstRate = rhythm(page.posts.filter(this.#options.isOwn))
    const { expectedRate } = this.#options
    // A day may be a storm, a life is long: between the two.
    this.#rate = expectedRate ? Math.sqrt(this.#firstRate * (expectedRate / HOUR_MS)) : this.#firstRate
    await this.#take(first, first.hi, page)
    first.isWalked = false
  }

  async #chain(): Promise<void> {
    while (!this.#isDone) {
      const wanted = this.#entriesWanted()
      const part = Math.max(MIN_PART, wanted / (this.#options.concurrency * 2))
      const stretch = this.#ground.take({ rate: this.#rate, part, wanted })
      if (stretch) await this.#follow(stretch)
      else if (this.#ground.open.length === 0) return
      else await this.#changed.promise
    }
  }

  /** Entries that are to be read yet, by the share of them that was wanted so far. */
  #entriesWanted(): number {
    const { limit, reach } = this.#options
    const share = this.#entries > 0 ? Math.max(this.#wanted / this.#entries, MIN_SHARE) : 1
    return Math.max(0, Math.min(reach - this.#entries, (limit - this.#wanted) / share))
  }

  async #follow(stretch: Stretch): Promise<void> {
    while (!this.#isDone && this.#ground.isOpen(stretch)) {
      if (this.#options.isLate()) return this.#giveUp()
      const at = stretch.hi
      try {
        const page = await this.#options.reader.read(at, at, () => !this.#ground.guessEnd(stretch))
        this.#lostInRow = 0
        await this.#take(stretch, at, page)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        if (!this.#ground.isOpen(stretch) || stretch.hi !== at) continue
        this.#missing.push(this.#ground.lose(stretch, this.#rate, PAGE_ENTRIES))
        if (++this.#lostInRow === MAX_LOST) return this.#giveUp()
      } finally {
        this.#tell()
      }
      const { edge } = this.#ground
      if (edge !== undefined && (await this.#options.isEnough(edge))) this.#stop()
    }
  }

  async #take(stretch: Stretch, at: bigint, { posts, next }: HistoryPage): Promise<void> {
    const own = posts.filter(this.#options.isOwn)
    if (next === undefined && own.length === 0 && !this.#ground.isOpen(stretch)) return
    await this.#options.keep(own, { lo: next ?? 0n, hi: at })
    this.#entries += own.length
    this.#wanted += own.filter(this.#options.isWanted).length
    if (next === undefined) return this.#ground.end(at)
    this.#learn(own.length, Number((at - next) >> 22n))
    this.#ground.advance(stretch, next)
  }

  #learn(entries: number, ms: number): void {
    this.#coveredMs += ms
    this.#pages += 1
    if (this.#pages >= ENOUGH_PAGES && this.#coveredMs > 0 && this.#entries > 0) {
      this.#rate = this.#entries / this.#coveredMs
    } else if (entries > 0 && ms > 0 && this.#firstRate === 0) this.#rate = entries / ms
  }

  /** What is still open stays unread. */
  #giveUp(): void {
    this.#missing.push(...this.#ground.open.map(({ lo, hi }) => ({ lo, hi })))
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
