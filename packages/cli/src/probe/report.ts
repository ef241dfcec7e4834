import { type AnswerHeader, answerHeaders } from './answer-headers.ts'
import { type Exchange, isObject, type JsonObject } from './exchange.ts'
import type { CallFindings } from './probe-call.ts'
import type { LegacyFindings } from './probe-legacy.ts'
import type { ModernFindings } from './probe-modern.ts'
import type { RoundTrips } from './round-trips.ts'
import type { StdioFindings } from './stdio-target.ts'
import { type Size, sizeOf, type ToolReport, toolReport } from './tool-sizes.ts'

/** `modern` is 2026-07-28 and later, `legacy` everything that opens with a handshake. */
export type Era = 'both' | 'modern' | 'legacy' | 'unknown'

/** What a probe found: names and texts of the server are as it wrote them. */
export interface ProbeReport {
  /** An address, or a command and its arguments, without secrets. */
  target: string | string[]
  transport: 'http' | 'stdio'
  /** Whether anything was answered as an MCP server answers. */
  mcp: boolean
  /** When not: what came instead. */
  problem: string | null
  /** Null when it is no MCP; `unknown` when only a list was answered. */
  era: Era | null
  /** Which version each handshake was answered with. */
  initialize: { asked: string; answered: string | null }[]
  /** As `server/discover`, or the refusal of it, lists them. */
  supported_versions: string[] | null
  server: JsonObject | null
  capabilities: { legacy: JsonObject | null; modern: JsonObject | null }
  instructions: Size | null
  session: { given: boolean; required: boolean | null }
  steps: Step[]
  round_trips: RoundTrips[]
  /** Of HTTP. */
  headers: AnswerHeader[] | null
  tools: ToolReport | null
  call: CallFindings | null
  stdio: StdioFindings | null
}

export interface Step {
  step: string
  answer: Exchange['answer']['kind']
  /** HTTP status. */
  status: number | null
  /** JSON-RPC error code. */
  code: number | null
  /** What the server said of an error, or what came instead of an answer. */
  detail: string | null
  content_type: string | null
  ms: number
  bytes: number
  messages_before: number
}

export interface Findings {
  target: string | string[]
  transport: 'http' | 'stdio'
  exchanges: readonly Exchange[]
  legacy: LegacyFindings
  modern: ModernFindings | undefined
  call: CallFindings | undefined
  stdio: StdioFindings | undefined
}

export function makeReport({
  target,
  transport,
  exchanges,
  legacy,
  modern,
  call,
  stdio,
}: Findings): ProbeReport {
  const era = eraOf(legacy, modern)
  const opening = legacy.opened?.result
  const discover = modern?.discover
  const instructions = discover?.instructions ?? opening?.instructions
  return {
    target,
    transport,
    mcp: era !== null,
    problem: era === null ? problemOf(exchanges) : null,
    era,
    initialize: legacy.versions,
    supported_versions: modern?.supported ?? null,
    server: serverInfo(opening, discover),
    capabilities: {
      legacy: objectOrNull(opening?.capabilities),
      modern: objectOrNull(discover?.capabilities),
    },
    instructions: typeof instructions === 'string' ? sizeOf(instructions) : null,
    session: legacy.session,
    steps: exchanges.map(stepOf),
    round_trips: [legacy.roundTrips, modern?.roundTrips].filter((trips) => trips !== undefined),
    headers: transport === 'http' ? answerHeaders(exchanges) : null,
    tools: tools(legacy, modern),
    call: call ?? null,
    stdio: stdio ?? null,
  }
}

function eraOf(legacy: LegacyFindings, modern: ModernFindings | undefined): Era | null {
  const [old, recent] = [legacy.opened !== undefined, modern?.supported !== undefined]
  if (old && recent) return 'both'
  if (recent) return 'modern'
  if (old) return 'legacy'
  return modern?.tools ? 'unknown' : null
}

/** Of an HTTP answer rather than of silence, where there was one; a demand for credentials before all. */
function problemOf(exchanges: readonly Exchange[]): string {
  const denied = exchanges.find(({ http }) => http?.status === 401 || http?.status === 403)
  if (denied) return `it wants credentials (${denied.http?.status}): give --key-env or --header`
  const said = exchanges.find(({ answer }) => answer.kind !== 'none') ?? exchanges[0]
  if (!said) return 'nothing was asked'
  return `${said.step}: ${[said.http?.status, detailOf(said.answer)].filter(Boolean).join(' ')}`
}

function tools(legacy: LegacyFindings, modern: ModernFindings | undefined): ToolReport | null {
  // The list that a host would load: in the newest style that the server answers on purpose.
  if (modern?.tools && (modern.discover || !legacy.tools)) return toolReport('modern', modern.tools)
  return legacy.tools ? toolReport('legacy', legacy.tools) : null
}

function serverInfo(opening: JsonObject | undefined, discover: JsonObject | undefined): JsonObject | null {
  const meta = discover?._meta
  const named = isObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined
  return objectOrNull(named) ?? objectOrNull(discover?.serverInfo) ?? objectOrNull(opening?.serverInfo)
}

function objectOrNull(value: unknown): JsonObject | null {
  return isObject(value) ? value : null
}

function stepOf({ step, answer, http, ms, bytes, before }: Exchange): Step {
  return {
    step,
    answer: answer.kind,
    status: http?.status ?? null,
    code: answer.kind === 'error' && Number.isFinite(answer.code) ? answer.code : null,
    detail: detailOf(answer),
    content_type: http?.headers['content-type'] ?? null,
    ms,
    bytes,
    messages_before: before,
  }
}

function detailOf(answer: Exchange['answer']): string | null {
  switch (answer.kind) {
    case 'error':
      return answer.message
    case 'other':
    case 'none':
      return answer.detail
    case 'result':
      return gist(answer.result)
    default:
      return null
  }
}

/** What can be said of a result in a word: how long a list is, or that a tool failed. */
function gist(result: JsonObject): string | null {
  if (result.isError === true) return 'isError'
  for (const key of ['tools', 'resources', 'prompts'] as const) {
    const list = result[key]
    if (Array.isArray(list)) return `${list.length} ${list.length === 1 ? key.slice(0, -1) : key}`
  }
  return null
}
