import type { LegacyState } from './calls.ts'
import type { Exchange } from './exchange.ts'
import type { HttpTarget, PlainRequest } from './http-target.ts'
import type { Prober } from './prober.ts'

/** A page that a browser could show: it belongs to nobody. */
const ORIGIN = 'https://client.example'

/** What an endpoint answers to that is no message: a GET, and a browser's question before it sends one. */
export async function probePlain(prober: Prober, target: HttpTarget): Promise<void> {
  const ask = plainly(prober, target)
  await ask('GET', { method: 'GET', headers: { accept: '*/*' } })
  await ask('OPTIONS, from a browser', {
    method: 'OPTIONS',
    headers: {
      origin: ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,mcp-session-id',
    },
    anonymous: true,
  })
}

/**
 * Ends the sessions that were begun. Without any, one DELETE tells how it is refused.
 * @param sessions ids; the answer for one is the answer for all
 */
export async function probeDelete(
  prober: Prober,
  target: HttpTarget,
  { version }: LegacyState,
  sessions: readonly string[],
): Promise<void> {
  const ask = plainly(prober, target)
  const named = version ? { 'mcp-protocol-version': version } : {}
  if (sessions.length === 0) await ask('DELETE', { method: 'DELETE', headers: named })
  for (const [index, session] of sessions.entries()) {
    const step = index === 0 ? 'DELETE of a session' : `DELETE of a session, again ${index}`
    await ask(step, { method: 'DELETE', headers: { ...named, 'mcp-session-id': session } })
  }
}

function plainly(prober: Prober, target: HttpTarget) {
  return (step: string, request: PlainRequest): Promise<Exchange> =>
    prober.run(step, undefined, () => target.plain(step, request))
}
