import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import type { Row } from './run.ts'

const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = 32
/** So many that none meets the limit of a minute. */
const CALLERS = 2_000

interface Ready {
  urls: Record<'ours' | 'bare', string>
  requests: { method: 'GET' | 'POST'; accept: string; ours: string; bare: string }[]
}

/**
 * Times of a common day's requests once their answers are kept, and how many of them a second, against a bare
 * Hono route for each that returns the same bytes. Rounds alternate, the first does not count.
 */
export async function mixedRead(): Promise<Row[]> {
  const servers = new URL('./mixed-read-servers.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [servers], { stdio: ['pipe', 'pipe', 'ignore'] })
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    return await compare(JSON.parse(line) as Ready)
  } finally {
    child.stdin?.end()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

async function compare({ urls, requests }: Ready): Promise<Row[]> {
  let count = 0
  const nextCaller = () => {
    const n = count++ % CALLERS
    return `10.0.${n >> 8}.${n & 255}`
  }
  const rounds = { ours: [] as autocannon.Result[], bare: [] as autocannon.Result[] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const which of ['ours', 'bare'] as const) {
      const result = await autocannon({
        url: urls[which],
        connections: CONNECTIONS,
        duration: SECONDS,
        requests: requests.map(({ method, accept, ...paths }) => ({
          method,
          path: paths[which],
          setupRequest: (request) => ({ ...request, headers: { accept, 'x-forwarded-for': nextCaller() } }),
        })),
      })
      if (result.errors > 0 || result['5xx'] > 0)
        throw new Error(`${which}: ${result.errors} errors, ${result['5xx']} faults`)
      if (round > 0) rounds[which].push(result)
    }
  }
  const perSecond = (which: 'ours' | 'bare') => median(rounds[which].map(({ requests }) => requests.average))
  const time = (which: 'ours' | 'bare', share: 'p50' | 'p99') =>
    median(rounds[which].map(({ latency }) => latency[share]))
  const [a, b] = [perSecond('ours'), perSecond('bare')]
  const times = (which: 'ours' | 'bare') => `p50 ${time(which, 'p50')} ms, p99 ${time(which, 'p99')} ms`
  return [
    {
      what: `mixed reads over ${CONNECTIONS} connections`,
      measured: `${times('ours')} (bare Hono routes: ${times('bare')})`,
    },
    {
      what: 'mixed reads a second',
      measured: `${Math.round((a / b) * 100)} % of bare Hono routes (${Math.round(a)} to ${Math.round(b)})`,
    },
  ]
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
