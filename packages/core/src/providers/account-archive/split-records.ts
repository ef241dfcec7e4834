/** What stands in a data file of an account archive, in order. */
export type Piece =
  | { at: number; record: unknown }
  /** `cut`: the file ends inside of it; `too-large`: longer than any record of X's. */
  | { at: number; fault: PieceFault }

export type PieceFault = 'malformed' | 'too-large' | 'cut'

/** Longer than X's longest record, a post of 25,000 characters, by far. */
const MAX_RECORD_BYTES = 2 * 1024 * 1024
/** `window.YTD.tweets.part0 = ` and its like. */
const MAX_HEAD_BYTES = 1024
/** What it takes to see how an object begins: white space, a short name in quotes, a colon. */
const LOOKAHEAD = 96
const MAX_DEPTH = 200

const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]
const [QUOTE, BACKSLASH, COMMA, COLON, SEMICOLON] = [0x22, 0x5c, 0x2c, 0x3a, 0x3b]
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d]

/**
 * Takes a data file of an account archive apart: `window.YTD.tweets.part0 = [{"tweet": {…}}, …]`, record by record,
 * as its bytes come. No more than one record is held.
 *
 * A broken record costs itself alone, for which no parser that stops at the first fault would do. Each record begins
 * with the same name, `{"tweet":`, and in JSON these signs can stand nowhere else: within a string the quotation
 * marks would have a backslash. So whatever is wrong, the next record is where these signs are.
 */
export class RecordSplitter {
  readonly #wrapper: string
  readonly #maxBytes: number
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  /** Bytes that are not done with, and where in the file they begin. */
  #buffer: Buffer = Buffer.alloc(0)
  #base = 0
  #at = 0
  #state: 'head' | 'between' | 'record' | 'lost' | 'after' = 'head'
  #start = 0
  #isInString = false
  #closers: number[] = []
  /** How records begin. Archives of 2019 have no name around them; there it is the first name in the first of them. */
  #names: readonly string[]
  #isFirst = true

  /** @param wrapper the name that each record stands under, such as `tweet` */
  constructor(wrapper: string, { maxRecordBytes = MAX_RECORD_BYTES } = {}) {
    this.#wrapper = wrapper
    this.#names = [wrapper]
    this.#maxBytes = maxRecordBytes
  }

  /** Bytes that have come so far. */
  get length(): number {
    return this.#base + this.#buffer.length
  }

  push(chunk: Uint8Array): Piece[] {
    this.#buffer = this.#buffer.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#buffer, chunk])
    const pieces = this.#scan(this.#buffer.length - LOOKAHEAD)
    const done = Math.min(this.#state === 'record' ? this.#start : this.#at, this.#buffer.length)
    if (done > 0) {
      this.#buffer = this.#buffer.subarray(done)
      this.#base += done
      this.#at -= done
      this.#start -= done
    }
    return pieces
  }

  /** The file has ended. */
  end(): Piece[] {
    const pieces = this.#scan(this.#buffer.length)
    if (this.#state === 'record') pieces.push(this.#fault('cut', this.#start))
    else if (this.#state === 'between' || this.#state === 'head') {
      pieces.push(this.#fault('cut', this.#buffer.length))
    }
    return pieces
  }

  #scan(end: number): Piece[] {
    const pieces: Piece[] = []
    while (this.#at < end) {
      const piece = this.#step(end)
      if (piece) pieces.push(piece)
    }
    return pieces
  }

  #step(end: number): Piece | undefined {
    switch (this.#state) {
      case 'head':
        return this.#readHead(end)
      case 'between':
        return this.#readBetween()
      case 'record':
        return this.#readRecord(end)
      case 'lost':
        return this.#search(end)
      case 'after':
        return this.#readAfter()
    }
  }

  #readHead(end: number): Piece | undefined {
    const list = this.#buffer.indexOf(LIST, this.#at)
    const isTooFar = list < 0 ? this.#buffer.length > MAX_HEAD_BYTES : list > MAX_HEAD_BYTES
    if (isTooFar) return this.#lose('malformed', 0, 0)
    this.#at = list < 0 ? end : list + 1
    if (list >= 0) this.#state = 'between'
    return undefined
  }

  #readBetween(): Piece | undefined {
    const byte = this.#buffer[this.#at] as number
    if (byte === OBJECT) {
      this.#start = this.#at++
      this.#closers = [OBJECT_END]
      this.#isInString = false
      this.#state = 'record'
    } else if (byte === LIST_END) {
      this.#at++
      this.#state = 'after'
    } else if (byte === COMMA || isSpace(byte)) this.#at++
    else return this.#lose('malformed', this.#at, this.#at)
    return undefined
  }

  #readAfter(): Piece | undefined {
    const byte = this.#buffer[this.#at] as number
    if (byte !== SEMICOLON && !isSpace(byte)) return this.#lose('malformed', this.#at, this.#at)
    this.#at++
    return undefined
  }

  #readRecord(end: number): Piece | undefined {
    const { length } = this.#buffer
    for (; this.#at < end && this.#at < length; this.#at++) {
      if (this.#at - this.#start > this.#maxBytes) return this.#lose('too-large', this.#start, this.#at)
      const byte = this.#buffer[this.#at] as number
      if (byte === OBJECT && this.#beginsAt(this.#at, this.#wrapper)) {
        return this.#lose('malformed', this.#start, this.#at)
      }
      if (this.#isInString) {
        if (byte === BACKSLASH) this.#at++
        else if (byte === QUOTE) this.#isInString = false
        // No line ends within a string of JSON.
        else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
          return this.#lose('malformed', this.#start, this.#at)
        }
      } else if (byte === QUOTE) this.#isInString = true
      else if (byte === OBJECT || byte === LIST) {
        this.#closers.push(byte === OBJECT ? OBJECT_END : LIST_END)
        if (this.#closers.length > MAX_DEPTH) return this.#lose('malformed', this.#start, this.#at)
      } else if (byte === OBJECT_END || byte === LIST_END) {
        if (this.#closers.pop() !== byte) return this.#lose('malformed', this.#start, this.#at)
        if (this.#closers.length === 0) return this.#finishRecord()
      }
    }
    return undefined
  }

  #finishRecord(): Piece {
    const bytes = this.#buffer.subarray(this.#start, ++this.#at)
    this.#state = 'between'
    try {
      const record: unknown = JSON.parse(this.#decoder.decode(bytes))
      const name = Object.keys(record as object)[0]
      if (name === this.#wrapper) this.#names = [name]
      else if (name !== undefined && this.#isFirst) this.#names = [this.#wrapper, name]
      this.#isFirst = false
      return { at: this.#base + this.#start, record }
    } catch {
      return this.#fault('malformed', this.#start)
    }
  }

  /** Looks for the beginning of a record. */
  #search(end: number): undefined {
    const { length } = this.#buffer
    for (let at = this.#at; at < end; at++) {
      const next = this.#buffer.indexOf(OBJECT, at)
      at = next < 0 ? length : next
      if (at >= end) break
      if (this.#names.some((name) => this.#beginsAt(at, name))) {
        this.#at = at
        this.#state = 'between'
        return
      }
    }
    this.#at = end
  }

  #lose(fault: PieceFault, from: number, at: number): Piece {
    this.#state = 'lost'
    this.#at = at
    return this.#fault(fault, from)
  }

  #fault(fault: PieceFault, at: number): Piece {
    return { at: this.#base + at, fault }
  }

  /** Whether an object begins here whose first name is this one. */
  #beginsAt(at: number, name: string): boolean {
    if (this.#state === 'record' && at === this.#start) return false
    let from = at + 1
    while (isSpace(this.#buffer[from])) from++
    if (this.#buffer[from] !== QUOTE) return false
    const to = from + 1 + name.length
    if (this.#buffer[to] !== QUOTE || this.#buffer.toString('latin1', from + 1, to) !== name) return false
    from = to + 1
    while (isSpace(this.#buffer[from])) from++
    return this.#buffer[from] === COLON
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 0x09
}
