import type { Interval } from '../../domain/intervals.ts'

/** A stretch that is still to be read, from `hi` down. */
export interface Stretch {
  hi: bigint
  lo: bigint
  /** The gap that it is a part of. */
  readonly gap: number
  /** Whether a chain reads it. */
  isWalked: boolean
  /** Below this nothing was found: no place to start, though the end is certain only from above. */
  floor?: bigint | undefined
}

/** What decides where the next chain starts. */
export interface Plan {
  /** Entries in a millisecond, about. */
  rate: number
  /** Entries of a part that a chain begins with. */
  part: number
  /** Entries that are wanted besides those that were read. */
  wanted: number
}

/** A stretch with fewer entries left is not worth a second chain: it would read most of them twice. */
const MIN_SHARED = 80
/** No part is shorter than this, in milliseconds. */
const MIN_PART_MS = 3_600_000

/**
 * What a walk has still to read. A page covers all between the place that it was asked for and the one that
 * its cursor names, so the ground is always known exactly, in whatever order chains cross it.
 */
export class Ground {
  /** Newest first. */
  #open: Stretch[]
  /** Parts that chains were given. */
  parts = 0

  constructor(gaps: readonly Interval[]) {
    this.#open = gaps.map(({ lo, hi }, gap) => ({ lo, hi, gap, isWalked: false }))
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

  /** Gives a chain its stretch: the newest that nobody reads, as long as more is wanted, or half of a slow one's. */
  take(plan: Plan): Stretch | undefined {
    const walked = this.#open.filter(({ isWalked }) => isWalked)
    const outstanding = walked.reduce((sum, stretch) => sum + plan.rate * length(stretch), 0)
    const fresh = this.#open.find(({ isWalked }) => !isWalked)
    if (fresh && (walked.length === 0 || outstanding < plan.wanted)) return this.#carve(fresh, plan)
    const longest = walked.reduce<Stretch | undefined>(
      (one, other) => (one && length(one) >= length(other) ? one : other),
      undefined,
    )
    if (!longest || plan.rate * length(longest) < MIN_SHARED) return undefined
    const middle = (longest.hi + bottom(longest)) / 2n
    this.parts += 1
    return this.#split(longest, middle)
  }

  /** A page of a stretch has led down to a place: all between is read. */
  advance(stretch: Stretch, to: bigint): void {
    if (to < stretch.hi) stretch.hi = to
    for (const older of this.#open) if (older.lo < stretch.lo && older.hi > to) older.hi = to
    this.#open = this.#open.filter(({ lo, hi }) => hi > lo)
  }

  /**
   * Nothing was found below a stretch's place.
   * @returns whether another chain will come down to it and see for itself; if not, it is to be made certain
   */
  guessEnd(stretch: Stretch): boolean {
    const above = this.#open.findLast(({ gap, hi }) => gap === stretch.gap && hi > stretch.hi)
    if (!above) return false
    const below = this.#open.filter(({ gap, hi }) => gap === stretch.gap && hi <= stretch.hi)
    for (const { lo } of below) if (lo < above.lo) above.lo = lo
    above.floor = stretch.hi
    this.#open = this.#open.filter((one) => !below.includes(one))
    return true
  }

  /** Nothing is below a place: all that is open there is read. */
  end(at: bigint): void {
    this.#open = this.#open.filter(({ hi }) => hi > at)
  }

  /** A page cannot be had. @returns what about it holds; the rest of its stretch stays open */
  lose(stretch: Stretch, rate: number, entries: number): Interval {
    const size = BigInt(Math.ceil(Math.max(MIN_PART_MS, entries / rate))) << 22n
    const { hi } = stretch
    const lo = hi - size > stretch.lo ? hi - size : stretch.lo
    stretch.hi = lo
    this.#open = this.#open.filter((one) => one.hi > one.lo)
    return { lo, hi }
  }

  #carve(fresh: Stretch, { rate, part }: Plan): Stretch {
    const size = Math.max(MIN_PART_MS, part / rate)
    this.parts += 1
    if (length(fresh) <= size * 1.5) {
      fresh.isWalked = true
      return fresh
    }
    this.#split(fresh, fresh.hi - (BigInt(Math.ceil(size)) << 22n))
    fresh.isWalked = true
    return fresh
  }

  /** Cuts the older part off a stretch. */
  #split(stretch: Stretch, at: bigint): Stretch {
    const older: Stretch = { ...stretch, hi: at }
    stretch.lo = at
    stretch.floor = undefined
    this.#open.splice(this.#open.indexOf(stretch) + 1, 0, older)
    return older
  }
}

function bottom({ lo, floor }: Stretch): bigint {
  return floor !== undefined && floor > lo ? floor : lo
}

/** In milliseconds. */
function length(stretch: Stretch): number {
  const size = Number((stretch.hi - bottom(stretch)) >> 22n)
  return Math.max(0, size)
}
