import { CROWD_SIZE, FIRST_CROWD_INDEX } from './crowd.ts'
import { Memo } from './memo.ts'
import type { Account } from './model.ts'
import { hash, hashText } from './random.ts'

/** Whoever has fewer followers than there are accounts could come out with more than it shows. */
const POPULAR = 400
/** How many of the accounts that post each account follows, at most; the rest are readers. */
const PICKS = 40
/** Nobody is followed by all readers. */
const MOST_READERS = Math.floor(CROWD_SIZE * 0.9)

const MOST_REPOSTERS = 3_000

const SALT = { pick: 0xf0, follower: 0xf1, followed: 0xf2, order: 0xf3, repost: 0xf4 }

/**
 * Who follows whom, as indices of accounts. An account is followed by as many as it shows, and follows as many,
 * up to 5,400. Whether a reader is among them goes by a hash and a threshold, so that it can be told from
 * either side; lists go by another hash, which stands for the time of following.
 */
export class Follows {
  readonly #seed: number
  readonly #accounts: readonly Account[]
  readonly #popular: readonly Account[]
  readonly #picks = new Map<number, readonly number[]>()
  readonly #thresholds = new Map<string, number>()
  readonly #lists = new Memo<string, number[]>(500)

  /** @param accounts those that can post */
  constructor(seed: number, accounts: readonly Account[]) {
    this.#seed = seed
    this.#accounts = accounts
    this.#popular = accounts.filter(({ followers, state }) => followers >= POPULAR && state !== 'suspended')
  }

  followers({ index }: { index: number }): number[] {
    return this.#lists.get(`followers ${index}`, () => {
      if (index >= FIRST_CROWD_INDEX) {
        const number = index - FIRST_CROWD_INDEX
        const fans = this.#accounts.filter((account) => this.#isAmong(account.index, 'followed', number))
        return this.#ordered(
          index,
          fans.map((account) => account.index),
        )
      }
      return this.#ordered(index, [...this.#fans(index), ...this.#readers(index, 'follower')])
    })
  }

  following({ index }: { index: number }): number[] {
    return this.#lists.get(`following ${index}`, () => {
      if (index >= FIRST_CROWD_INDEX) {
        const number = index - FIRST_CROWD_INDEX
        const idols = this.#accounts.filter((account) => this.#isAmong(account.index, 'follower', number))
        return this.#ordered(
          index,
          idols.map((account) => account.index),
        )
      }
      return this.#ordered(index, [...this.#picked(index), ...this.#readers(index, 'followed')])
    })
  }

  /** Readers who passed a post on, as many as asked for, up to 3,000. */
  reposters(postId: string, count: number): number[] {
    const salt = hashText(postId)
    const luck = Array.from({ length: CROWD_SIZE }, (_, number) => ({
      index: FIRST_CROWD_INDEX + number,
      luck: hash(this.#seed, salt, number, SALT.repost),
    }))
    return luck
      .sort((one, other) => one.luck - other.luck)
      .slice(0, Math.max(0, Math.min(count, MOST_REPOSTERS)))
      .map(({ index }) => index)
  }

  /** The accounts that post that one of them follows. */
  #picked(index: number): readonly number[] {
    let picks = this.#picks.get(index)
    if (!picks) {
      const luck = (account: Account) => hash(this.#seed, index, account.index, SALT.pick)
      picks = this.#popular
        .filter((account) => account.index !== index)
        .sort((one, other) => luck(one) - luck(other))
        .slice(0, Math.min(PICKS, this.#accounts[index]!.following))
        .map((account) => account.index)
      this.#picks.set(index, picks)
    }
    return picks
  }

  #fans(index: number): number[] {
    return this.#accounts.flatMap((account) =>
      this.#picked(account.index).includes(index) ? [account.index] : [],
    )
  }

  #readers(index: number, how: 'follower' | 'followed'): number[] {
    const found: number[] = []
    for (let number = 0; number < CROWD_SIZE; number++) {
      if (this.#isAmong(index, how, number)) found.push(FIRST_CROWD_INDEX + number)
    }
    return found
  }

  #isAmong(index: number, how: 'follower' | 'followed', number: number): boolean {
    return hash(this.#seed, index, number, SALT[how]) <= this.#threshold(index, how)
  }

  /** The luck up to which a reader is a follower of an account, or followed by it; -1 where none is. */
  #threshold(index: number, how: 'follower' | 'followed'): number {
    const key = `${how} ${index}`
    let threshold = this.#thresholds.get(key)
    if (threshold === undefined) {
      const account = this.#accounts[index]!
      const left =
        how === 'follower'
          ? account.followers - this.#fans(index).length
          : account.following - this.#picked(index).length
      const luck = Uint32Array.from({ length: CROWD_SIZE }, (_, number) =>
        hash(this.#seed, index, number, SALT[how]),
      ).sort()
      threshold = luck[Math.min(left, MOST_READERS) - 1] ?? -1
      this.#thresholds.set(key, threshold)
    }
    return threshold
  }

  #ordered(index: number, members: number[]): number[] {
    return members
      .map((member) => ({ member, luck: hash(this.#seed, index, member, SALT.order) }))
      .sort((one, other) => one.luck - other.luck)
      .map(({ member }) => member)
  }
}
