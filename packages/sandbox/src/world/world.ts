import { compareIds, isPossibleId } from '@x-md/core/domain/snowflake.ts'
import { assemble, type NamedPost, repliesByParent } from './assemble.ts'
import { availability } from './availability.ts'
import { DEFAULT_NOW } from './clock.ts'
import { CROWD_SIZE, crowdMember, crowdNumberIn, crowdNumberOf, FIRST_CROWD_INDEX } from './crowd.ts'
import { FAMILIES } from './examples/families.ts'
import { Follows } from './follows.ts'
import { Generated } from './generate.ts'
import { FIRST_NAMED_ORDINAL, NO_ORDINAL, type Place, packPlace, readPostId } from './ids.ts'
import { bioLinks, postLinks } from './links.ts'
import { Memo } from './memo.ts'
import type { Account, Post } from './model.ts'
import { type Countable, type Leaning, type NewPost, Overlay } from './overlay.ts'
import { plainParts } from './plain-text.ts'
import { populate } from './population.ts'
import { readShortCode, SLOT } from './short-links.ts'
import { countUntil } from './timeline.ts'

export interface WorldOptions {
  /** Another seed, another world; 1 unless given. */
  seed?: number
  /** What the clock shows, Unix milliseconds; 2026-11-01T12:00:00Z unless given. */
  now?: number
}

/**
 * X as its people made it. All of it is a function of the seed, placed at fixed instants; the clock decides
 * how much of it has happened. Accounts and hand-written posts are built at once, a timeline when it is first
 * looked at, a drawn post whenever it is asked for. What doors let their callers write lies over it until a reset.
 */
export class World {
  readonly seed: number
  readonly accounts: readonly Account[]
  readonly named: readonly NamedPost[]
  readonly #startedAt: number
  readonly #generated: Generated
  readonly #follows: Follows
  readonly #overlay = new Overlay()
  readonly #readers = new Memo<number, Account>(CROWD_SIZE)
  readonly #byHandle = new Map<string, Account>()
  readonly #byId = new Map<string, Account>()
  readonly #namedById = new Map<string, NamedPost>()
  readonly #namedByPlace = new Map<string, NamedPost>()
  readonly #namedOf = new Map<Account, NamedPost[]>()
  readonly #namedReplies: Map<string, string[]>
  /** Short links whose codes were not derived from their place. */
  readonly #oddCodes = new Map<string, string>()
  readonly #posts = new Memo<string, Post | undefined>(20_000)
  readonly #replies = new Memo<string, string[]>(20_000)
  #ids: BigUint64Array | undefined
  #now: number
  #revision = 0
  #resets = 0

  constructor({ seed = 1, now = DEFAULT_NOW }: WorldOptions = {}) {
    this.seed = seed
    this.#now = now
    this.#startedAt = now
    this.accounts = populate(seed)
    for (const account of this.accounts) {
      this.#byHandle.set(account.handle.toLowerCase(), account)
      this.#byId.set(account.id, account)
      this.#namedOf.set(account, [])
    }
    this.#generated = new Generated(seed, this.accounts)
    this.#follows = new Follows(seed, this.accounts)
    this.named = assemble(seed, FAMILIES, (handle) => this.accountByHandle(handle))
    for (const named of this.named) {
      const { post, place } = named
      this.#namedById.set(post.id, named)
      this.#namedByPlace.set(`${place.account}/${place.ordinal}`, named)
      this.#namedOf.get(post.author)!.push(named)
      for (const part of post.body) {
        if (part.kind === 'link' && part.code) this.#oddCodes.set(part.code, part.url)
      }
      if (post.mediaLink?.code) this.#oddCodes.set(post.mediaLink.code, this.links(post).media?.url ?? '')
    }
    this.#namedReplies = repliesByParent([...this.named])
    for (const [id, replies] of this.#namedReplies) {
      const counts = this.#namedById.get(id)?.post.counts
      if (counts) counts.replies = Math.max(counts.replies, replies.length)
    }
  }

  /** The world's clock, Unix milliseconds. It stands still until it is set. */
  get now(): number {
    return this.#now
  }

  /** Changes with whatever can change an answer, so that a memo knows when it is stale. */
  get revision(): number {
    return this.#revision
  }

  setNow(ms: number): void {
    this.#now = ms
    this.#revision++
  }

  /** How often this world was reset, for what a door remembers of its callers. */
  get resets(): number {
    return this.#resets
  }

  /** Back to the instant at which this world was made, without anything that was written since. */
  reset(): void {
    this.#resets++
    this.#overlay.clear()
    this.setNow(this.#startedAt)
  }

  accountByHandle(handle: string): Account | undefined {
    const known = this.#byHandle.get(handle.toLowerCase())
    if (known) return known
    const reader = this.#reader(crowdNumberOf(handle))
    return reader?.handle === handle.toLowerCase() ? reader : undefined
  }

  accountById(id: string): Account | undefined {
    const known = this.#byId.get(id)
    if (known || !isPossibleId(id)) return known
    const reader = this.#reader(crowdNumberIn(id))
    return reader?.id === id ? reader : undefined
  }

  /** Who follows an account, the newest follower first; nobody who is suspended or has not joined yet. */
  followers(account: Account): Account[] {
    return this.#withChanges(this.#follows.followers(account), this.#overlay.followersOf(account))
  }

  /** Whom an account follows, the newest first. */
  following(account: Account): Account[] {
    return this.#withChanges(this.#follows.following(account), this.#overlay.followsOf(account))
  }

  /** How many an account shows that follow it, and that it follows. */
  followCounts(account: Account): { followers: number; following: number } {
    const more = ({ begun, ended }: { begun: string[]; ended: Set<string> }) => begun.length - ended.size
    return {
      followers: account.followers + more(this.#overlay.followersOf(account)),
      following: account.following + more(this.#overlay.followsOf(account)),
    }
  }

  /** Makes an account follow another one, or no longer; nothing where it is so already. */
  follow(follower: Account, followed: Account, follows: boolean): void {
    if (this.following(follower).includes(followed) === follows) return
    const { begun, ended } = this.#overlay.followsOf(follower)
    const wasSo = follows ? ended.has(followed.id) : begun.includes(followed.id)
    this.#overlay.follow(follower, followed, wasSo ? undefined : follows)
    this.#revision++
  }

  /**
   * Publishes a post by an account, now.
   * @returns undefined when the account has written all that it can until the next reset
   */
  write(author: Account, draft: NewPost): Post | undefined {
    const post = this.#overlay.write(author, this.#now, draft)
    if (post) this.#revision++
    return post
  }

  /** Deletes a post for good, as its author. */
  erase(post: Post): void {
    this.#overlay.erase(post)
    this.#revision++
  }

  /** Changes a number that stands below a post. */
  recount(post: Post, what: Countable, by: number): void {
    this.#overlay.recount(post.id, what, by)
    this.#revision++
  }

  /**
   * Who reposted a post, the newest first: as many readers as its count tells, up to 3,000, and those whose
   * repost stands on their timeline.
   */
  reposters(post: Post): Account[] {
    const authors = this.reposts(post.id).flatMap((id) => {
      const repost = this.post(id)
      return repost && !repost.gone ? [repost.author] : []
    })
    const readers = this.#follows.reposters(post.id, post.counts.reposts - authors.length)
    return [...authors.reverse().filter(({ state }) => state === 'open'), ...this.#present(readers)]
  }

  /** Readers who liked a post, as many as its count tells without some, up to 3,000. */
  likers(post: Post, without: number): Account[] {
    return this.#present(this.#follows.reposters(`${post.id} likes`, post.counts.likes - without))
  }

  /** A post that was written by now, whether or not it can still be read: see `availability`. */
  post(id: string): Post | undefined {
    const untouched =
      this.#overlay.post(id) ?? this.#namedById.get(id)?.post ?? this.#posts.get(id, () => this.#draw(id))
    return untouched && untouched.at <= this.#now ? this.#overlay.changed(untouched) : undefined
  }

  /** An account's bio as a person sees it. */
  bio(account: Account): string {
    return plainParts(account.bio)
  }

  /** How many posts an account has written by now. */
  postCount(account: Account): number {
    const { times } = this.#generated.timeline(account)
    let count = countUntil(times, this.#now) + this.#overlay.postsMore(account)
    for (const { post } of this.#namedOf.get(account) ?? []) if (post.at <= this.#now) count++
    return count
  }

  /** The ids of all posts that an account has written by now, reposts and gone ones included, oldest first. */
  timeline(account: Account): string[] {
    const count = countUntil(this.#generated.timeline(account).times, this.#now)
    const drawn = this.#generated.ids(account, count)
    const named = (this.#namedOf.get(account) ?? []).filter(({ post }) => post.at <= this.#now)
    const written = this.#overlay.writtenBy(account).filter((id) => this.post(id))
    return [...drawn, ...named.map(({ post }) => post.id), ...written].sort(compareIds)
  }

  /** The ids of the answers to a post that were written by now, from old to new. */
  replies(id: string): string[] {
    const all = this.#replies.get(id, () => {
      const named = this.#namedReplies.get(id) ?? []
      const place = this.#drawnPlace(id)
      if (!place) return named
      const account = this.accounts[place.account]!
      return [...named, ...this.#generated.replies(account, place.ordinal)].sort(compareIds)
    })
    return this.#withWritten(
      all.filter((reply) => this.post(reply)),
      id,
      'reply',
    )
  }

  /** The ids of the posts that quote a post, from old to new. */
  quotes(id: string): string[] {
    return this.#leaningOn(id, 'quote')
  }

  /** The ids of the reposts of a post, from old to new. */
  reposts(id: string): string[] {
    return this.#leaningOn(id, 'repost')
  }

  /**
   * The newest ids below one and not below another, whoever wrote them.
   * @param count at most so many
   */
  *newestIds(lowest: string, below: string, count: number): Generator<string> {
    const ids = this.#allIds()
    const floor = BigInt(lowest)
    const end = Math.max(0, firstFrom(ids, BigInt(below)) - count)
    const written = this.#overlay
      .newest()
      .filter((id) => compareIds(id, below) < 0 && compareIds(id, lowest) >= 0)
    for (let i = firstFrom(ids, BigInt(below)) - 1; i >= end && ids[i]! >= floor; i--) {
      const id = String(ids[i])
      while (written[0] !== undefined && compareIds(written[0], id) > 0) yield written.shift()!
      yield id
    }
    yield* written
  }

  /** The author's own first answer to a post that can be read: how a thread goes on. */
  continuation(post: Post): Post | undefined {
    const place = this.#drawnPlace(post.id)
    const next = place && this.#generated.continuation(post.author, place.ordinal)
    const written = this.#overlay.leaning(post.id, 'reply')
    for (const id of [...(this.#namedReplies.get(post.id) ?? []), ...(next ? [next] : []), ...written]) {
      const reply = this.post(id)
      if (reply && reply.author === post.author && availability(reply) === 'open') return reply
    }
    return undefined
  }

  /** The short links of a post by their place in it. */
  links(post: Post) {
    const place = this.#namedById.get(post.id)?.place ?? readPostId(post.id).place
    return postLinks(this.seed, place, post, post.quote ? this.post(post.quote)?.author : undefined)
  }

  /** Where a t.co code leads, or undefined when X never gave it out. */
  expand(code: string): string | undefined {
    const odd = this.#oddCodes.get(code)
    if (odd) return odd
    const read = readShortCode(this.seed, code)
    const account = read && this.accounts[read.place.account]
    if (!account) return undefined
    if (read.place.ordinal === NO_ORDINAL) {
      return bioLinks(this.seed, account).find((link) => link.code === code)?.url
    }
    const post = this.#postAt(read.place)
    if (!post || post.at > this.#now) return undefined
    const links = this.links(post)
    if (read.slot === SLOT.media) return links.media?.url
    if (read.slot === SLOT.quote) return links.quote?.url
    if (read.slot === SLOT.article) return links.article?.url
    return [...links.body, ...links.note].find((link) => link.code === code)?.url
  }

  /** The people of a list of the untouched world, and what was changed about it since. */
  #withChanges(indices: number[], { begun, ended }: { begun: string[]; ended: Set<string> }): Account[] {
    const people = this.#present(indices)
    if (begun.length + ended.size === 0) return people
    const added = begun.flatMap((id) => this.accountById(id) ?? [])
    return [...added, ...people.filter(({ id }) => !ended.has(id))]
  }

  #withWritten(ids: string[], id: string, how: Leaning): string[] {
    const written = this.#overlay.leaning(id, how).filter((other) => this.post(other))
    return written.length === 0 ? ids : [...ids, ...written].sort(compareIds)
  }

  #present(indices: number[]): Account[] {
    return indices.flatMap((index) => {
      const account = this.accounts[index] ?? this.#reader(index - FIRST_CROWD_INDEX)
      return account && account.state !== 'suspended' && account.joined <= this.#now ? [account] : []
    })
  }

  #reader(number: number | undefined): Account | undefined {
    if (number === undefined) return undefined
    return this.#readers.get(number, () => {
      const account = crowdMember(this.seed, number)
      account.followers = this.#follows.followers(account).length
      account.following = this.#follows.following(account).length
      return account
    })
  }

  #leaningOn(id: string, how: 'quote' | 'repost'): string[] {
    const named = this.named.filter(({ post }) => (how === 'quote' ? post.quote : post.repostOf) === id)
    const place = this.#drawnPlace(id)
    const account = place && this.accounts[place.account]
    const drawn = account ? this.#generated.leaningOn(account, place.ordinal, how) : []
    const untouched = [...named.map(({ post }) => post.id), ...drawn]
    return this.#withWritten(untouched.filter((other) => this.post(other)).sort(compareIds), id, how)
  }

  /** All ids of the world's time, oldest first: for searches, since nothing else needs all of them. */
  #allIds(): BigUint64Array {
    if (this.#ids) return this.#ids
    const drawn = this.accounts.map((account) => this.#generated.snowflakes(account))
    const named = BigUint64Array.from(this.named, ({ post }) => BigInt(post.id))
    const all = [named, ...drawn]
    const ids = new BigUint64Array(all.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const part of all) {
      ids.set(part, at)
      at += part.length
    }
    this.#ids = ids.sort()
    return this.#ids
  }

  #postAt(place: Place): Post | undefined {
    const placed =
      this.#overlay.postAt(packPlace(place)) ??
      this.#namedByPlace.get(`${place.account}/${place.ordinal}`)?.post
    if (placed) return placed
    const account = this.accounts[place.account]!
    if (place.ordinal >= this.#generated.timeline(account).times.length) return undefined
    const id = this.#generated.idAt(account, place.ordinal)
    return this.#posts.get(id, () => this.#draw(id))
  }

  #draw(id: string): Post | undefined {
    const place = this.#drawnPlace(id)
    return place && this.#generated.post(this.accounts[place.account]!, place.ordinal)
  }

  /** The place of a drawn post, or undefined when no post of this id was ever drawn. */
  #drawnPlace(id: string): Place | undefined {
    if (!isPossibleId(id)) return undefined
    const { place, ms } = readPostId(id)
    const account = this.accounts[place.account]
    if (!account || place.ordinal >= FIRST_NAMED_ORDINAL) return undefined
    return this.#generated.timeline(account).times[place.ordinal] === ms ? place : undefined
  }
}

/** The index of the first id that is not below another. */
function firstFrom(ids: BigUint64Array, id: bigint): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}
