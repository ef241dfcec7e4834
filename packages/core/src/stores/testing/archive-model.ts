import type { Author } from '../../domain/author.ts'
import { type Interval, withInterval } from '../../domain/intervals.ts'
import type { Post } from '../../domain/post.ts'
import { timeOf } from '../../domain/post-time.ts'
import { msToSnowflake } from '../../domain/snowflake.ts'
import { type ArchiveSummary, kindOf, type PostKind, type Selection } from '../archive.ts'

export const DAY = Date.UTC(2026, 5, 1)
export const ALL: { kinds: readonly PostKind[] } = { kinds: ['post', 'reply', 'repost'] }

export function authorNamed(id: string, handle: string): Author {
  return { id, screen_name: handle, name: `Name of ${handle}` }
}

interface PostOptions {
  kind?: PostKind
  text?: string
  /** Tells posts of one millisecond apart. */
  low?: number
}

/** A post of an account, so many minutes into a day. */
export function postAt(who: Author, minutes: number, { kind = 'post', text, low }: PostOptions = {}): Post {
  return postOf(who, msToSnowflake(DAY + minutes * 60_000, low), { kind, text: text ?? `Minute ${minutes}` })
}

/** @param id of a post; one from before snowflakes gets its id as its time */
export function postOf(who: Author, id: string, { kind, text }: { kind: PostKind; text: string }): Post {
  return {
    type: 'status',
    id,
    text,
    author: kind === 'repost' ? authorNamed('999', 'somebody_else') : who,
    created_timestamp: BigInt(id) < 1_000_000n ? Number(id) : null,
    url: `https://x.com/${who.screen_name}/status/${id}`,
    ...(kind === 'reply' && { replying_to: { screen_name: 'somebody_else', status: '20' } }),
    ...(kind === 'repost' && { reposted_by: { screen_name: who.screen_name } }),
  }
}

/** What an archive has to keep of an account, said as plainly as possible. */
export class ArchiveModel {
  /** By id, and whether it is a repost. */
  #posts = new Map<string, Post>()
  covered: Interval[] = []
  updatedAt: number | undefined
  isIncomplete = false

  add(posts: readonly Post[], covered: Interval | undefined, isOnlyNew: boolean): void {
    for (const post of posts) {
      const key = `${post.id} ${kindOf(post) === 'repost'}`
      if (!isOnlyNew || !this.#posts.has(key)) this.#posts.set(key, post)
    }
    if (covered) this.covered = withInterval(this.covered, covered)
  }

  summary(): ArchiveSummary {
    const times = [...this.#posts.values()].filter((post) => kindOf(post) !== 'repost').map(timeOf)
    return {
      count: this.select(ALL).length,
      ...(times.length > 0 && { oldest: Math.min(...times), newest: Math.max(...times) }),
    }
  }

  /** Newest first; of an account's repost of itself, its own post where that is selected. */
  select({ since = 0, until = Number.POSITIVE_INFINITY, kinds }: Selection): Post[] {
    const chosen = new Map<string, Post>()
    for (const post of this.#posts.values()) {
      const at = timeOf(post)
      if (at < since || at > until || !kinds.includes(kindOf(post))) continue
      if (!chosen.has(post.id) || kindOf(post) !== 'repost') chosen.set(post.id, post)
    }
    return [...chosen.values()].sort(
      (a, b) => timeOf(b) - timeOf(a) || (BigInt(a.id) < BigInt(b.id) ? 1 : -1),
    )
  }

  clear(): void {
    this.#posts = new Map()
    this.covered = []
    this.updatedAt = undefined
    this.isIncomplete = false
  }
}
