/**
 * Post and account ids. X numbers posts with snowflakes: the milliseconds since X's epoch, shifted left by
 * 22 bits, then 22 bits of worker and sequence. Ids are decimal strings everywhere, because they do not fit
 * a double.
 */

/** X's epoch: the instant of snowflake 0, in Unix milliseconds. */
const EPOCH_MS = 1_288_834_974_657n

/** The largest id that X can give out: snowflakes are signed 64-bit numbers. */
const MAX_ID = 2n ** 63n - 1n

/** The last id given out before snowflakes began (4 November 2010); smaller ids hold no time. */
const LAST_SEQUENTIAL_ID = 29_700_859_247n

/** Whether a text is a decimal id that X could have given out. */
export function isPossibleId(id: string): boolean {
  if (!/^0*[1-9]\d{0,18}$/.test(id)) return false
  // Any 18 digits fit; only longer ids need the comparison.
  return id.length <= 18 || BigInt(id) <= MAX_ID
}

/** The Unix milliseconds in a snowflake, or undefined for an id from before snowflakes. */
export function snowflakeToMs(id: string): number | undefined {
  const value = BigInt(id)
  return value <= LAST_SEQUENTIAL_ID ? undefined : Number((value >> 22n) + EPOCH_MS)
}

/**
 * The snowflake of an instant.
 * @param ms Unix milliseconds
 * @param low the low 22 bits: worker and sequence; 0 gives the smallest id of that millisecond
 */
export function msToSnowflake(ms: number, low = 0): string {
  return (((BigInt(Math.trunc(ms)) - EPOCH_MS) << 22n) | BigInt(low)).toString()
}

/** Orders two ids from old to new, as numbers, without losing digits. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}
