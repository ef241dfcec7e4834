import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } from '@modelcontextprotocol/server'
import { shown } from './answers.ts'
import { CODES } from './failures.ts'
import { isObject, type Json } from './http/messages.ts'
import { MODERN, REVISIONS } from './layer.ts'

/**
 * A message of the SDK as it should be. Where it names revisions, it names every one that is spoken: the SDK knows
 * of the newest only, as long as it speaks that. A method that is not known is named. Parameters that miss their
 * schema are the caller's fault, which it tells as one of its own in the legacy era.
 * @param method what the message answers to, where that is known
 */
export function mended<T extends object>(message: T, method?: string): T {
  const { result, error } = message as Json
  if (isObject(result) && Array.isArray(result.supportedVersions)) {
    return { ...message, result: { ...result, supportedVersions: REVISIONS } }
  }
  if (!isObject(error)) return message
  if (error.code === CODES.unsupportedVersion) {
    const data = isObject(error.data) ? error.data : {}
    return { ...message, error: { ...error, data: { ...data, supported: REVISIONS } } }
  }
  if (error.code === CODES.unknownMethod && method !== undefined) {
    const name = shown(method)
    const words = Object.hasOwn(ONLY_IN, method)
      ? `${name} is of ${ONLY_IN[method]} only.`
      : `Unknown method: ${name}`
    return { ...message, error: { code: error.code, message: words, data: { method: name } } }
  }
  const issues = issuesIn(error.message)
  return issues === undefined
    ? message
    : { ...message, error: { code: CODES.invalidParams, message: `Invalid parameters: ${issues}` } }
}

/** Methods of one era, and of which revisions that is; they are unknown in the other only. */
const ONLY_IN: Readonly<Record<string, string>> = {
  initialize: `revisions before ${MODERN}`,
  ping: `revisions before ${MODERN}`,
  'server/discover': MODERN,
  'subscriptions/listen': MODERN,
}

const MAX_ISSUES = 5

/** The issues that a message of zod lists, in one line; undefined for any other message. */
function issuesIn(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('[\n')) return undefined
  try {
    const issues = JSON.parse(text) as { path: (string | number)[]; message: string }[]
    return issues
      .slice(0, MAX_ISSUES)
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
      .join('; ')
  } catch {
    return undefined
  }
}

/**
 * A sound message with nothing but what JSON-RPC gives a meaning: the SDK drops others without a word.
 * @returns undefined for one that the SDK does not take even so, for what its `_meta` holds
 */
export function forSdk(message: Json): Json | undefined {
  const keys =
    'method' in message ? ['jsonrpc', 'id', 'method', 'params'] : ['jsonrpc', 'id', 'result', 'error']
  const known = Object.fromEntries(Object.entries(message).filter(([key]) => keys.includes(key)))
  const isTaken = isJSONRPCRequest(known) || isJSONRPCNotification(known) || isJSONRPCResponse(known)
  return isTaken ? known : undefined
}

export const NOT_TAKEN = 'Something in _meta is not as the protocol has it.'
