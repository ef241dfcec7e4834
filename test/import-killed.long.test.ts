import { setTimeout as wait } from 'node:timers/promises'
import type { Interval } from '@x-md/core/domain/intervals.ts'
import { decodeTimelineCursor } from '@x-md/core/providers/fxtwitter/timeline-cursor.ts'
import { toPost } from '@x-md/core/providers/fxtwitter/to-domain.ts'
import type { Archive, Selection } from '@x-md/core/stores/archive.ts'
import { openArchive } from '@x-md/core/stores/open-archive.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxBases } from '../packages/cli/src/embedded-sandbox.ts'
import { runBin, startBin } from './helpers/bin.ts'
import { SHARED_PLACES, type SharedPlace } from './helpers/service-processes.ts'

/**
 * Imports that are killed at random moments, each in a process of its own before a sandbox that takes its time.
 * What the archive had taken is there afterwards, what it claims to cover it holds, and the next import reads
 * what was missing and little else.
 */

const HANDLE = 'thread_mill'
const KILLS = 20
const CHAINS = 16
const PAGE_MS = 60
/** So far from its own time a post may stand in a timeline, with the newest of its conversation: six hours. */
const CONVERSATION = BigInt(6 * 3_600_000) << 22n
const ALL: Selection = { kinds: ['post', 'reply', 'repost'] }

/** Numbers from 0 up to 1, the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Held {
  ids: Set<string>
  covered: readonly Interval[]
}

async function heldBy(archive: Archive): Promise<Held> {
  const account = await archive.find(HANDLE)
  // The stretches first: what they claim must be there by the time that the posts are read.
  const posts = account ? await Array.fromAsync(archive.posts(account.account, ALL, 10_000)) : []
  return { ids: new Set(posts.map(({ id }) => id)), covered: account?.covered ?? [] }
}

for (const { kind, missing, start } of SHARED_PLACES)
  describe.skipIf(missing)(`imports into ${kind}${missing ? ` (skipped: ${missing})` : ''}`, () => {
    let sandbox: Awaited<ReturnType<typeof startSandbox>>
    let truth: { id: string; kind: string }[]
    beforeAll(async () => {
      sandbox = await startSandbox()
      const answer = await fetch(`${sandbox.url}/_sandbox/world/timelines/${HANDLE}?with_replies=1`)
      truth = ((await answer.json()) as { posts: { id: string; kind: string }[] }).posts
      await fetch(`${sandbox.url}/_sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([{ kind: 'latency', delayMs: PAGE_MS }]),
      })
    })
    afterAll(() => sandbox.close())

    const command = (place: SharedPlace): Parameters<typeof startBin> => [
      ['import', HANDLE, '--max', '5000', '--concurrency', String(CHAINS), '--format', 'ndjson'],
      { env: { ...sandboxBases(sandbox.url), LOG_LEVEL: 'warn', ...place.env } },
    ]
    /** Places of the timeline that were asked for since an instant; the top has none. */
    const placesSince = async (at: number): Promise<(bigint | undefined)[]> => {
      const log = await fetch(`${sandbox.url}/_sandbox/requests?since=${at}`)
      return ((await log.json()) as { path: string }[])
        .filter(({ path }) => path.includes('/statuses'))
        .map(({ path }) => {
          const cursor = new URL(path, sandbox.url).searchParams.get('cursor')
          const place = cursor === null ? undefined : decodeTimelineCursor(cursor)?.sortIndex
          return place === undefined ? undefined : BigInt(place)
        })
    }
    /** What holds a dead import's place, which would else be waited for. */
    const forgetLeases = async ({ store }: SharedPlace): Promise<void> => {
      const places = [0, 1, 2].map((n) => `import:active:${n}`)
      for (const name of [`import:history:${HANDLE}:0`, 'import:active:kept:0', ...places])
        await store.delete(`lease:${name}`)
    }
    const import_ = async (place: SharedPlace) => {
      const since = Date.now()
      const { code, stdout, stderr } = await runBin(...command(place))
      expect([code, stderr]).toEqual([0, ''])
      const rows = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { post?: { id: string }; meta?: Record<string, unknown> })
      return {
        ids: rows.flatMap(({ post }) => post?.id ?? []),
        meta: rows.at(-1)?.meta,
        places: await placesSince(since),
      }
    }

    test(`that are killed ${KILLS} times lose nothing and read little twice`, async () => {
      const whole = await start()
      const undisturbed = await import_(whole)
      await whole.stop()
      const expected = [...new Set(truth.map(({ id }) => id))].sort()
      expect(undisturbed.ids.toSorted()).toEqual(expected)

      const random = randomNumbers(20_261_130)
      for (let round = 0; round < KILLS; round++) {
        const place = await start()
        const archive = await openArchive(
          {
            X_MD_DATA_DIR: '',
            ...place.env,
            REDIS_URL: place.env.REDIS_URL ? [place.env.REDIS_URL] : undefined,
          },
          place.store,
          { readPost: toPost },
        )
        const since = Date.now()
        const running = startBin(...command(place))
        let isOver = false
        const finished = running.finished.finally(() => {
          isOver = true
        })
        // From the first page to the last one, and at any moment between two.
        const killAt = 1 + Math.floor(random() * (undisturbed.places.length - 1))
        const delay = random() * PAGE_MS
        while (!isOver && (await placesSince(since)).length < killAt) await wait(10)
        await wait(delay)
        const acknowledged = await heldBy(archive)
        running.child.kill('SIGKILL')
        await finished

        const held = await heldBy(archive)
        expect([...acknowledged.ids].filter((id) => !held.ids.has(id))).toEqual([])
        for (const { lo, hi } of acknowledged.covered)
          expect(held.covered.some((one) => one.lo <= lo && one.hi >= hi)).toBe(true)
        // A repost stands where it was reposted, which nobody tells.
        const claimed = truth.filter(({ id, kind }) => {
          const at = BigInt(id)
          const isInside = (one: Interval) =>
            (one.lo === 0n || at >= one.lo + CONVERSATION) && at < one.hi - CONVERSATION
          return kind !== 'repost' && held.covered.some(isInside)
        })
        expect(claimed.filter(({ id }) => !held.ids.has(id))).toEqual([])

        await forgetLeases(place)
        const next = await import_(place)
        expect(next.ids.toSorted()).toEqual(expected)
        expect(next.meta).toMatchObject({ truncated: false, floor_reached: true })
        expect(next.meta).not.toHaveProperty('warnings')
        // What was in flight is not covered. Of what is, only the borders of the gaps are read once more, a few pages each.
        const isAgain = (margin: bigint) => (at: bigint | undefined) =>
          at !== undefined && held.covered.some(({ lo, hi }) => at > lo + margin && at <= hi - margin)
        const borders = next.places.filter(isAgain(0n)).length
        expect(next.places.filter(isAgain(CONVERSATION))).toEqual([])
        expect(borders).toBeLessThanOrEqual(3 * (held.covered.length + 1))
        await archive.close()
        await place.stop()
      }
    })
  })
