/** A JSON object whose members nobody has looked at. */
export type JsonObject = Readonly<Record<string, unknown>>

interface RpcMessage {
  jsonrpc: '2.0'
  /** Absent in a notification. */
  id?: number
  method: string
  params?: JsonObject
}

/** A message, and the headers that go with it over HTTP. */
export interface Call {
  message: RpcMessage
  headers: Readonly<Record<string, string>>
}

/** Why nothing came: `stopped` is a request that was not sent because too many before it stayed unanswered. */
type Silence = 'timeout' | 'unreachable' | 'closed' | 'too_large' | 'stopped'

/** What a request came to. */
export type Answer =
  | { kind: 'result'; result: JsonObject }
  | { kind: 'error'; code: number; message: string; data?: unknown }
  /** Taken, with nothing to say: how a notification is answered. */
  | { kind: 'accepted' }
  /** An answer that is no JSON-RPC, such as a page, or what GET and DELETE bring. */
  | { kind: 'other'; detail: string }
  | { kind: 'none'; silence: Silence; detail: string }

/** One request and what came back, as it went over the wire. */
export interface Exchange {
  /** What was tried, such as `initialize 2025-11-25`. */
  step: string
  request: {
    /** Of HTTP. */
    method?: string
    url?: string
    headers?: Readonly<Record<string, string>>
    message?: RpcMessage
  }
  answer: Answer
  http?: { status: number; headers: Readonly<Record<string, string>> }
  /** The body, or the line, as it came, as far as it was read. */
  raw: string
  /** Bytes of it. */
  bytes: number
  /** From sending to the last byte that was needed. */
  ms: number
  /** Messages that the server sent before its answer. */
  before: number
}

/** Bytes of one answer that are read at most. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Milliseconds since `start`, to a tenth. */
export function since(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10
}
