import type { Exchange } from './exchange.ts'
import type { HttpTarget } from './http-target.ts'
import { type CallFindings, callAnonymously, callerOf, callWanted, type WantedCall } from './probe-call.ts'
import { probeDelete, probePlain } from './probe-http.ts'
import { probeLegacy } from './probe-legacy.ts'
import { probeModern } from './probe-modern.ts'
import { Prober } from './prober.ts'
import { makeReport, type ProbeReport } from './report.ts'
import type { StdioTarget } from './stdio-target.ts'

export interface ProbeOptions {
  /** The target as it may be shown. */
  shown: string | string[]
  call: WantedCall | undefined
  /** Is given each exchange as soon as it is over. */
  keep: (exchange: Exchange) => Promise<void>
}

/** Asks a server everything, and closes it. */
export async function runProbe(
  target: HttpTarget | StdioTarget,
  { shown, call, keep }: ProbeOptions,
): Promise<ProbeReport> {
  const prober = new Prober(keep)
  try {
    const legacy = await probeLegacy(prober, target)
    const nobody = prober.exchanges.every(
      ({ answer }) => answer.kind === 'none' && answer.silence === 'unreachable',
    )
    const modern = nobody
      ? undefined
      : await probeModern(prober, target, { legacy: legacy.opened !== undefined })
    const caller = callerOf(modern?.connection, legacy.opened)
    if (target.transport === 'http' && !nobody) {
      const list = modern?.tools ?? legacy.tools
      if (caller) await callAnonymously(prober, caller, list?.items ?? [])
      await probePlain(prober, target)
    }
    const called: CallFindings | undefined = call && caller && (await callWanted(prober, caller, call))
    if (target.transport === 'http' && !nobody) {
      await probeDelete(prober, target, legacy.opened?.state ?? {}, legacy.sessions)
    }
    await modern?.connection?.close()
    await legacy.opened?.connection.close()
    return makeReport({
      target: shown,
      transport: target.transport,
      exchanges: prober.exchanges,
      legacy,
      modern,
      call: called,
      stdio: target.transport === 'stdio' ? target.findings : undefined,
    })
  } finally {
    await target.close()
  }
}
