import { makeAccount } from './accounts.ts'
import { assemble, type NamedPost, repliesByParent } from './assemble.ts'
import { FAMILIES } from './examples/families.ts'
import { FIRST_NAMED_ORDINAL, NO_ORDINAL, readPostId } from './ids.ts'
import { bioLinks, postLinks } from './links.ts'
import type { Account, Post } from './model.ts'
import { PEOPLE } from './people.ts'
import { readShortCode, SLOT } from './short-links.ts'

/** What the world's clock shows unless told otherwise. */
export const DEFAULT_NOW = Date.parse('2026-11-01T12:00:00Z')

export interface WorldOptions {
  /** Another seed, another world; 1 unless given. */
  seed?: number
  /** Unix milliseconds. */
  now?: number
}

/**
 * X as its people made it. All of it is a function of the seed, placed at fixed instants; the clock decides
 * how much of it has happened. Accounts and hand-written posts are built at once, the rest when asked for.
 */
export class World {
  readonly seed: number
  readonly accounts: readonly Account[]
  readonly named: readonly NamedPost[]
  /** Changes with whatever can change an answer; a memo keyed by it is never stale. */
  revision = 0
  #now: number
  readonly #startedAt: number
  readonly #byHandle = new Map<string, Account>()
  readonly #byId = new Map<string, Account>()
  readonly #namedById = new Map<string, NamedPost>()
  readonly #namedReplies: Map<string, string[]>
  readonly #oddCodes = new Map<string, string>()

  constructor({ seed = 1, now = DEFAULT_NOW }: WorldOptions = {}) {
    this.seed = seed
    this.#now = now
    this.#startedAt = now
    this.accounts = PEOPLE.map((person, index) => makeAccount(seed, index, person))
    for (const account of this.accounts) {
      this.#byHandle.set(account.handle.toLowerCase(), account)
      this.#byId.set(account.id, account)
    }
    this.named = assemble(seed, FAMILIES, (handle) => this.accountByHandle(handle))
    for (const named of this.named) {
      this.#namedById.set(named.post.id, named)
      for (const part of named.post.body) {
        if (part.kind === 'link' && part.code) this.#oddCodes.set(part.code, part.url)
      }
    }
    this.#namedReplies = repliesByParent([...this.named])
  }

  /** The world's clock, Unix milliseconds. It stands still until it is set. */
  get now(): number {
    return this.#now
  }

  setNow(ms: number): void {
    this.#now = ms
    this.revision++
  }

  /** Back to the instant at which this world was made. */
  reset(): void {
    this.setNow(this.#startedAt)
  }

  accountByHandle(handle: string): Account | undefined {
    return this.#byHandle.get(handle.toLowerCase())
  }

  accountById(id: string): Account | undefined {
    return this.#byId.get(id)
  }

  /** A post that was written by now, whether or not it can still be read; see `gone` and its author's state. */
  post(id: string): Post | undefined {
    const post = this.#namedById.get(id)?.post
    return post && post.at <= this.#now ? post : undefined
  }

  /** How many posts an account has written by now. */
  postCount(account: Account): number {
    let count = 0
    for (const { place, post } of this.named)
      if (place.account === account.index && post.at <= this.#now) count++
    return count
  }

  /** The ids of the answers to a post that were written by now, from old to new. */
  replies(id: string): string[] {
    return (this.#namedReplies.get(id) ?? []).filter((reply) => this.post(reply))
  }

  /** The short links of a post by their place in it. */
  links(post: Post) {
    const named = this.#namedById.get(post.id)
    const place = named?.place ?? readPostId(post.id).place
    return postLinks(this.seed, place, post, post.quote ? this.post(post.quote)?.author : undefined)
  }

  /** Where a t.co code leads, or undefined when X never gave it out. */
  expand(code: string): string | undefined {
    const odd = this.#oddCodes.get(code)
    if (odd) return odd
    const read = readShortCode(this.seed, code)
    const account = read && this.accounts[read.place.account]
    if (!account) return undefined
    if (read.place.ordinal === NO_ORDINAL)
      return bioLinks(this.seed, account).find((l) => l.code === code)?.url
    const post = this.#postAt(account, read.place.ordinal)
    if (!post || post.at > this.#now) return undefined
    const links = this.links(post)
    if (read.slot === SLOT.media) return links.media?.url
    if (read.slot === SLOT.quote) return links.quote?.url
    if (read.slot === SLOT.article) return links.article?.url
    return [...links.body, ...links.note].find((link) => link.code === code)?.url
  }

  #postAt(account: Account, ordinal: number): Post | undefined {
    if (ordinal < FIRST_NAMED_ORDINAL) return undefined
    return this.named.find(
      (named) => named.place.account === account.index && named.place.ordinal === ordinal,
    )?.post
  }
}
