/**
 * Cursors of a profile's timeline on X: unpadded URL-safe base64 of a Thrift binary struct. Outer field 7 is a
 * struct that holds 1: i64, a snowflake of when the cursor was issued; 2: string, the decimal snowflake that
 * the page starts below or above; 3: i32, 1 for above and 2 for below. Since the second is a plain snowflake,
 * a cursor can be made for any post and any instant. Known from public cursors.
 */
export interface TimelineCursor {
  /** Snowflake of the moment of issue. */
  issuedAt: string
  /** The page holds what sorts below (or above) this snowflake. */
  sortIndex: string
  direction: 'below' | 'above'
}

const STRUCT = 0x0c
const I64 = 0x0a
const STRING = 0x0b
const I32 = 0x08
const DIRECTIONS = { above: 1, below: 2 } as const
/** How the cursors of X end the snowflake of their issue. */
const ISSUED_LOW_BITS = 0xffefn

/** A cursor for the page that starts just below a snowflake. @param nowSnowflake when it is issued */
export function cursorBelow(sortIndex: string, nowSnowflake: string): string {
  const issuedAt = String((BigInt(nowSnowflake) & ~0xffffn) | ISSUED_LOW_BITS)
  return encodeTimelineCursor({ issuedAt, sortIndex, direction: 'below' })
}

export function encodeTimelineCursor({ issuedAt, sortIndex, direction }: TimelineCursor): string {
  const text = Buffer.from(sortIndex, 'ascii')
  const bytes = Buffer.alloc(30 + text.length)
  let at = field(bytes, 0, STRUCT, 7)
  at = field(bytes, at, I64, 1)
  at = bytes.writeBigInt64BE(BigInt(issuedAt), at)
  at = field(bytes, at, STRING, 2)
  at = bytes.writeInt32BE(text.length, at)
  at += text.copy(bytes, at)
  at = field(bytes, at, I32, 3)
  bytes.writeInt32BE(DIRECTIONS[direction], at)
  // The two stop bytes are the zeros that are left.
  return bytes.toString('base64url')
}

function field(bytes: Buffer, at: number, type: number, id: number): number {
  return bytes.writeInt16BE(id, bytes.writeUInt8(type, at))
}

/** @returns undefined for what is no such cursor */
export function decodeTimelineCursor(text: string): TimelineCursor | undefined {
  if (!/^[\w-]{20,200}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  // The one layout that X writes; anything else would not come out the same again.
  if (bytes.length < 31) return undefined
  const sortIndex = bytes.toString('latin1', 21, bytes.length - 9)
  const direction = bytes.readInt32BE(bytes.length - 6) === DIRECTIONS.above ? 'above' : 'below'
  const cursor = { issuedAt: String(bytes.readBigInt64BE(6)), sortIndex, direction } as const
  return /^\d{1,19}$/.test(sortIndex) && encodeTimelineCursor(cursor) === text ? cursor : undefined
}
