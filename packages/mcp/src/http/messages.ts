import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server'
import { CODES } from '../failures.ts'
import { MODERN, REVISIONS } from '../layer.ts'

export type Json = Readonly<Record<string, unknown>>

/** An HTTP answer, ready to be written. */
export interface EdgeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | ReadableStream<Uint8Array> | null
}

export const JSON_TYPE = 'application/json; charset=utf-8'

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type Id = string | number

export function idOf(message: unknown): Id | undefined {
  const id = isObject(message) ? message.id : undefined
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : undefined
}

/**
 * Why a body is no message of JSON-RPC 2.0 as MCP has it, for who sent it; undefined for one that is.
 * @param body parsed JSON
 */
export function faultOf(body: unknown): string | undefined {
  if (Array.isArray(body)) return 'Batches are not taken: send one message a body.'
  if (!isObject(body)) return 'A message is a JSON object.'
  if (body.jsonrpc !== '2.0') return 'A message says "jsonrpc": "2.0".'
  if ('id' in body && idOf(body) === undefined) return 'An id is a string or a whole number.'
  if ('method' in body) {
    if (typeof body.method !== 'string') return 'A method is named by a string.'
    if ('params' in body && !isObject(body.params)) return 'Parameters are a JSON object.'
    return undefined
  }
  const isResponse = 'id' in body && ('result' in body ? isObject(body.result) : isObject(body.error))
  return isResponse ? undefined : 'A message has a method.'
}

/** The revision that a message says by its `_meta` that it is of; undefined where that says none. */
export function claimedVersion({ params }: Json): string | undefined {
  const meta = isObject(params) ? params._meta : undefined
  const claimed = isObject(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined
  return typeof claimed === 'string' ? claimed : undefined
}

/** The error for a revision that is not spoken, or not in the way in which it was asked for. */
export function unspokenVersion(requested: string): { code: number; message: string; data: Json } {
  const isOlder = requested !== MODERN && (REVISIONS as readonly string[]).includes(requested)
  return {
    code: CODES.unsupportedVersion,
    message: isOlder
      ? `Revision ${requested} begins with initialize, and its messages name no revision in _meta.`
      : 'This revision of the protocol is not spoken; take one of data.supported.',
    data: { supported: REVISIONS, requested },
  }
}

/** Which id an error tells whose request could not be read: older revisions have null there, the newest nothing. */
export function unknownId(isModern: boolean): { id?: null } {
  return isModern ? {} : { id: null }
}

/** A JSON-RPC error as an HTTP answer. */
export function errorAnswer(
  status: number,
  error: { code: number; message: string; data?: Json | undefined },
  {
    id,
    isModern,
    headers,
  }: { id?: Id | undefined; isModern: boolean; headers?: Readonly<Record<string, string>> },
): EdgeAnswer {
  const { code, message, data } = error
  return {
    status,
    headers: { 'Content-Type': JSON_TYPE, ...headers },
    body: JSON.stringify({
      jsonrpc: '2.0',
      ...(id === undefined ? unknownId(isModern) : { id }),
      error: { code, message, ...(data && { data }) },
    }),
  }
}

/** A refusal of something that is no JSON-RPC yet, or that is not to be looked at. */
export function refusal(
  status: number,
  message: string,
  isModern: boolean,
  headers?: Readonly<Record<string, string>>,
): EdgeAnswer {
  const error = { code: status === 400 ? CODES.parse : CODES.invalidRequest, message }
  return errorAnswer(status, error, { isModern, ...(headers && { headers }) })
}

/** One message as a stream of server-sent events that ends with it. */
export function eventOf(json: string): string {
  return `event: message\ndata: ${json}\n\n`
}

/** Whether an Accept header names the type of event streams itself, with a weight above 0. */
export function acceptsEvents(accept: string | null): boolean {
  if (!accept?.toLowerCase().includes('text/event-stream')) return false
  return accept.split(',').some((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return type === 'text/event-stream' && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))
  })
}

/** Whether headers alone say that a message is of the modern era. */
export function namesModern(headers: Headers): boolean {
  return headers.get('mcp-protocol-version') === MODERN
}

/** Whether an Origin is one that a browser can send: of a site, or of an extension or an app by a scheme of its own. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  if (/^https?:$/.test(url.protocol)) return url.origin === text.toLowerCase()
  return /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9._-]+(?::\d{1,5})?$/i.test(text)
}
