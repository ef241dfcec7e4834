import { legacyCall, modernCall } from './calls.ts'
import type { Call, Exchange, JsonObject } from './exchange.ts'
import { isObject } from './exchange.ts'
import type { Opened } from './probe-legacy.ts'
import type { Prober } from './prober.ts'
import type { Connection } from './target.ts'

/** A tool that the user wants called. */
export interface WantedCall {
  tool: string
  args: JsonObject
}

/** How to call: in the newest style that the server answers. */
export interface Caller {
  connection: Connection
  build: (name: string, args: JsonObject, id: number) => Call
}

export function callerOf(modern: Connection | undefined, legacy: Opened | undefined): Caller | undefined {
  const question = (name: string, args: JsonObject, id: number) => ({
    method: 'tools/call',
    params: { name, arguments: args },
    id,
  })
  if (modern) {
    return { connection: modern, build: (name, args, id) => modernCall(question(name, args, id)) }
  }
  if (!legacy) return undefined
  const { connection, state } = legacy
  return { connection, build: (name, args, id) => legacyCall(question(name, args, id), state) }
}

/** A name that no server has: what is told about it comes before any tool runs. */
const NO_TOOL = 'x_md_probe_no_such_tool'

/**
 * Calls a tool without the caller's headers, to see whether, and how, a server asks for them. Only a tool that
 * says it reads is called, and one that needs arguments before one that would run without.
 */
export function callAnonymously(
  prober: Prober,
  caller: Caller,
  tools: readonly JsonObject[],
): Promise<Exchange> {
  const readers = tools.filter(
    ({ name, annotations }) =>
      typeof name === 'string' && isObject(annotations) && annotations.readOnlyHint === true,
  )
  const tool = readers.find(needsArguments) ?? readers[0]
  const name = typeof tool?.name === 'string' ? tool.name : NO_TOOL
  const step = tool ? `tools/call ${name}, no credentials` : 'tools/call, no credentials'
  return prober.ask(caller.connection, step, (id) => caller.build(name, {}, id), { anonymous: true })
}

function needsArguments({ inputSchema }: JsonObject): boolean {
  return isObject(inputSchema) && Array.isArray(inputSchema.required) && inputSchema.required.length > 0
}

export interface CallFindings {
  tool: string
  ms: number
  bytes: number
  /** Whether the tool says that it failed; null when there was no result at all. */
  is_error: boolean | null
  /** Types of the blocks of its content, in order. */
  content: string[]
  structured: boolean
}

/** The one call that the user asked for. */
export async function callWanted(
  prober: Prober,
  caller: Caller,
  { tool, args }: WantedCall,
): Promise<CallFindings> {
  const step = `tools/call ${tool}`
  const { answer, ms, bytes } = await prober.ask(caller.connection, step, (id) =>
    caller.build(tool, args, id),
  )
  const result = answer.kind === 'result' ? answer.result : undefined
  const content = Array.isArray(result?.content) ? result.content.filter(isObject) : []
  return {
    tool,
    ms,
    bytes,
    is_error: result ? result.isError === true : null,
    content: content.map(({ type }) => String(type)),
    structured: result?.structuredContent !== undefined,
  }
}
