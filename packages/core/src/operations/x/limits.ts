/** How a bound that a caller may choose is set up. */
export interface Bounds {
  fallback: number
  min?: number
  max: number
}

/**
 * A number that the caller chose, or the fallback where it is missing, zero or negative; then within the bounds.
 * Where these contradict each other, the upper one holds.
 */
export function withinBounds(given: number | undefined, { fallback, min = 1, max }: Bounds): number {
  const chosen = given !== undefined && given > 0 ? given : fallback
  return Math.min(Math.max(chosen, min), max)
}

/** Ends a call after its time, or with the caller. */
export function timeLimit(
  given: number | undefined,
  bounds: Bounds,
  signal: AbortSignal | undefined,
): AbortSignal {
  const timeout = AbortSignal.timeout(withinBounds(given, bounds))
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}
