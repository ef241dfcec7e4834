import { initializeCall, LEGACY, type LegacyState, legacyCall, type Question } from './calls.ts'
import type { Exchange, JsonObject } from './exchange.ts'
import { type ListFindings, listPages } from './list-pages.ts'
import type { Prober } from './prober.ts'
import { type RoundTrips, timeTrips } from './round-trips.ts'
import type { Connection, Target } from './target.ts'

/** A legacy opening that was answered. */
export interface Opened {
  connection: Connection
  state: LegacyState
  result: JsonObject
}

export interface LegacyFindings {
  /** The version that each opening was answered with; null when it was not. */
  versions: { asked: string; answered: string | null }[]
  /** The first opening that was answered; its connection is still open. */
  opened: Opened | undefined
  tools: ListFindings | undefined
  roundTrips: RoundTrips | undefined
  /** Ids of sessions that the openings began. */
  sessions: string[]
  session: { given: boolean; required: boolean | null }
}

/** Tries the handshake of both revisions that have one, and what may follow it. */
export async function probeLegacy(prober: Prober, target: Target): Promise<LegacyFindings> {
  const versions: LegacyFindings['versions'] = []
  const sessions: string[] = []
  let opened: Opened | undefined
  for (const version of LEGACY) {
    const connection = target.open()
    const exchange = await prober.ask(connection, `initialize ${version}`, (id) =>
      initializeCall(id, version),
    )
    const next = openingOf(connection, exchange)
    versions.push({ asked: version, answered: next?.state.version ?? null })
    if (next?.state.session) sessions.push(next.state.session)
    if (next && !opened) opened = next
    else await connection.close()
    // There is nobody to ask a second time.
    if (exchange.answer.kind === 'none' && exchange.answer.silence === 'unreachable') break
  }
  const session = { given: sessions.length > 0, required: null }
  if (!opened) return { versions, opened, tools: undefined, roundTrips: undefined, sessions, session }
  const tools = await converse(prober, opened)
  const free = await withoutHandshake(prober, target)
  const roundTrips = await timeLegacy(prober, target, opened, sessions)
  return {
    versions,
    opened,
    tools,
    roundTrips,
    sessions,
    session: { ...session, required: session.given ? free.answer.kind !== 'result' : null },
  }
}

function openingOf(connection: Connection, { answer, http }: Exchange): Opened | undefined {
  if (answer.kind !== 'result') return undefined
  const { result } = answer
  const version = result.protocolVersion
  if (typeof version !== 'string') return undefined
  // Both come back as headers, which cannot carry everything that JSON can.
  const state = { version: headerSafe(version), session: headerSafe(http?.headers['mcp-session-id']) }
  return { connection, state: { ...state, version: state.version ?? LEGACY[0] }, result }
}

function headerSafe(text: string | undefined): string | undefined {
  return text !== undefined && /^[!-~]{1,1000}$/.test(text) ? text : undefined
}

/** What a host does after the handshake. */
async function converse(prober: Prober, { connection, state }: Opened): Promise<ListFindings | undefined> {
  const ask = (step: string, question: Question): Promise<Exchange> =>
    prober.ask(connection, step, (id) => legacyCall({ ...question, id }, state))
  const initialized = legacyCall({ method: 'notifications/initialized' }, state)
  const step = 'notifications/initialized'
  await prober.run(step, initialized, () => connection.send(step, initialized))
  const tools = await listPages('tools', (cursor, number) =>
    ask(number === 1 ? 'tools/list' : `tools/list, page ${number}`, {
      method: 'tools/list',
      ...(cursor !== undefined && { params: { cursor } }),
    }),
  )
  await ask('ping', { method: 'ping' })
  await ask('resources/list', { method: 'resources/list' })
  await ask('prompts/list', { method: 'prompts/list' })
  return tools
}

/** A list asked for out of the blue: no handshake, no session, no `_meta`. */
async function withoutHandshake(prober: Prober, target: Target): Promise<Exchange> {
  const connection = target.open()
  const exchange = await prober.ask(connection, 'tools/list, no handshake', (id) =>
    legacyCall({ method: 'tools/list', id }, {}),
  )
  await connection.close()
  return exchange
}

/** Over HTTP the handshake, which a host pays for; a process must not be opened twice, so there it is a ping. */
async function timeLegacy(
  prober: Prober,
  target: Target,
  { connection, state }: Opened,
  sessions: string[],
): Promise<RoundTrips> {
  if (target.transport === 'stdio') {
    return timeTrips('ping', (number) =>
      prober.ask(connection, `ping, timed ${number}`, (id) => legacyCall({ method: 'ping', id }, state)),
    )
  }
  return timeTrips('initialize', async (number) => {
    const exchange = await prober.ask(connection, `initialize, timed ${number}`, (id) =>
      initializeCall(id, LEGACY[0]),
    )
    const begun = openingOf(connection, exchange)?.state.session
    if (begun) sessions.push(begun)
    return exchange
  })
}
