/** A stretch of a timeline, by the snowflakes at which its posts stand: `lo` is in it, `hi` is not. */
export interface Interval {
  readonly lo: bigint
  readonly hi: bigint
}

/** Adds a stretch to others. @returns all of them, newest first; what touches is one */
export function withInterval(list: readonly Interval[], added: Interval): Interval[] {
  if (added.lo >= added.hi) return [...list]
  let { lo, hi } = added
  const apart: Interval[] = []
  for (const one of list) {
    if (one.hi < added.lo || one.lo > added.hi) apart.push(one)
    else {
      if (one.lo < lo) lo = one.lo
      if (one.hi > hi) hi = one.hi
    }
  }
  return [...apart, { lo, hi }].sort((a, b) => (a.hi < b.hi ? 1 : -1))
}

/** What of a range no stretch covers, newest first. @param list newest first, none touching another */
export function gapsIn(list: readonly Interval[], { lo, hi }: Interval): Interval[] {
  const gaps: Interval[] = []
  let top = hi
  for (const one of list) {
    if (one.lo >= top) continue
    if (one.hi <= lo) break
    if (one.hi < top) gaps.push({ lo: one.hi, hi: top })
    top = one.lo
  }
  if (top > lo) gaps.push({ lo, hi: top })
  return gaps
}
