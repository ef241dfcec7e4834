import { gapsIn, type Interval, withInterval } from '../../domain/intervals.ts'
import { msToSnowflake, snowflakeToMs } from '../../domain/snowflake.ts'
import type { ArchivedAccount } from '../../stores/archive.ts'

/** What an import lacks: the newest of it, older posts, or all because it was asked anew. */
export type Gap = 'top-up' | 'backfill' | 'refresh'

export interface HistoryPlan {
  /** What the answer is about, by place in the timeline. */
  range: Interval
  /** What is to be read, newest first. */
  gaps: { reason: Gap; stretch: Interval }[]
  /** Whether the first gap begins with the newest posts there are. */
  isFromTop: boolean
}

/** A history that was read up to so recently needs nothing on top. */
const FRESH_MS = 60_000
/** So far from its own time a post may stand, with the newest of its conversation. */
const CONVERSATION_MS = 6 * 3_600_000
const CONVERSATION = BigInt(CONVERSATION_MS) << 22n

/** The place of an instant; before the first snowflake there is none. @param ms Unix milliseconds */
export function placeOf(ms: number): bigint {
  const place = BigInt(msToSnowflake(ms))
  return place > 0n ? place : 0n
}

/** The instant of a place. @returns Unix milliseconds; undefined at the end of all timelines */
export function instantOf(place: bigint): number | undefined {
  return snowflakeToMs(String(place))
}

/** What of a range is to be read for an import, and why. Where it borders on what is held, some is read again. */
export function planImport(
  { since, until, refresh }: { since?: number | undefined; until?: number | undefined; refresh: boolean },
  held: ArchivedAccount | undefined,
  now: number,
): HistoryPlan {
  const isToNow = until === undefined || until + CONVERSATION_MS >= now
  const range = {
    lo: since === undefined ? 0n : placeOf(since),
    hi: isToNow ? placeOf(now + 1) : placeOf(until + 1 + CONVERSATION_MS),
  }
  const newest = held?.covered[0]
  const known = held === undefined || refresh ? [] : coveredNow(held.covered, now)
  // What a walk left that never ended is no history yet that anything could be added to.
  const isFirst = held?.updatedAt === undefined
  const gaps = gapsIn(known, range).map(({ lo, hi }) => ({
    reason: reasonOf(lo, known.length > 0 && !isFirst ? newest : undefined),
    stretch: {
      lo: lo - CONVERSATION > range.lo ? lo - CONVERSATION : range.lo,
      hi: hi + CONVERSATION < range.hi ? hi + CONVERSATION : range.hi,
    },
  }))
  return { range, gaps, isFromTop: until === undefined && gaps[0]?.stretch.hi === range.hi }
}

function reasonOf(lo: bigint, newest: Interval | undefined): Gap {
  if (!newest) return 'refresh'
  return lo >= newest.hi ? 'top-up' : 'backfill'
}

/** What is covered, where what was covered a moment ago is so still. */
export function coveredNow(covered: readonly Interval[], now: number): readonly Interval[] {
  const [newest] = covered
  if (!newest || (instantOf(newest.hi) ?? 0) < now - FRESH_MS) return covered
  return withInterval(covered, { lo: newest.hi, hi: placeOf(now + 1) })
}
