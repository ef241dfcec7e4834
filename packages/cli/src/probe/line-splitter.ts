/** Cuts a stream of bytes into lines, and holds no more of one than it is told to. */
export class LineSplitter {
  readonly #maxBytes: number
  #pieces: Buffer[] = []
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** @returns the lines that end in this chunk, or undefined when one is longer than allowed */
  feed(chunk: Buffer): string[] | undefined {
    const lines: string[] = []
    let start = 0
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      if (!this.#keep(chunk.subarray(start, end))) return undefined
      lines.push(this.rest())
      start = end + 1
    }
    return this.#keep(chunk.subarray(start)) ? lines : undefined
  }

  /** The line that has not ended, and forgets it. */
  rest(): string {
    const line = Buffer.concat(this.#pieces).toString('utf8').replace(/\r$/, '')
    this.#pieces = []
    this.#size = 0
    return line
  }

  #keep(piece: Buffer): boolean {
    this.#pieces.push(piece)
    this.#size += piece.length
    return this.#size <= this.#maxBytes
  }
}
