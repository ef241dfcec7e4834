import { randomBytes } from 'node:crypto'

/** Bytes that the parts before a segment need at most. */
const HEAD_ROOM = 512

/**
 * The multipart body (RFC 7578) of a segment, in one buffer that is used for all of them: an upload of any size
 * allocates it once.
 */
export class SegmentForm {
  readonly contentType: string
  readonly #boundary = `x-md-${randomBytes(16).toString('hex')}`
  readonly #tail = Buffer.from(`\r\n--${this.#boundary}--\r\n`)
  readonly #buffer: Buffer

  /** @param size of the largest segment */
  constructor(size: number) {
    this.contentType = `multipart/form-data; boundary=${this.#boundary}`
    this.#buffer = Buffer.allocUnsafeSlow(HEAD_ROOM + size + this.#tail.length)
  }

  /** Where a segment's bytes are written to, before `body` is asked for. */
  room(size: number): Uint8Array {
    return this.#buffer.subarray(HEAD_ROOM, HEAD_ROOM + size)
  }

  /** The body around what stands in the room; good until the room is used again. */
  body(index: number, size: number): Uint8Array {
    const head = [
      `--${this.#boundary}\r\ncontent-disposition: form-data; name="segment_index"\r\n\r\n${index}\r\n`,
      `--${this.#boundary}\r\ncontent-disposition: form-data; name="media"; filename="media"\r\n`,
      'content-type: application/octet-stream\r\n\r\n',
    ].join('')
    const start = HEAD_ROOM - head.length
    this.#buffer.write(head, start, 'latin1')
    this.#tail.copy(this.#buffer, HEAD_ROOM + size)
    return this.#buffer.subarray(start, HEAD_ROOM + size + this.#tail.length)
  }
}
