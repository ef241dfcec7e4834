import type { Account } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { appOwner } from './auth/credentials.ts'
import { Grants } from './auth/grants.ts'
import { Nonces } from './auth/nonces.ts'
import { Feeds } from './feeds.ts'
import { Bill } from './money/bill.ts'
import { RateLimits } from './rate-limits.ts'
import { changeSettings, DEFAULT_SETTINGS, type Settings } from './settings.ts'
import { Lists } from './state/lists.ts'
import { Relations } from './state/relations.ts'
import { Uploads } from './state/uploads.ts'

/** Everything that the door remembers. A reset of the world makes it all new. */
export class XApi {
  readonly world: World
  readonly feeds: Feeds
  settings!: Settings
  grants!: Grants
  nonces!: Nonces
  bill!: Bill
  limits!: RateLimits
  lists!: Lists
  relations!: Relations
  uploads!: Uploads
  readonly #openedAt = performance.now()
  #resets = -1
  #requests = 0
  #following: { revision: number; by: Map<Account, ReadonlySet<Account>> } = { revision: -1, by: new Map() }

  constructor(world: World) {
    this.world = world
    this.feeds = new Feeds(world)
    this.sync()
  }

  /** To be called before anything else is asked: forgets all if the world was reset since. */
  sync(): void {
    if (this.#resets === this.world.resets) return
    this.#resets = this.world.resets
    this.settings = DEFAULT_SETTINGS
    this.grants = new Grants()
    this.nonces = new Nonces()
    this.bill = new Bill(this.settings.credits)
    this.limits = new RateLimits()
    this.lists = new Lists(this.world)
    this.relations = new Relations(this.world)
    this.uploads = new Uploads()
    this.#requests = 0
  }

  /** Throws a sentence about what is wrong with the changes. */
  change(changes: unknown, endpoints: readonly string[]): void {
    const before = this.settings.credits
    this.settings = changeSettings(this.settings, changes, endpoints)
    const given = typeof changes === 'object' && changes !== null && 'credits' in changes
    if (given || this.settings.credits !== before) this.bill.setCredits(this.settings.credits)
  }

  /** Milliseconds since the door was opened. */
  get uptime(): number {
    return Math.floor(performance.now() - this.#openedAt)
  }

  /** A name for the next answer, sixteen hexadecimal digits. */
  nextTransaction(): string {
    return (0x9e37_79b9_7f4a_7c15n * BigInt(++this.#requests)).toString(16).slice(-16)
  }

  /** Whether reads of what is an account's own are cheap: the caller's, and the caller owns the app. */
  isOwned(caller: Account | undefined, subject: Account): boolean {
    return caller === subject && subject === appOwner(this.world)
  }

  /** Whom an account follows, to look somebody up in. */
  following(account: Account): ReadonlySet<Account> {
    if (this.#following.revision !== this.world.revision) {
      this.#following = { revision: this.world.revision, by: new Map() }
    }
    const { by } = this.#following
    const known = by.get(account) ?? new Set(this.world.following(account))
    by.set(account, known)
    return known
  }
}
