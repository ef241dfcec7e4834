import { LRUCache } from 'lru-cache'
import type { Post } from '../domain/post.ts'
import { archiveKeys } from './archive-keys.ts'
import { toFields } from './older-history.ts'
import { type Words, wordsOf } from './packed-post.ts'
import type { RedisConnection } from './redis-store.ts'

/** Accounts, and texts that posts are packed against, that are remembered; of each a few kilobytes. */
const MAX_WORDS = 200

/** The words that posts in Redis are packed against. They are only ever added, so what is remembered stays true. */
export class ArchiveWords {
  readonly #connection: RedisConnection
  readonly #ofAccount = new LRUCache<string, Words>({ max: MAX_WORDS })
  readonly #named = new LRUCache<string, Words>({ max: MAX_WORDS })

  constructor(connection: RedisConnection) {
    this.#connection = connection
  }

  /** What posts of an account are to be packed against. Bring them along: it may be that nobody has yet. */
  async for(account: string, posts: readonly Post[]): Promise<Words> {
    let words = this.#ofAccount.get(account)
    if (!words) {
      const [first] = await this.#read(account)
      words = first ?? wordsOf(posts)
      this.#ofAccount.set(account, words)
    }
    return words
  }

  /** @throws when the store has lost them */
  async named(account: string, name: string): Promise<Words> {
    const known = this.#named.get(name)
    if (known) return known
    const words = (await this.#read(account)).find((one) => one.name === name)
    if (!words) throw new Error(`What posts of account ${account} are packed against is lost`)
    this.#named.set(name, words)
    return words
  }

  async #read(account: string): Promise<Words[]> {
    const fields = toFields(await this.#connection.command(['HGETALL', archiveKeys(account).words]))
    return [...fields].map(([name, text]) => ({ name, text }))
  }
}
