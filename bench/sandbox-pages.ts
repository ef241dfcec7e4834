import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import type { Row } from './run.ts'

const SECONDS = 4
const CONNECTIONS = 16

/** Pages a second that the sandbox alone serves, without latency: it must not be what a measurement measures. */
export async function sandboxPages(): Promise<Row[]> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../packages/cli/bin/x-md.js', import.meta.url)), 'sandbox', '--port', '0'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  try {
    const url = await listening(child.stdout)
    const world = (await (await fetch(`${url}/_sandbox/world`)).json()) as {
      examples: { id?: string; handle: string; answers?: { fxtwitter?: number } }[]
    }
    const posts = world.examples.filter(({ id, answers }) => id && answers?.fxtwitter === 200)
    const handles = [...new Set(posts.map(({ handle }) => handle))]
    const threads = posts.map(({ id }) => `/fxtwitter/2/thread/${id}`)
    const timelines = handles.map((handle) => `/fxtwitter/2/profile/${handle}/statuses`)
    return [await measure('threads', url, threads), await measure('timeline pages', url, timelines)]
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

async function listening(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const url = /listening on (\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The sandbox did not start')
}

async function measure(what: string, url: string, paths: readonly string[]): Promise<Row> {
  const requests = paths.map((path) => ({ path, headers: { 'user-agent': 'x-md-bench' } }))
  // Every page once, so that what is kept of it is there.
  for (const { path, headers } of requests) await (await fetch(url + path, { headers })).arrayBuffer()
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests })
  if (result.errors > 0) throw new Error(`${what}: ${result.errors} errors`)
  const kib = result.throughput.average / result.requests.average / 1024
  return {
    what: `${what} that the sandbox serves`,
    measured: `${Math.round(result.requests.average)} a second, ${kib.toFixed(0)} KiB each`,
    budget: 'at least 3,000',
  }
}
