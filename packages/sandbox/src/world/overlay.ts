import { compareIds } from '@x-md/core/domain/snowflake.ts'
import { FIRST_NAMED_ORDINAL, NO_ORDINAL, packPlace, postId } from './ids.ts'
import type { Account, Post } from './model.ts'

/** How a post leans on another one. */
export type Leaning = 'reply' | 'quote' | 'repost'

export type Countable = 'replies' | 'reposts' | 'likes' | 'quotes' | 'bookmarks'

/** A post before it has an id, an author and an instant. */
export type NewPost = Omit<Post, 'id' | 'author' | 'at'>

/** Numbers of posts written through a door; the hand-written ones of an account stay far below. */
export const FIRST_WRITTEN_ORDINAL = FIRST_NAMED_ORDINAL + 700

/** An account can write so many posts before the next reset: its short links have no more places. */
export const MOST_WRITTEN = NO_ORDINAL - FIRST_WRITTEN_ORDINAL

const LEANINGS = [
  ['reply', 'replyTo', 'replies'],
  ['quote', 'quote', 'quotes'],
  ['repost', 'repostOf', 'reposts'],
] as const

/** What was done to the world since it was made: posts written and deleted, counts, who follows whom. */
export class Overlay {
  readonly #posts = new Map<string, Post>()
  readonly #byPlace = new Map<number, Post>()
  readonly #byAuthor = new Map<Account, string[]>()
  readonly #leaning = new Map<string, string[]>()
  readonly #erased = new Map<string, Account>()
  readonly #counts = new Map<string, Partial<Record<Countable, number>>>()
  /** Posts as they are after all changes; each is the same object until the next one. */
  readonly #changed = new Map<string, Post>()
  /** For each account that follows, whom it follows (true) or no longer follows (false). */
  readonly #follows = new Map<string, Map<string, boolean>>()

  /** Adds a post, or gives undefined when the account has written all that it can. */
  write(author: Account, at: number, draft: NewPost): Post | undefined {
    const written = this.#byAuthor.get(author) ?? []
    if (written.length >= MOST_WRITTEN) return undefined
    const place = { account: author.index, ordinal: FIRST_WRITTEN_ORDINAL + written.length }
    const post: Post = { ...draft, id: postId(at, place), author, at }
    this.#posts.set(post.id, post)
    this.#byPlace.set(packPlace(place), post)
    this.#byAuthor.set(author, [...written, post.id])
    for (const [how, field, count] of LEANINGS) {
      const other = post[field]
      if (other === undefined) continue
      this.#leaning.set(`${how} ${other}`, [...this.leaning(other, how), post.id])
      this.recount(other, count, 1)
    }
    return post
  }

  /** Takes a post away, whether it was written here or not. */
  erase(post: Post): void {
    if (this.#erased.has(post.id)) return
    this.#erased.set(post.id, post.author)
    this.#changed.delete(post.id)
    for (const [, field, count] of LEANINGS) {
      const other = post[field]
      if (other !== undefined) this.recount(other, count, -1)
    }
  }

  recount(id: string, what: Countable, by: number): void {
    const counts = this.#counts.get(id) ?? {}
    this.#counts.set(id, { ...counts, [what]: (counts[what] ?? 0) + by })
    this.#changed.delete(id)
  }

  /** @param follows undefined: as in the untouched world */
  follow(follower: Account, followed: Account, follows: boolean | undefined): void {
    const edges = this.#follows.get(follower.id) ?? new Map<string, boolean>()
    // Set anew, so that the latest comes last.
    edges.delete(followed.id)
    if (follows !== undefined) edges.set(followed.id, follows)
    this.#follows.set(follower.id, edges)
  }

  post(id: string): Post | undefined {
    return this.#posts.get(id)
  }

  /** The post whose place a short link names. */
  postAt(packed: number): Post | undefined {
    return this.#byPlace.get(packed)
  }

  /** A post of the world as it is by now. */
  changed(post: Post): Post {
    const deltas = this.#counts.get(post.id)
    const erased = this.#erased.has(post.id)
    if (!deltas && !erased) return post
    const known = this.#changed.get(post.id)
    if (known) return known
    const counts = { ...post.counts }
    for (const [what, by] of Object.entries(deltas ?? {}) as [Countable, number][]) {
      counts[what] = Math.max(0, (counts[what] ?? 0) + by)
    }
    const changed: Post = { ...post, counts, ...(erased && { gone: 'deleted' as const }) }
    this.#changed.set(post.id, changed)
    return changed
  }

  /** Ids of what an account wrote here, oldest first. */
  writtenBy(author: Account): readonly string[] {
    return this.#byAuthor.get(author) ?? []
  }

  /** Ids of what was written here about a post, oldest first. */
  leaning(id: string, how: Leaning): readonly string[] {
    return this.#leaning.get(`${how} ${id}`) ?? []
  }

  /** Ids of all that was written here, newest first. */
  newest(): string[] {
    return [...this.#posts.keys()].sort((one, other) => compareIds(other, one))
  }

  /** By how much the number of an account's posts differs from that of the untouched world. */
  postsMore(author: Account): number {
    const erased = [...this.#erased.values()].filter((one) => one === author).length
    return this.writtenBy(author).length - erased
  }

  /** The ids of accounts that one began to follow, the newest first, and of those that it follows no longer. */
  followsOf(follower: Account): { begun: string[]; ended: Set<string> } {
    return split([...(this.#follows.get(follower.id) ?? [])])
  }

  /** The ids of accounts that began to follow one, the newest first, and of those that do no longer. */
  followersOf(followed: Account): { begun: string[]; ended: Set<string> } {
    const edges = [...this.#follows].flatMap(([follower, to]) => {
      const follows = to.get(followed.id)
      return follows === undefined ? [] : [[follower, follows] as const]
    })
    return split(edges)
  }

  clear(): void {
    for (const map of [this.#posts, this.#byPlace, this.#byAuthor, this.#leaning, this.#erased]) map.clear()
    for (const map of [this.#counts, this.#changed, this.#follows]) map.clear()
  }
}

function split(edges: (readonly [id: string, follows: boolean])[]) {
  return {
    begun: edges
      .filter(([, follows]) => follows)
      .map(([id]) => id)
      .reverse(),
    ended: new Set(edges.filter(([, follows]) => !follows).map(([id]) => id)),
  }
}
