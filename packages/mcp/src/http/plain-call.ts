import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { type Era, MODERN, REVISIONS } from '../layer.ts'
import { type Id, idOf, isObject, type Json } from './messages.ts'

/** A call of a tool with nothing about it that needs more than an answer. */
export interface PlainCall {
  era: Era
  id: Id
  name: string
  args: unknown
}

const MODERN_META: readonly string[] = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
]
const PARAMS = ['name', 'arguments', '_meta']
const LEGACY: readonly (string | null)[] = [null, ...REVISIONS.slice(1)]

/**
 * Recognises calls of tools that are right in every part that the protocol looks at. All others, and all that ask
 * for progress or say something that is not known here, are the SDK's to judge.
 * @param message a message that is sound as JSON-RPC
 */
export function plainCall(message: Json, headers: Headers): PlainCall | undefined {
  const { method, params } = message
  const id = idOf(message)
  if (method !== 'tools/call' || id === undefined || !isObject(params)) return undefined
  const { name, arguments: args, _meta: meta } = params
  if (typeof name !== 'string' || (args !== undefined && !isObject(args))) return undefined
  if (Object.keys(params).some((key) => !PARAMS.includes(key))) return undefined
  const version = headers.get('mcp-protocol-version')
  if (version === MODERN) {
    const isSound =
      isModernMeta(meta) && headers.get('mcp-method') === method && headers.get('mcp-name') === name
    return isSound ? { era: 'modern', id, name, args } : undefined
  }
  if (!LEGACY.includes(version) || headers.has('mcp-method') || headers.has('mcp-name')) return undefined
  const isSound = meta === undefined || (isObject(meta) && Object.keys(meta).length === 0)
  return isSound ? { era: 'legacy', id, name, args } : undefined
}

function isModernMeta(meta: unknown): boolean {
  if (!isObject(meta) || meta[PROTOCOL_VERSION_META_KEY] !== MODERN) return false
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY]
  // What a client can do is long to check and seldom told; none of it matters to an answer.
  if (!isObject(capabilities) || Object.keys(capabilities).length > 0) return false
  const info = meta[CLIENT_INFO_META_KEY]
  const isSound =
    info === undefined ||
    (isObject(info) &&
      Object.keys(info).length === 2 &&
      typeof info.name === 'string' &&
      typeof info.version === 'string')
  return isSound && Object.keys(meta).every((key) => MODERN_META.includes(key))
}
