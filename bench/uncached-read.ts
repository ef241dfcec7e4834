import { loadConfig } from '@x-md/core/config.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { startServer } from '@x-md/server/start.ts'
import type { Row } from './run.ts'

const READS = 1_500

/**
 * What the service adds to a read that has to ask upstream: the time of such a read, less the time that the
 * upstream alone takes for the same post. One request at a time, each post in turn, both ways interleaved.
 */
export async function uncachedRead(): Promise<Row[]> {
  const sandbox = await startSandbox()
  const { context, close } = createContext(
    loadConfig({
      LOG_LEVEL: 'silent',
      // Callers name themselves here, each within its limits.
      X_MD_TRUSTED_PROXIES: '127.0.0.1',
      FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
      SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
      TCO_BASE_URL: `${sandbox.url}/t.co`,
    }),
  )
  const service = await startServer(context, { host: '127.0.0.1', port: 0 })
  const world = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as {
    examples: { id: string; handle: string; answers: { fxtwitter?: number } }[]
  }
  const posts = world.examples.filter(({ id, answers }) => id && answers.fxtwitter === 200)
  const times: Record<'ours' | 'upstream', number[]> = { ours: [], upstream: [] }
  for (let n = 0; n < READS; n++) {
    const { id, handle } = posts[n % posts.length] as (typeof posts)[number]
    const upstream = await timed(`${sandbox.url}/fxtwitter/2/status/${id}`)
    const caller = `10.0.${n >> 8}.${n & 255}`
    const ours = await timed(`${service.url}/${handle}/status/${id}?thread=off&nocache=true`, caller)
    // The first round of all posts warms both up.
    if (n < posts.length) continue
    times.upstream.push(upstream)
    times.ours.push(ours)
  }
  await service.close()
  await close()
  await sandbox.close()
  const added = (share: number) => percentile(times.ours, share) - percentile(times.upstream, share)
  return [
    {
      what: 'added to an uncached read of one post',
      measured: `p50 ${added(0.5).toFixed(2)} ms, p99 ${added(0.99).toFixed(2)} ms (upstream alone: p50 ${percentile(times.upstream, 0.5).toFixed(2)} ms)`,
      budget: 'p50 under 3 ms',
    },
  ]
}

async function timed(url: string, caller = ''): Promise<number> {
  const start = performance.now()
  const answer = await fetch(url, { headers: { 'user-agent': 'x-md-bench', 'x-forwarded-for': caller } })
  await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - start
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}
