import type { Position } from '../request/cursor.ts'

/** An item of a page, and what it is remembered by. */
export interface Row<T> {
  item: T
  print: number
}

/** How many pages a walk remembers the beginnings of. */
const MAX_HEADS = 24

/** Where a list goes on in a page: after the last anchor that is still there; undefined where it does not. */
export function resumeIndex<T>(
  rows: readonly Row<T>[],
  { taken, anchors, ahead }: Position,
): number | undefined {
  // A cursor in a source's own form counts and remembers nothing.
  if (taken === 0 || anchors.length === 0) return Math.min(taken, rows.length)
  const places = new Map(rows.map(({ print }, index) => [print, index]))
  const last = anchors.findLast((anchor) => places.has(anchor))
  if (last !== undefined) return (places.get(last) as number) + 1
  const following = ahead.find((print) => places.has(print))
  return following === undefined ? undefined : places.get(following)
}

/** Two items tell a page: one alone may be an item that a source repeats. */
export function withHead<T>(heads: readonly number[], [first, second = first]: readonly Row<T>[]): number[] {
  if (!first || !second) return [...heads]
  const all = [...heads, first.print, second.print]
  // The first page is where circles lead most often.
  return all.length <= 2 * MAX_HEADS ? all : [...all.slice(0, 2), ...all.slice(4)]
}

/**
 * Whether a page is one that was given before: it has what an earlier one began with, and that is not just the
 * end of the last page repeated, which is remembered item by item.
 */
export function leadsBack<T>(
  rows: readonly Row<T>[],
  fresh: readonly Row<T>[],
  heads: readonly number[],
): boolean {
  const all = new Set(rows.map(({ print }) => print))
  const news = new Set(fresh.map(({ print }) => print))
  const mostlyGiven = fresh.length * 2 < rows.length
  return heads.some((first, index) => {
    if (index % 2 > 0) return false
    const second = heads[index + 1] as number
    return all.has(first) && all.has(second) && (mostlyGiven || news.has(first) || news.has(second))
  })
}
