import { setTimeout } from 'node:timers/promises'
import { loadConfig } from '@x-md/core/config.ts'
import { XmdError } from '@x-md/core/errors.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { type GetCircleOutput, getCircle } from '@x-md/core/operations/get-circle.ts'
import { parseCircleRequest } from '@x-md/core/request/circle-request.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import type { Row } from './run.ts'

const HANDLES = ['NorrbyInstr', 'marta_brenkel']
const PAGE_MS = 50
/** A read that is refused for now is sent again so often, after the wait that it names and some more. */
const MAX_RETRIES = 2
const MAX_WAIT_MS = 60_000
/** The longest of the additional waits. */
const JITTER_MS = 750

/**
 * A circle read for the first time, once more for the end of its search, and as it is kept, all with one `until`;
 * with `--fresh`, the last of them reads everything anew instead. A tenth of what is asked upstream fails.
 */
export async function circleBench(options: { fresh: boolean }): Promise<Row[]> {
  const sandbox = await startSandbox()
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
  })
  const { context, close } = createContext(config, { now: () => sandbox.world.now })
  const until = new Date(context.now()).toISOString()
  const steer = (path: string, body: unknown) =>
    fetch(`${sandbox.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const requests = async () =>
    (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as { status: number }[]
  await steer('faults', [
    { kind: 'latency', delayMs: PAGE_MS },
    { kind: '5xx', rate: 0.1 },
  ])
  const rows: Row[] = []
  for (const handle of HANDLES) {
    // What the sandbox draws at the first look is no part of what is measured.
    await fetch(
      `${sandbox.url}/_sandbox/world/interactions/${handle}?since=${context.now() - 120 * 86_400_000}`,
    )
    for (const round of ['first', 'repeat', options.fresh ? 'fresh' : 'kept']) {
      const before = (await requests()).length
      const started = performance.now()
      const nocache = round === 'fresh' ? 'true' : 'false'
      const request = parseCircleRequest({ handle, until, nocache }, context.now())
      const { circle, retries } = await withRetries(() => getCircle.run(request, context))
      const wall = performance.now() - started
      const asked = (await requests()).slice(before)
      const failed = asked.filter(({ status }) => status >= 500).length
      rows.push({
        what: `@${handle}, ${round}`,
        measured: `${Math.round(wall)} ms; ${asked.length} requests, ${failed} failed; ${retries} retries of the whole; ${coverageText(circle)}`,
      })
    }
  }
  await close()
  await sandbox.close()
  return rows
}

async function withRetries(
  run: () => Promise<GetCircleOutput>,
): Promise<{ circle: GetCircleOutput; retries: number }> {
  for (let retries = 0; ; retries++) {
    try {
      return { circle: await run(), retries }
    } catch (error) {
      if (!(error instanceof XmdError) || !error.entry.retryable || retries === MAX_RETRIES) throw error
      const wait = (error.retryAfter ?? error.entry.retryAfter ?? 0) * 1000
      if (wait > MAX_WAIT_MS) throw error
      await setTimeout(wait + Math.random() * JITTER_MS)
    }
  }
}

function coverageText({ cache, count, interactions, coverage }: GetCircleOutput): string {
  const { label, own_posts, search, replies, profiles } = coverage
  return [
    cache,
    `${interactions.outgoing} out, ${interactions.incoming} in, ${count} members`,
    `own ${own_posts.state} (${own_posts.posts})`,
    `search ${search.state} (${search.posts} on ${search.pages} pages)`,
    `replies ${replies.asked}/${replies.chosen} (${replies.posts})`,
    `profiles missing ${profiles.missing.length}`,
    label,
  ].join('; ')
}
