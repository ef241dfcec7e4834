import { VERSION } from '@x-md/core/version.ts'
import type { Call, JsonObject } from './exchange.ts'

/** The revision without a handshake. */
const MODERN = '2026-07-28'
/** Revisions that open with `initialize`, the newest first. */
export const LEGACY = ['2025-11-25', '2025-06-18'] as const

const CLIENT = { name: 'x-md-probe', version: VERSION }
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': CLIENT,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Methods whose target is named in a header, too, and the parameter that names it. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** What a legacy request carries over HTTP besides its body. */
export interface LegacyState {
  /** As the server chose it; absent before it has. */
  version?: string | undefined
  session?: string | undefined
}

/** What is asked: a method, with an id unless it is a notification. */
export interface Question {
  method: string
  params?: JsonObject
  id?: number
}

export function initializeCall(id: number, version: string): Call {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: CLIENT }
  return legacyCall({ id, method: 'initialize', params }, {})
}

/** A request as revisions up to 2025-11-25 have it. Without state it is one that no handshake came before. */
export function legacyCall(question: Question, { version, session }: LegacyState): Call {
  return {
    message: { jsonrpc: '2.0', ...question },
    headers: {
      ...(version && { 'mcp-protocol-version': version }),
      ...(session && { 'mcp-session-id': session }),
    },
  }
}

/** A request as 2026-07-28 has it: the version and the client's capabilities in `_meta`, mirrored in headers. */
export function modernCall({ params, ...question }: Question): Call {
  const name = params?.[NAMED[question.method] ?? '']
  return {
    message: { jsonrpc: '2.0', ...question, params: { ...params, _meta: META } },
    headers: {
      'mcp-protocol-version': MODERN,
      'mcp-method': question.method,
      ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
    },
  }
}

/** A value as a mirror header carries it: what is not plain ASCII, or would be read as encoded, in base64. */
function headerText(text: string): string {
  const plain = /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')
  return plain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
