import type { Readable, Writable } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { CODES } from '../failures.ts'
import {
  claimedVersion,
  faultOf,
  type Id,
  idOf,
  isObject,
  type Json,
  unknownId,
  unspokenVersion,
} from '../http/messages.ts'
import { MODERN } from '../layer.ts'
import { forSdk, mended, NOT_TAKEN } from '../mended.ts'

/** Characters of a line at most, as many as a body over HTTP has bytes. */
const MAX_LINE = 4 * 1024 * 1024
/** How long calls may go on once nothing more can come in, in milliseconds. */
const DRAIN_MS = 5_000

/**
 * Messages as lines, one each, over two streams. What is no message is answered here, since the SDK drops it
 * silently, and so is one of a revision that is not spoken, which the SDK serves once a connection is modern.
 * Nothing but messages is ever written.
 */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #input: Readable
  readonly #output: Writable
  /** Requests that were handed on and not answered yet, and the method of each. */
  readonly #open = new Map<Id, string>()
  #line = ''
  #isTooLong = false
  #isModern = false
  #isClosed = false
  #hasEnded = false
  #draining: NodeJS.Timeout | undefined

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
  }

  async start(): Promise<void> {
    this.#input.setEncoding('utf8')
    this.#input.on('data', this.#take)
    this.#input.once('end', this.#end)
    this.#input.once('close', this.#end)
    this.#input.on('error', this.#end)
    this.#output.once('error', this.#lost)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const isAnswer = 'result' in message || 'error' in message
    const id = isAnswer ? message.id : undefined
    const method = id === undefined ? undefined : this.#open.get(id)
    if (id !== undefined) this.#open.delete(id)
    await this.#write(mended(message, method))
    if (this.#hasEnded && this.#open.size === 0) await this.close()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#draining)
    this.#input.off('data', this.#take)
    this.#input.pause()
    this.onclose?.()
  }

  readonly #take = (text: string): void => {
    const [first = '', ...others] = text.split('\n')
    this.#append(first)
    for (const other of others) {
      this.#finish()
      this.#append(other)
    }
  }

  #append(text: string): void {
    if (this.#line.length + text.length > MAX_LINE) this.#isTooLong = true
    if (this.#isTooLong) this.#line = ''
    else this.#line += text
  }

  #finish(): void {
    const [line, isTooLong] = [this.#line.trim(), this.#isTooLong]
    this.#line = ''
    this.#isTooLong = false
    if (isTooLong) {
      this.#refuse(CODES.invalidRequest, `A message has at most ${MAX_LINE} characters.`)
      return
    }
    if (line === '') return
    let body: unknown
    try {
      body = JSON.parse(line)
    } catch {
      this.#refuse(CODES.parse, 'The line is no JSON.')
      return
    }
    const fault = faultOf(body)
    if (fault !== undefined) {
      this.#refuse(CODES.invalidRequest, fault, idOf(body))
      return
    }
    this.#hand(body as Json)
  }

  #hand(message: Json): void {
    const { method, params } = message
    const id = idOf(message)
    const claimed = claimedVersion(message)
    if (claimed === MODERN) this.#isModern = true
    if (method === 'initialize') this.#isModern = false
    else if (id !== undefined && method !== undefined && claimed !== undefined && claimed !== MODERN) {
      const { code, message: words, data } = unspokenVersion(claimed)
      this.#refuse(code, words, id, data)
      return
    }
    if (method === 'notifications/cancelled' && isObject(params)) this.#open.delete(params.requestId as Id)
    const known = forSdk(message)
    if (!known) {
      if (method === undefined || id !== undefined) this.#refuse(CODES.invalidParams, NOT_TAKEN, id)
      return
    }
    // A subscription lasts as long as the connection, so nobody waits for its answer.
    if (id !== undefined && typeof method === 'string' && method !== 'subscriptions/listen') {
      this.#open.set(id, method)
    }
    this.onmessage?.(known as JSONRPCMessage)
  }

  #refuse(code: number, message: string, id?: Id, data?: Json): void {
    const answer = {
      jsonrpc: '2.0',
      ...(id === undefined ? unknownId(this.#isModern) : { id }),
      error: { code, message, ...(data && { data }) },
    }
    void this.#write(answer)
  }

  #write(message: object): Promise<void> {
    return new Promise((resolve) => {
      if (this.#output.destroyed || this.#output.writableEnded) return resolve()
      // Some readers take these for ends of lines, too.
      const json = JSON.stringify(message).replace(/[\u0085\u2028\u2029]/g, escaped)
      this.#output.write(`${json}\n`, () => resolve())
    })
  }

  /** Nothing more comes in: what is under way may still be answered, for whoever waits at the other end. */
  readonly #end = (): void => {
    if (this.#hasEnded) return
    this.#hasEnded = true
    if (this.#line.trim()) this.#finish()
    // What was just handed on may be answered in a moment without ever being open.
    setImmediate(() => {
      if (this.#open.size === 0) void this.close()
      else this.#draining = setTimeout(() => void this.close(), DRAIN_MS)
    })
  }

  readonly #lost = (): void => {
    void this.close()
  }
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
