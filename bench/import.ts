import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@x-md/core/config.ts'
import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { beginImport } from '@x-md/core/operations/history/import-history.ts'
import { cursorBelow } from '@x-md/core/providers/fxtwitter/timeline-cursor.ts'
import { parseImportRequest } from '@x-md/core/request/import-request.ts'
import type { Row } from './run.ts'

/** Accounts of different rhythm: posts every day, storms and silence, a life of eighteen years, the last three. */
const HANDLES = ['NorrbyInstr', 'VellmarWeather', 'jorunzandhov', 'NorrbyHelp']
const CHAINS = [16, 32]
const PAGE_MS = 500
/** Entries of a window of fixed size, and pages of it that are empty before it is believed to be the end. */
const WINDOW_ENTRIES = 30
const BARREN = 3

interface TimelinePage {
  results: { id: string; author: { screen_name: string }; reposted_by: object | null }[]
  cursor: { bottom: string }
}

interface Sandbox {
  url: string
  now: number
  /** Requests of pages since the last call. */
  requests(): Promise<number>
  latency(ms: number): Promise<void>
}

/**
 * Whole histories over many chains, beside a walk from page to page and one over windows of a fixed length. The
 * sandbox is another process, so that what it computes is not counted as ours.
 */
export async function importBench(): Promise<Row[]> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../packages/cli/bin/x-md.js', import.meta.url)), 'sandbox', '--port', '0'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  try {
    const sandbox = await open(await listening(child.stdout))
    const rows: Row[] = []
    for (const handle of HANDLES) rows.push(...(await measure(sandbox, handle)))
    return rows
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

async function measure(sandbox: Sandbox, handle: string): Promise<Row[]> {
  await sandbox.latency(0)
  // The first time a page is asked for, the sandbox has to write it.
  await pageAfterPage(sandbox, handle)
  await sandbox.requests()
  const { pages, posts } = await pageAfterPage(sandbox, handle)
  await sandbox.requests()
  await sandbox.latency(PAGE_MS)
  const rows: Row[] = [
    {
      what: `@${handle}, page after page`,
      measured: `${posts} posts, ${pages} requests, ${pages * PAGE_MS} ms`,
    },
  ]
  for (const chains of CHAINS) {
    const ideal = (pages * PAGE_MS) / chains
    const told = ({ count, requests, wall }: { count: number; requests: number; wall: number }): string =>
      `${count} posts, ${requests} requests, ${(requests / pages).toFixed(2)} x, ${Math.round(wall)} ms, ${(wall / ideal).toFixed(2)} x`
    const fixed = await fixedWindows(sandbox, handle, chains)
    rows.push({
      what: `@${handle}, ${chains} chains, windows of ${WINDOW_ENTRIES} entries`,
      measured: told({ ...fixed, requests: await sandbox.requests() }),
    })
    const own = await imported(sandbox, handle, chains)
    rows.push({
      what: `@${handle}, ${chains} chains`,
      measured: `${told({ ...own, requests: await sandbox.requests() })}, truncated: ${own.isTruncated}, our CPU ${own.cpu} ms`,
      ...(chains === 16 && { budget: 'all posts, at most 1.4 x requests and 1.7 x time' }),
    })
  }
  return rows
}

async function imported({ url, now }: Sandbox, handle: string, chains: number) {
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    FXTWITTER_BASE_URL: `${url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${url}/syndication`,
  })
  const { context, close } = createContext(config, { now: () => now })
  const request = parseImportRequest({ handle, max_posts: '5000', concurrency: String(chains) }, now)
  const started = performance.now()
  const before = process.cpuUsage()
  const { count, isTruncated } = await (await beginImport(request, context)).collect()
  const wall = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  await close()
  return { count, isTruncated, wall, cpu: Math.round((user + system) / 1000) }
}

async function page({ url }: Sandbox, handle: string, cursor: string | undefined): Promise<TimelinePage> {
  const query = new URLSearchParams({ with_replies: 'true', ...(cursor && { cursor }) })
  const answer = await fetch(`${url}/fxtwitter/2/profile/${handle}/statuses?${query}`)
  return (await answer.json()) as TimelinePage
}

async function pageAfterPage(sandbox: Sandbox, handle: string): Promise<{ pages: number; posts: number }> {
  const ids = new Set<string>()
  let cursor: string | undefined
  for (let pages = 1; ; pages++) {
    const { results, cursor: next } = await page(sandbox, handle, cursor)
    if (results.length === 0) return { pages, posts: ids.size }
    for (const { id } of results) ids.add(id)
    cursor = next.bottom
  }
}

/** Windows as long as the first page says that 30 entries take, each read down to its end. */
async function fixedWindows(
  sandbox: Sandbox,
  handle: string,
  chains: number,
): Promise<{ count: number; wall: number }> {
  const started = performance.now()
  const ids = new Set<string>()
  const times = (found: TimelinePage): number[] =>
    found.results
      .filter((post) => !post.reposted_by)
      .map(({ id }) => Number(BigInt(id) >> 22n) + 1_288_834_974_657)
  const first = await page(sandbox, handle, undefined)
  for (const { id } of first.results) ids.add(id)
  const span = Math.max(...times(first)) - Math.min(...times(first))
  const length = (span / first.results.length) * WINDOW_ENTRIES
  let next = 0
  let barren = 0
  const window = async (index: number): Promise<void> => {
    const end = sandbox.now - (index + 1) * length
    let cursor = cursorBelow(msToSnowflake(sandbox.now - index * length), msToSnowflake(sandbox.now))
    for (let isFirst = true; ; isFirst = false) {
      const found = await page(sandbox, handle, cursor)
      if (isFirst) barren = found.results.length === 0 ? barren + 1 : 0
      for (const { id } of found.results) ids.add(id)
      if (found.results.length === 0 || Math.max(...times(found).slice(-3)) < end) return
      cursor = found.cursor.bottom
    }
  }
  await Promise.all(
    Array.from({ length: chains }, async () => {
      while (barren < BARREN) await window(next++)
    }),
  )
  return { count: ids.size, wall: performance.now() - started }
}

async function open(url: string): Promise<Sandbox> {
  const world = (await (await fetch(`${url}/_sandbox/world`)).json()) as { now: string }
  let told = 0
  const requests = async (): Promise<number> => {
    const log = (await (await fetch(`${url}/_sandbox/requests`)).json()) as { path: string }[]
    const before = told
    told = log.filter(({ path }) => path.includes('/statuses')).length
    return told - before
  }
  return {
    url,
    now: Date.parse(world.now),
    requests,
    async latency(delayMs) {
      const faults = delayMs > 0 ? [{ kind: 'latency', delayMs }] : []
      await fetch(`${url}/_sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      })
    },
  }
}

async function listening(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const url = /listening on (\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The sandbox did not start')
}
