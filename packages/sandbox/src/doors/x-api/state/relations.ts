import { isReadable } from '../../../world/feed.ts'
import type { Account, Post } from '../../../world/model.ts'
import { hash } from '../../../world/random.ts'
import type { World } from '../../../world/world.ts'

/** Things of which an account keeps a list, the latest first. */
export type Relation =
  | 'likes'
  | 'bookmarks'
  | 'mutes'
  | 'blocks'
  | 'requests'
  | 'followed-lists'
  | 'pinned-lists'

const SALT: Partial<Record<Relation, number>> = {
  likes: 0x11ce,
  bookmarks: 0xb00c,
  mutes: 0x307e,
  blocks: 0xb10c,
}

/** How many an account has from the start. */
const FIRST = { likes: 60, bookmarks: 25, mutes: 12, blocks: 7 }

/** What accounts like, bookmark, mute, block, follow and pin: drawn from the seed, then changed by requests. */
export class Relations {
  readonly #world: World
  readonly #lists = new Map<string, string[]>()
  /** By post, the ids of accounts that liked it through the door, the latest first. */
  readonly #likers = new Map<string, string[]>()

  constructor(world: World) {
    this.#world = world
  }

  /** Ids, the latest first. */
  list(account: Account, relation: Relation): readonly string[] {
    const key = `${relation} ${account.id}`
    let list = this.#lists.get(key)
    if (!list) {
      list = this.#first(account, relation)
      this.#lists.set(key, list)
    }
    return list
  }

  has(account: Account, relation: Relation, id: string): boolean {
    return this.list(account, relation).includes(id)
  }

  /** Adds or removes an id; false where it was so already. */
  set(account: Account, relation: Relation, id: string, on: boolean): boolean {
    const list = this.list(account, relation)
    if (list.includes(id) === on) return false
    const rest = list.filter((one) => one !== id)
    this.#lists.set(`${relation} ${account.id}`, on ? [id, ...rest] : rest)
    if (relation === 'likes') {
      const likers = (this.#likers.get(id) ?? []).filter((one) => one !== account.id)
      this.#likers.set(id, on ? [account.id, ...likers] : likers)
    }
    return true
  }

  /** Accounts that liked a post through the door, the latest first. */
  likers(postId: string): readonly string[] {
    return this.#likers.get(postId) ?? []
  }

  /** How many follow a list through the door. */
  followersOfList(id: string): number {
    const lists = [...this.#lists].filter(([key]) => key.startsWith('followed-lists '))
    return lists.filter(([, ids]) => ids.includes(id)).length
  }

  /** Takes an id out of everybody's list of a kind, as when a list is deleted. */
  forget(relation: Relation, id: string): void {
    for (const [key, list] of this.#lists) {
      if (key.startsWith(`${relation} `))
        this.#lists.set(
          key,
          list.filter((one) => one !== id),
        )
    }
  }

  #first(account: Account, relation: Relation): string[] {
    const salt = SALT[relation]
    if (salt === undefined) return []
    const luck = (number: number) => hash(this.#world.seed, account.index, number, salt)
    if (relation === 'mutes' || relation === 'blocks') {
      return this.#world.accounts
        .filter((one) => one !== account && one.state !== 'suspended' && one.joined <= this.#world.now)
        .map((one) => ({ id: one.id, luck: luck(one.index) }))
        .sort((one, other) => one.luck - other.luck)
        .slice(0, FIRST[relation])
        .map(({ id }) => id)
    }
    const count = relation === 'likes' ? FIRST.likes : FIRST.bookmarks
    return this.#recentPosts(account)
      .map(({ id }, at) => ({ id, at, luck: luck(at) }))
      .sort((one, other) => one.luck - other.luck)
      .slice(0, count)
      .sort((one, other) => one.at - other.at)
      .map(({ id }) => id)
  }

  /** Some posts of those whom an account follows, newest first. */
  #recentPosts(account: Account): Post[] {
    return this.#world
      .following(account)
      .filter((one) => this.#world.accounts.includes(one))
      .flatMap((one) => this.#world.timeline(one).slice(-6))
      .flatMap((id) => this.#world.post(id) ?? [])
      .filter((post) => !post.repostOf && isReadable(this.#world, post))
      .sort((one, other) => other.at - one.at)
  }
}
