/**
 * Cursors of profile timelines, as X makes them: unpadded URL-safe base64 of a Thrift binary struct, whose
 * field 7 holds the snowflake of the moment the cursor was given out, the snowflake below or above which the
 * page lies, and a direction. Nothing in it is secret or signed, so callers can make their own.
 */
export interface TimelineCursor {
  /** A decimal snowflake; the page holds what is older (`bottom`) or newer (`top`). */
  snowflake: string
  direction: 'top' | 'bottom'
}

const TYPE = { stop: 0, i32: 8, i64: 10, string: 11, struct: 12 }
const TOP = 1
const BOTTOM = 2
/** What the low bits of the first snowflake look like in X's own cursors. */
const ISSUER = 0xffefn

/** @param issued the snowflake of the moment */
export function writeTimelineCursor({ snowflake, direction }: TimelineCursor, issued: string): string {
  const bytes = Buffer.alloc(30 + snowflake.length)
  let at = 0
  const field = (type: number, id: number) => {
    at = bytes.writeInt16BE(id, bytes.writeUInt8(type, at))
  }
  field(TYPE.struct, 7)
  field(TYPE.i64, 1)
  at = bytes.writeBigInt64BE((BigInt(issued) & ~0xffffn) | ISSUER, at)
  field(TYPE.string, 2)
  at = bytes.writeInt32BE(snowflake.length, at)
  at += bytes.write(snowflake, at, 'latin1')
  field(TYPE.i32, 3)
  at = bytes.writeInt32BE(direction === 'top' ? TOP : BOTTOM, at)
  return bytes.toString('base64url')
}

/** Reads a cursor of any instant, whoever made it; undefined for what is none. */
export function readTimelineCursor(text: string): TimelineCursor | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined
  const fields = readStruct(Buffer.from(text, 'base64url'))
  const snowflake = fields?.get(2)
  const direction = fields?.get(3)
  if (typeof snowflake !== 'string' || !/^\d{1,19}$/.test(snowflake)) return undefined
  if (direction !== TOP && direction !== BOTTOM) return undefined
  return {
    snowflake: BigInt(snowflake).toString(),
    direction: direction === TOP ? 'top' : 'bottom',
  }
}

/** The fields of the struct in field 7 by their numbers, or undefined where the bytes are something else. */
function readStruct(bytes: Buffer): Map<number, string | number | bigint> | undefined {
  const fields = new Map<number, string | number | bigint>()
  try {
    if (bytes.readUInt8(0) !== TYPE.struct || bytes.readInt16BE(1) !== 7) return undefined
    let at = 3
    for (let type = bytes.readUInt8(at); type !== TYPE.stop; type = bytes.readUInt8(at)) {
      const id = bytes.readInt16BE(at + 1)
      at += 3
      if (type === TYPE.i64) {
        fields.set(id, bytes.readBigInt64BE(at))
        at += 8
      } else if (type === TYPE.i32) {
        fields.set(id, bytes.readInt32BE(at))
        at += 4
      } else if (type === TYPE.string) {
        const length = bytes.readInt32BE(at)
        if (length < 0 || at + 4 + length > bytes.length) return undefined
        fields.set(id, bytes.toString('latin1', at + 4, at + 4 + length))
        at += 4 + length
      } else return undefined
    }
    return fields
  } catch (error) {
    // The bytes ended within a field.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
