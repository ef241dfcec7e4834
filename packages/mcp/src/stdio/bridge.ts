import type { Readable, Writable } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { createParser } from 'eventsource-parser'
import { CODES } from '../failures.ts'
import { claimedVersion, type Id, idOf, isObject, type Json } from '../http/messages.ts'
import { READ_TOOLS } from '../tools/toolset.ts'
import { LineTransport } from './line-transport.ts'

export interface BridgeOptions {
  input: Readable
  output: Writable
  /** The endpoint of a server that speaks Streamable HTTP. */
  endpoint: URL
  /** Sent as a bearer key. */
  apiKey?: string | undefined
  isReadOnly: boolean
}

/**
 * Hands messages between two streams and a server over HTTP, in whichever era they are, and adds what HTTP says
 * besides. A call that is cancelled ends its request. @returns when the client has left
 */
export function bridge({ input, output, ...options }: BridgeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const transport = new LineTransport(input, output)
    const remote = new Remote(options, (message) => void transport.send(message))
    transport.onmessage = (message) => remote.take(message as Json)
    transport.onclose = () => {
      remote.close()
      resolve()
    }
    transport.start().catch(reject)
  })
}

class Remote {
  readonly #options: Omit<BridgeOptions, 'input' | 'output'>
  readonly #give: (message: JSONRPCMessage) => void
  readonly #running = new Map<Id, AbortController>()
  /** Tools that only read: those that are known here, and those that the server has called so. */
  readonly #reading = new Set(
    READ_TOOLS.map(({ definition }) => definition)
      .filter(isReading)
      .map(nameOf),
  )
  #version: string | undefined
  #session: string | undefined
  /** Messages of one connection arrive in their order; only what answers them may overtake. */
  #sent: Promise<unknown> = Promise.resolve()

  constructor(options: Omit<BridgeOptions, 'input' | 'output'>, give: (message: JSONRPCMessage) => void) {
    this.#options = options
    this.#give = give
  }

  take(message: Json): void {
    const { method, params } = message
    const id = method === undefined ? undefined : idOf(message)
    if (method === 'notifications/cancelled' && isObject(params)) {
      this.#running.get(params.requestId as Id)?.abort()
    }
    if (id === undefined) {
      void this.#post(message, AbortSignal.timeout(NOTICE_MS)).catch(() => undefined)
      return
    }
    const name = isObject(params) ? params.name : undefined
    if (this.#options.isReadOnly && method === 'tools/call' && !this.#reading.has(name as string)) {
      const words = 'This connection is read-only: call what tools/list names.'
      this.#fail(id, CODES.invalidParams, words)
      return
    }
    const leaving = new AbortController()
    this.#running.set(id, leaving)
    const answering = this.#request(id, message, leaving.signal)
    // Nothing else is known of a server before it has answered the first word.
    if (method === 'initialize') this.#sent = answering
  }

  close(): void {
    for (const leaving of this.#running.values()) leaving.abort()
  }

  async #request(id: Id, message: Json, signal: AbortSignal): Promise<void> {
    try {
      const isAnswered = await this.#post(message, signal)
      if (!isAnswered) this.#fail(id, CODES.internal, 'The service ended its answer too early.')
    } catch (error) {
      if (!signal.aborted) this.#fail(id, CODES.internal, describe(error, this.#options.endpoint))
    } finally {
      this.#running.delete(id)
    }
  }

  /** @returns whether an answer to a request was among what came back */
  async #post(message: Json, signal: AbortSignal): Promise<boolean> {
    if (message.method !== 'initialize') await this.#sent
    const { endpoint } = this.#options
    const headers = this.#headers(message)
    const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(message), signal })
    this.#session = response.headers.get('mcp-session-id') ?? this.#session
    const type = response.headers.get('content-type') ?? ''
    if (type.includes('text/event-stream')) return this.#stream(message, response)
    const text = await response.text()
    if (response.status === 202 || text === '') return idOf(message) === undefined
    return this.#read(message, text, response.status)
  }

  async #stream(message: Json, { body }: Response): Promise<boolean> {
    let isAnswered = false
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data && this.#read(message, data, 200)) isAnswered = true
      },
    })
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
    return isAnswered
  }

  #read(asked: Json, text: string, status: number): boolean {
    let given: unknown
    try {
      given = JSON.parse(text)
    } catch {
      throw new Error(`answered ${status} with something that is no message`)
    }
    if (!isObject(given) || given.jsonrpc !== '2.0') {
      throw new Error(`answered ${status} with something that is no message`)
    }
    const isAnswer = 'result' in given || 'error' in given
    const message = isAnswer ? this.#answer(asked, given) : given
    this.#give(message as unknown as JSONRPCMessage)
    return isAnswer
  }

  #answer(asked: Json, given: Json): Json {
    const { result } = given
    if (asked.method === 'initialize' && isObject(result) && typeof result.protocolVersion === 'string') {
      this.#version = result.protocolVersion
    }
    // An error of the transport knows no id, and a client waits for its own.
    const answer: Json = { ...given, id: asked.id }
    if (!this.#options.isReadOnly || asked.method !== 'tools/list' || !isObject(result)) return answer
    const { tools } = result
    if (!Array.isArray(tools)) return answer
    const kept = tools.filter((tool) => isObject(tool) && isReading(tool))
    for (const tool of kept) this.#reading.add(nameOf(tool))
    return { ...answer, result: { ...result, tools: kept } }
  }

  #headers(message: Json): Record<string, string> {
    const { method, params } = message
    const claimed = claimedVersion(message)
    const isModern = claimed !== undefined
    const version = claimed ?? this.#version
    const name = isObject(params) ? (params.name ?? params.uri) : undefined
    const { apiKey } = this.#options
    return {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      ...(this.#session !== undefined && !isModern && { 'Mcp-Session-Id': this.#session }),
      ...(version !== undefined && { 'MCP-Protocol-Version': version }),
      ...(isModern && typeof method === 'string' && { 'Mcp-Method': headerValue(method) }),
      ...(isModern && typeof name === 'string' && { 'Mcp-Name': headerValue(name) }),
    }
  }

  #fail(id: Id, code: number, message: string): void {
    this.#give({ jsonrpc: '2.0', id, error: { code, message } })
  }
}

function isReading({ annotations }: { annotations?: unknown }): boolean {
  return isObject(annotations) && annotations.readOnlyHint === true
}

function nameOf({ name }: { name?: unknown }): string {
  return String(name)
}

/** How long a message may take that nobody waits for, in milliseconds. */
const NOTICE_MS = 10_000

/** A value that may stand in a header: what is no plain ASCII goes as Base64, as the 2026-07-28 revision has it. */
function headerValue(text: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?')) return text
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}

function describe(error: unknown, { origin }: URL): string {
  // `fetch` says only that it failed, and why in the cause.
  const known =
    error instanceof Error && error.message.startsWith('answered ') ? error.message : 'cannot be reached'
  return `The service at ${origin} ${known}.`
}
