import { setImmediate as turn } from 'node:timers/promises'
import type { createSandbox } from '@x-md/sandbox/app.ts'
import { Dice } from '@x-md/sandbox/world/random.ts'
import type { Interval } from '../../../domain/intervals.ts'
import type { Post } from '../../../domain/post.ts'
import { msToSnowflake } from '../../../domain/snowflake.ts'
import { readList } from '../../../providers/fxtwitter/lists.ts'
import { cursorBelow, decodeTimelineCursor } from '../../../providers/fxtwitter/timeline-cursor.ts'
import { toPost } from '../../../providers/fxtwitter/to-domain.ts'
import type { ListPage } from '../../../providers/provider.ts'
import { pageOf, postKey } from '../../list-answer.ts'
import { placeOf } from '../plan.ts'
import { PageReader } from '../read-page.ts'
import { walkHistory } from '../walk.ts'

type Sandbox = ReturnType<typeof createSandbox>

/** What goes wrong with single questions of a walk. */
export interface Trouble {
  /** Rounds that an answer takes; 1 unless given. @param place undefined for the newest page */
  rounds?(place: bigint | undefined): number
  /** What comes instead of a page. */
  instead?(page: ListPage<Post>, place: bigint | undefined): ListPage<Post>
}

/** Turns without a question after which a walk has drawn its conclusions from an answer. */
const QUIET_TURNS = 3

/**
 * Time in which every page takes one round, or as many as it is told, whatever the machine is doing meanwhile. The
 * answers of a round come one after the other, as on a real clock, and the walk sees each before the next.
 */
class Rounds {
  now = 0
  readonly #dice: Dice
  #working = 0
  #due: { at: number; go: () => void }[] = []

  /** @param seed of the order in which the answers of a round come */
  constructor(seed: number) {
    this.#dice = new Dice(seed)
  }

  /** One request: its answer is there at once, and is handed out when its last round ends. */
  async request<T>(answer: () => Promise<T>, rounds: number): Promise<T> {
    const at = this.now + rounds
    this.#working += 1
    const value = await answer().finally(() => {
      this.#working -= 1
    })
    await new Promise<void>((go) => this.#due.push({ at, go }))
    return value
  }

  /** Ends round after round until a promise is settled. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isSettled = false
    const settle = (): void => {
      isSettled = true
    }
    work.then(settle, settle)
    await this.#settle()
    while (!isSettled) {
      if (this.#due.length === 0) throw new Error('The walk waits for nothing')
      this.now += 1
      const ended = this.#due.filter(({ at }) => at <= this.now)
      this.#due = this.#due.filter(({ at }) => at > this.now)
      while (ended.length > 0) {
        const [answer] = ended.splice(this.#dice.int(0, ended.length - 1), 1)
        answer?.go()
        await this.#settle()
      }
    }
    return work
  }

  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      await turn()
      quiet = this.#working === 0 ? quiet + 1 : 0
    }
  }
}

function asker({ app }: Sandbox, handle: string) {
  return async (cursor: string | undefined): Promise<ListPage<Post>> => {
    const query = new URLSearchParams({ with_replies: 'true', ...(cursor && { cursor }) })
    const path = `/fxtwitter/2/profile/${handle}/statuses?${query}`
    const answer = await app.request(path, { headers: { 'user-agent': 'x-md-test' } })
    return pageOf(readList({ status: answer.status, body: await answer.json() }, toPost))
  }
}

function placeIn(cursor: string | undefined): bigint | undefined {
  const place = cursor === undefined ? undefined : decodeTimelineCursor(cursor)?.sortIndex
  return place === undefined ? undefined : BigInt(place)
}

/** @returns how many pages a walk from page to page takes, the last of them empty, and the posts in them */
export async function walkPageByPage(sandbox: Sandbox, handle: string) {
  const ask = asker(sandbox, handle)
  const posts = new Set<string>()
  let pages = 0
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await ask(cursor)
    pages += 1
    for (const post of items) posts.add(postKey(post))
    if (items.length === 0) return { pages, posts }
    cursor = next
  }
}

/**
 * Walks an account's whole timeline over many chains.
 * @param options.seed of the order in which the answers of a round come
 * @returns its requests, its length in rounds of a page, the posts that it kept, and what it names as missing
 */
export async function walkInRounds(
  sandbox: Sandbox,
  handle: string,
  { concurrency, trouble = {}, seed = 1 }: { concurrency: number; trouble?: Trouble; seed?: number },
): Promise<{ requests: number; rounds: number; posts: Set<string>; missing: Interval[] }> {
  const { world } = sandbox
  const account = world.accountByHandle(handle)
  if (!account) throw new Error(`Nobody is @${handle}`)
  const ask = asker(sandbox, handle)
  const time = new Rounds(seed)
  const issued = msToSnowflake(world.now)
  const reader = new PageReader({
    ask: (cursor) => {
      const place = placeIn(cursor)
      const answer = async (): Promise<ListPage<Post>> => {
        const page = await ask(cursor)
        return trouble.instead?.(page, place) ?? page
      }
      return time.request(answer, trouble.rounds?.(place) ?? 1)
    },
    cursorBelow: (place) => cursorBelow(String(place), issued),
    positionOf: placeIn,
    signal: new AbortController().signal,
    concurrency,
  })
  const statuses = world.timeline(account).length
  const joined = placeOf(account.joined)
  const posts = new Set<string>()
  const { missing } = await time.until(
    walkHistory({
      reader,
      gaps: [{ lo: joined, hi: placeOf(world.now + 1) }],
      first: reader.readTop(undefined),
      concurrency,
      expectedRate: statuses / ((world.now - account.joined) / 3_600_000),
      bottom: joined,
      limit: 5000,
      reach: Math.min(3200, statuses),
      isOwn: () => true,
      isWanted: () => true,
      keep: async (kept) => {
        for (const post of kept) posts.add(postKey(post))
      },
      isEnough: async () => false,
      clock: () => time.now,
      isLate: () => false,
    }),
  )
  return { requests: reader.requests, rounds: time.now, posts, missing }
}
