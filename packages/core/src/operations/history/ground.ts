import type { Interval } from '../../domain/intervals.ts'

/** A stretch that is still to be read, from `hi` down. */
export interface Stretch {
  hi: bigint
  lo: bigint
  /** The gap that it is a part of. */
  readonly gap: number
  /** Whether a chain reads it. */
  isWalked: boolean
  /** Whether it begins where somebody guessed: what is right above it has not been read. */
  isGuess: boolean
  /** What the last pages above its place held. */
  near: Density
  /** When its next page was asked for. */
  askedAt: number
  /** Below this nothing was found: no place to start, though the end is certain only from above. */
  floor?: bigint | undefined
}

/** So many entries in so many milliseconds. */
export interface Density {
  entries: number
  ms: number
}

/** What decides where the next chain starts. */
export interface Plan {
  /** Entries in a millisecond, about. */
  rate: number
  /** Entries of a part that a chain begins with. */
  part: number
  /** Entries that are wanted besides those that were read. */
  wanted: number
  /** Chains that there are, and pages that they have read. */
  chains: number
  pages: number
}

/** Entries of a page, about. */
const PAGE_ENTRIES = 30
/** A stretch with fewer entries left is not worth a second chain: it would read much of them twice. */
const MIN_SHARED = 45
/**
 * But what is expected is a guess, and where it is wrong, one chain is left with a storm of posts at the end. So a walk
 * that has read many pages spends a few on parts of as little as this, the sooner, the fewer chains have work.
 */
const MIN_GUESSED = 6
const GUESSES_A_PAGE = 1 / 8
/** Where no more are expected above the end, the next page is rather the one after the last. */
const LAST_FEW = 8
/** No part is shorter than this, in milliseconds. */
const MIN_PART_MS = 3_600_000
/** How much a page counts beside the one after it for what is expected below. */
const FADE = 0.5
/** How much the last page counts for how long one takes. */
const LAST_PAGE = 0.2

/**
 * What a walk has still to read. A page covers all between the place that it was asked for and the one that
 * its cursor names, so the ground is always known exactly, in whatever order chains cross it.
 */
export class Ground {
  /** Newest first. */
  #open: Stretch[]
  /** Parts that chains were given. */
  parts = 0
  /** How many of them are smaller than is worth it, if all is as expected. */
  #guesses = 0
  readonly #clock: () => number
  /** How long a page takes, by the clock; undefined before one has come. */
  #pageTime: number | undefined

  /** @param clock of any unit and beginning */
  constructor(gaps: readonly Interval[], clock: () => number) {
    this.#clock = clock
    this.#open = gaps.map(({ lo, hi }, gap) => ({
      lo,
      hi,
      gap,
      isWalked: false,
      isGuess: false,
      near: { entries: 0, ms: 0 },
      askedAt: 0,
    }))
  }

  get open(): readonly Stretch[] {
    return this.#open
  }

  /** All above this is read; undefined when nothing is left. */
  get edge(): bigint | undefined {
    return this.#open[0]?.hi
  }

  isOpen(stretch: Stretch): boolean {
    return this.#open.includes(stretch)
  }

  /** Entries that are left to read, as far as one can tell. */
  entriesLeft(rate: number): number {
    return this.#open.reduce((sum, stretch) => sum + entriesIn(stretch, rate), 0)
  }

  /**
   * Gives a chain its stretch: the newest that nobody reads, as long as more is wanted, or half of what a long one
   * has left besides the page that is on its way, and more of one whose page is late.
   */
  take(plan: Plan): Stretch | undefined {
    const walked = this.#open.filter(({ isWalked }) => isWalked)
    const unread = this.#open.filter(({ isWalked }) => !isWalked)
    if (walked.length === 0) return unread[0] && this.#carve(unread[0], plan)
    const outstanding = walked.reduce((sum, stretch) => sum + entriesIn(stretch, plan.rate), 0)
    const fresh = unread.find((one) => !this.#isBelowFloor(one))
    if (fresh && outstanding < plan.wanted) return this.#carve(fresh, plan)
    let longest: Stretch | undefined
    let most = this.#minShared(walked.length, plan)
    for (const stretch of walked) {
      const entries = entriesIn(stretch, plan.rate) - this.#onItsWay(stretch)
      if (entries >= most) [longest, most] = [stretch, entries]
    }
    if (!longest) return undefined
    this.parts += 1
    if (most < MIN_SHARED) this.#guesses += 1
    const share = 1 / (1 + Math.max(1, this.#lateness(longest)))
    const kept = (most * share + this.#onItsWay(longest)) / entriesIn(longest, plan.rate)
    const stretch = this.#split(longest, longest.hi - inSnowflakes(length(longest) * kept))
    stretch.askedAt = this.#clock()
    return stretch
  }

  /** A page of a stretch has led down to a place: all between is read. */
  advance(stretch: Stretch, to: bigint, { entries, ms }: Density): void {
    const { near } = stretch
    const now = this.#clock()
    // The first page of all was asked for before anybody looked at the clock.
    if (stretch.isWalked) {
      const took = now - stretch.askedAt
      this.#pageTime ??= took
      this.#pageTime += (took - this.#pageTime) * LAST_PAGE
    }
    stretch.askedAt = now
    stretch.near = { entries: near.entries * FADE + entries, ms: near.ms * FADE + ms }
    for (const one of this.#open) {
      if (one !== stretch && (one.lo >= stretch.lo || one.hi < to)) continue
      if (one.hi > to) one.hi = to
      one.isGuess = false
      // Something was there after all.
      if (one.floor !== undefined && to < one.floor) one.floor = undefined
    }
    this.#open = this.#open.filter(({ lo, hi }) => hi > lo)
  }

  /**
   * Nothing was found below a stretch's place.
   * @returns whether that is to be made certain now: not where another chain comes down to it and sees for itself
   */
  isEndOf(stretch: Stretch): boolean {
    if (!this.isOpen(stretch)) return false
    const { gap, hi, lo, isGuess } = stretch
    const above = isGuess ? this.#open.find((one) => one.gap === gap && one.lo === hi) : undefined
    if (!above) return true
    // What nobody has begun yet below an end is not begun, either.
    const rest = this.#open.find((one) => one.gap === gap && one.hi === lo && !one.isWalked)
    above.lo = rest ? rest.lo : lo
    if (above.floor === undefined || above.floor < hi) above.floor = hi
    this.#open = this.#open.filter((one) => one !== stretch && one !== rest)
    return false
  }

  /**
   * Whether a stretch's next page is rather the one after the last of all.
   * @param bottom below which nothing can be
   */
  isNearEnd(stretch: Stretch, { rate, bottom }: { rate: number; bottom: bigint }): boolean {
    const { lo, isGuess, floor } = stretch
    return !isGuess && (floor !== undefined || lo <= bottom) && entriesIn(stretch, rate) < LAST_FEW
  }

  /** Nothing is below a place: all that is open there is read. */
  end(at: bigint): void {
    this.#open = this.#open.filter(({ hi }) => hi > at)
  }

  /** A page cannot be had. @returns what about it holds; the rest of its stretch stays open */
  lose(stretch: Stretch, rate: number): Interval {
    const size = inSnowflakes(Math.max(MIN_PART_MS, PAGE_ENTRIES / rate))
    const { hi } = stretch
    stretch.hi = hi - size
    if (stretch.hi < stretch.lo) stretch.hi = stretch.lo
    const lo = stretch.hi
    this.#open = this.#open.filter((one) => one.hi > one.lo)
    return { lo, hi }
  }

  /**
   * Entries of a stretch's next page that count as read: the more, the sooner it is here. On a page that takes as
   * long as three nobody counts.
   */
  #onItsWay(stretch: Stretch): number {
    const late = this.#lateness(stretch)
    return PAGE_ENTRIES * Math.max(0, Math.min(1, late, 3 - late))
  }

  /** How long a stretch's next page has been waited for: 1 is as long as a page takes. */
  #lateness({ askedAt }: Stretch): number {
    return this.#pageTime ? (this.#clock() - askedAt) / this.#pageTime : 0
  }

  #minShared(walked: number, { chains, pages }: Plan): number {
    if (this.#guesses >= pages * GUESSES_A_PAGE) return MIN_SHARED
    return Math.max(MIN_GUESSED, (PAGE_ENTRIES * walked) / chains)
  }

  #isBelowFloor({ gap, hi }: Stretch): boolean {
    return this.#open.some((one) => one.gap === gap && one.floor !== undefined && one.floor >= hi)
  }

  #carve(fresh: Stretch, { rate, part }: Plan): Stretch {
    const size = Math.max(MIN_PART_MS, part / rate)
    this.parts += 1
    if (length(fresh) > size * 1.5) this.#split(fresh, fresh.hi - inSnowflakes(size)).isWalked = false
    fresh.isWalked = true
    fresh.askedAt = this.#clock()
    return fresh
  }

  /** Cuts the older part off a stretch. */
  #split(stretch: Stretch, at: bigint): Stretch {
    const older: Stretch = { ...stretch, hi: at, isGuess: true }
    stretch.lo = at
    stretch.floor = undefined
    this.#open.splice(this.#open.indexOf(stretch) + 1, 0, older)
    return older
  }
}

/** A stretch is believed to hold what the pages above it did, as far as those outweigh the account's rhythm. */
function entriesIn(stretch: Stretch, rate: number): number {
  const { entries, ms } = stretch.near
  return (length(stretch) * (entries + PAGE_ENTRIES)) / (ms + PAGE_ENTRIES / rate)
}

/** In milliseconds, down to where something may be. */
function length({ hi, lo, floor }: Stretch): number {
  const bottom = floor !== undefined && floor > lo ? floor : lo
  return Math.max(0, Number((hi - bottom) >> 22n))
}

function inSnowflakes(ms: number): bigint {
  return BigInt(Math.ceil(ms)) << 22n
}
