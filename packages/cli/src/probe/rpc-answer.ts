import { nestsTooDeep } from '@x-md/core/upstream/json-depth.ts'
import { type Answer, isObject } from './exchange.ts'

/**
 * Reads a text that should be JSON, from whoever wrote it.
 * @returns undefined when it is not, or nests so deep that code which walks it could run out of stack
 */
export function parseJson(text: string): { value: unknown } | undefined {
  if (nestsTooDeep(text)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * What a JSON value says to a request.
 * @param id of the request; an error without one, or with null, is its answer, too: a server that could not
 *   read the request does not know the id
 * @returns undefined when it is something else, such as a notification
 */
export function rpcAnswer(value: unknown, id: number | undefined): Answer | undefined {
  // A batch of one is how some old servers answer.
  if (Array.isArray(value)) return value.map((item) => rpcAnswer(item, id)).find(Boolean)
  if (!isObject(value) || value.jsonrpc !== '2.0') return undefined
  const { error, result } = value
  if (isObject(error)) {
    if (value.id !== id && value.id !== null && value.id !== undefined) return undefined
    const { code, message, data } = error
    return {
      kind: 'error',
      code: typeof code === 'number' ? code : Number.NaN,
      message: typeof message === 'string' ? message : '',
      ...(data !== undefined && { data }),
    }
  }
  return id !== undefined && value.id === id && isObject(result) ? { kind: 'result', result } : undefined
}

/** Whether a JSON value is a JSON-RPC message at all. */
export function isRpc(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isRpc) : isObject(value) && value.jsonrpc === '2.0'
}
