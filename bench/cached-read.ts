import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import type { Row } from './run.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 32
/** So many that none meets the limit of a minute. */
const CALLERS = Array.from({ length: 2_000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)

/**
 * Requests a second of a cached read against a bare Hono route that returns the same bytes, head and body.
 * Both servers run in one process, so that neither has a warmer machine; rounds alternate, the medians count.
 */
export async function cachedRead(): Promise<Row[]> {
  const child = spawn(process.execPath, [new URL('./cached-read-servers.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const { cases } = JSON.parse(line) as {
      cases: { what: string; ours: string; bare: string; accept: string }[]
    }
    const rows: Row[] = []
    for (const { what, ours, bare, accept } of cases) rows.push(await compare(what, ours, bare, accept))
    return rows
  } finally {
    await stop(child)
  }
}

async function compare(what: string, ours: string, bare: string, accept: string): Promise<Row> {
  const figures: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  // The first round warms both up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, url] of [
      ['ours', ours],
      ['bare', bare],
    ] as const) {
      const result = await autocannon({
        url,
        connections: CONNECTIONS,
        duration: SECONDS,
        requests: CALLERS.map((ip) => ({ headers: { accept, 'x-forwarded-for': ip } })),
      })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`)
      if (round > 0) figures[name].push(result.requests.average)
    }
  }
  const [a, b] = [median(figures.ours), median(figures.bare)]
  return {
    what: `cached read, ${what}`,
    measured: `${Math.round((a / b) * 100)} % of a bare Hono route (${Math.round(a)} to ${Math.round(b)} requests a second)`,
    budget: 'at least 70 %',
  }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

async function stop(child: ChildProcess): Promise<void> {
  child.stdin?.end()
  if (child.exitCode === null) await once(child, 'exit')
}
