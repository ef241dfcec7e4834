import { setImmediate as turn } from 'node:timers/promises'
import type { createSandbox } from '@x-md/sandbox/app.ts'
import type { Post } from '../../../domain/post.ts'
import { msToSnowflake } from '../../../domain/snowflake.ts'
import { readList } from '../../../providers/fxtwitter/lists.ts'
import { cursorBelow, decodeTimelineCursor } from '../../../providers/fxtwitter/timeline-cursor.ts'
import { toPost } from '../../../providers/fxtwitter/to-domain.ts'
import type { ListPage } from '../../../providers/provider.ts'
import { pageOf, postKey } from '../../list-answer.ts'
import { PageReader } from '../read-page.ts'
import { walkHistory } from '../walk.ts'

/** Time in which every page takes one round, whatever the machine is doing meanwhile. */
class Rounds {
  now = 0
  #working = 0
  #due: (() => void)[] = []

  /** One request: its answer is there at once, and is handed out when the round ends. */
  async request<T>(answer: () => Promise<T>): Promise<T> {
    this.#working += 1
    const value = await answer().finally(() => {
      this.#working -= 1
    })
    await new Promise<void>((resolve) => this.#due.push(resolve))
    return value
  }

  /** Ends round after round until a promise is settled. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isSettled = false
    const settle = (): void => {
      isSettled = true
    }
    work.then(settle, settle)
    for (let quiet = 0; !isSettled; ) {
      await turn()
      quiet = this.#working === 0 ? quiet + 1 : 0
      if (quiet < 3) continue
      const due = this.#due
      if (due.length === 0) throw new Error('The walk waits for nothing')
      this.#due = []
      this.now += 1
      for (const go of due) go()
      quiet = 0
    }
    return work
  }
}

/**
 * Walks an account's whole timeline in a sandbox, and counts.
 * @returns the pages of a walk from page to page, the requests of this one, and its length in rounds of a page
 */
export async function countRounds(
  { app, world }: ReturnType<typeof createSandbox>,
  handle: string,
  concurrency: number,
): Promise<{ sequential: number; requests: number; rounds: number; lost: string[] }> {
  const account = world.accountByHandle(handle)
  if (!account) throw new Error(`Nobody is @${handle}`)
  const ask = async (cursor: string | undefined): Promise<ListPage<Post>> => {
    const query = new URLSearchParams({ with_replies: 'true', ...(cursor && { cursor }) })
    const path = `/fxtwitter/2/profile/${handle}/statuses?${query}`
    const answer = await app.request(path, { headers: { 'user-agent': 'x-md-test' } })
    return pageOf(readList({ status: answer.status, body: await answer.json() }, toPost))
  }
  const wanted = new Set<string>()
  let sequential = 0
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await ask(cursor)
    sequential += 1
    for (const post of items) wanted.add(postKey(post))
    if (items.length === 0) break
    cursor = next
  }
  const time = new Rounds()
  const issued = msToSnowflake(world.now)
  const reader = new PageReader({
    ask: (cursor) => time.request(() => ask(cursor)),
    cursorBelow: (place) => cursorBelow(String(place), issued),
    positionOf: (cursor) => {
      const place = decodeTimelineCursor(cursor)?.sortIndex
      return place === undefined ? undefined : BigInt(place)
    },
    signal: new AbortController().signal,
    concurrency,
  })
  const statuses = world.timeline(account).length
  const walked = await time.until(
    walkHistory({
      reader,
      gaps: [{ lo: BigInt(msToSnowflake(account.joined)), hi: BigInt(msToSnowflake(world.now + 1)) }],
      first: reader.readTop(undefined),
      concurrency,
      expectedRate: statuses / ((world.now - account.joined) / 3_600_000),
      limit: 5000,
      reach: Math.min(3200, statuses),
      isOwn: () => true,
      isWanted: () => true,
      keep: async (posts) => {
        for (const post of posts) wanted.delete(postKey(post))
      },
      isEnough: async () => false,
      isLate: () => false,
    }),
  )
  if (walked.missing.length > 0) throw new Error('A page was lost where none is')
  return { sequential, requests: reader.requests, rounds: time.now, lost: [...wanted] }
}
