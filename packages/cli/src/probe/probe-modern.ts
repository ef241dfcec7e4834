import { modernCall, type Question } from './calls.ts'
import { type Exchange, isObject, type JsonObject } from './exchange.ts'
import { type ListFindings, listPages } from './list-pages.ts'
import type { Prober } from './prober.ts'
import { type RoundTrips, timeTrips } from './round-trips.ts'
import type { Connection, Target } from './target.ts'

export interface ModernFindings {
  /** The answer to `server/discover`; undefined when the server does not know it. */
  discover: JsonObject | undefined
  /** Versions that the server says it speaks: from discover, or from its refusal of ours. */
  supported: string[] | undefined
  /** Still open when discover was answered. */
  connection: Connection | undefined
  tools: ListFindings | undefined
  roundTrips: RoundTrips | undefined
}

const UNSUPPORTED_VERSION = -32022

/** Tries what the revision 2026-07-28 has: every request stands for itself. */
export async function probeModern(
  prober: Prober,
  target: Target,
  options: { legacy: boolean },
): Promise<ModernFindings> {
  const connection = target.open()
  const ask = (step: string, question: Question): Promise<Exchange> =>
    prober.ask(connection, step, (id) => modernCall({ ...question, id }))
  const { answer } = await ask('server/discover', { method: 'server/discover' })
  const discover = answer.kind === 'result' ? discovered(answer.result) : undefined
  const supported =
    discover?.supportedVersions ??
    (answer.kind === 'error' && answer.code === UNSUPPORTED_VERSION && isObject(answer.data)
      ? answer.data.supported
      : undefined)
  const findings: ModernFindings = {
    discover,
    supported: Array.isArray(supported)
      ? supported.filter((version) => typeof version === 'string')
      : undefined,
    connection: undefined,
    tools: undefined,
    roundTrips: undefined,
  }
  // A server of the older kind may answer a list in this style, too, if it keeps no sessions.
  findings.tools = await listPages('tools', (cursor, number) =>
    ask(number === 1 ? 'tools/list, modern' : `tools/list, modern, page ${number}`, {
      method: 'tools/list',
      ...(cursor !== undefined && { params: { cursor } }),
    }),
  )
  if (!discover) {
    await connection.close()
    return findings
  }
  if (target.transport === 'http') {
    await prober.ask(connection, 'tools/list, _meta alone', (id) => ({
      ...modernCall({ method: 'tools/list', id }),
      headers: {},
    }))
  }
  if (!options.legacy) {
    await ask('resources/list, modern', { method: 'resources/list' })
    await ask('prompts/list, modern', { method: 'prompts/list' })
    await ask('ping, modern', { method: 'ping' })
  }
  findings.roundTrips = await timeTrips('server/discover', (number) =>
    ask(`server/discover, timed ${number}`, { method: 'server/discover' }),
  )
  findings.connection = connection
  return findings
}

/** A result is an answer to discover only if it says which versions there are. */
function discovered(result: JsonObject): JsonObject | undefined {
  return Array.isArray(result.supportedVersions) ? result : undefined
}
