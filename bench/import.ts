import { loadConfig } from '@x-md/core/config.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { beginImport } from '@x-md/core/operations/history/import-history.ts'
import { parseImportRequest } from '@x-md/core/request/import-request.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import type { Row } from './run.ts'

const HANDLE = 'NorrbyInstr'
const CHAINS = 16
const PAGE_MS = 500

interface TimelinePage {
  results: unknown[]
  cursor: { bottom: string }
}

/** A history of about 3,200 posts over 16 chains, beside a walk from page to page that nothing disturbs. */
export async function importBench(): Promise<Row[]> {
  const sandbox = await startSandbox()
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
  })
  const { context, close } = createContext(config, { now: () => sandbox.world.now })
  const sequential = await countPages(sandbox.url)
  await fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ kind: 'latency', delayMs: PAGE_MS }]),
  })
  const request = parseImportRequest(
    { handle: HANDLE, max_posts: '5000', concurrency: String(CHAINS) },
    context.now(),
  )
  const started = performance.now()
  const history = await (await beginImport(request, context)).collect()
  const wall = performance.now() - started
  await close()
  await sandbox.close()
  const requests = history.pages + history.retries
  const ideal = (sequential * PAGE_MS) / CHAINS
  return [
    { what: 'posts', measured: `${history.count}, truncated: ${history.isTruncated}` },
    {
      what: `requests, where one page after the other takes ${sequential}`,
      measured: `${requests}, ${(requests / sequential).toFixed(2)} x`,
      budget: 'at most 1.4 x',
    },
    {
      what: `time at ${PAGE_MS} ms a page over ${CHAINS} chains`,
      measured: `${Math.round(wall)} ms, ${(wall / ideal).toFixed(2)} x`,
      budget: 'at most 1.7 x the pages shared out evenly',
    },
  ]
}

async function countPages(url: string): Promise<number> {
  let cursor: string | undefined
  for (let pages = 1; ; pages++) {
    const query = new URLSearchParams({ with_replies: 'true', ...(cursor && { cursor }) })
    const answer = await fetch(`${url}/fxtwitter/2/profile/${HANDLE}/statuses?${query}`)
    const page = (await answer.json()) as TimelinePage
    if (page.results.length === 0) return pages
    cursor = page.cursor.bottom
  }
}
