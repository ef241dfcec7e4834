import type { DatabaseSync } from 'node:sqlite'
import { toCounters, toPolicies } from './counters.ts'
import { IN_MEMORY, openDataFile } from './data-file.ts'
import type { Charge, SetOptions, Store, StoreName, Taken } from './store.ts'

/** How much of what is disposable is kept, in characters: about 250 megabytes of file. */
const MAX_DISPOSABLE = 250_000_000

/** How often room is made: after this share of what may be kept was written, or so many writes. */
const TIDY_SHARE = 1 / 16
const TIDY_WRITES = 1000

// `size` is that of a disposable value, and null for what must stay.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER, size INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entries_expiring ON entries (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS entries_disposable ON entries (expires_at, size) WHERE size IS NOT NULL;
  CREATE TABLE IF NOT EXISTS members (
    name TEXT NOT NULL, member TEXT NOT NULL, PRIMARY KEY (name, member)
  ) STRICT, WITHOUT ROWID;
`

/**
 * A store in the data file, or in memory. Calls run to their end before they return, and each that changes
 * more than one thing is one transaction, so nothing comes between.
 */
export class SqliteStore implements Store {
  readonly name: StoreName
  readonly #database: DatabaseSync
  readonly #now: () => number
  readonly #maxDisposable: number
  readonly #sql: ReturnType<typeof prepare>
  #untidyWrites = 0
  #untidySize = 0

  /**
   * @param options.now Unix milliseconds; what expires does so by this clock
   * @throws StoreError when the data file cannot be used
   */
  constructor(folder: string, options: { now: () => number; maxDisposable?: number }) {
    this.name = folder === IN_MEMORY ? 'memory' : 'sqlite'
    this.#now = options.now
    this.#maxDisposable = options.maxDisposable ?? MAX_DISPOSABLE
    this.#database = openDataFile(folder, SCHEMA)
    this.#sql = prepare(this.#database)
  }

  async get(key: string): Promise<string | undefined> {
    return this.#get(key)
  }

  async getMany(keys: readonly string[]): Promise<(string | undefined)[]> {
    return keys.map((key) => this.#get(key))
  }

  async set(key: string, value: string, { ttlMs, onlyIf, disposable }: SetOptions = {}): Promise<boolean> {
    const write = () => this.#put(key, value, ttlMs, disposable)
    if (onlyIf === undefined) {
      write()
      return true
    }
    return this.#transaction(() => {
      if (this.#get(key) !== (onlyIf === 'absent' ? undefined : onlyIf.equals)) return false
      write()
      return true
    })
  }

  async delete(key: string, { equals }: { equals?: string } = {}): Promise<boolean> {
    return this.#transaction(() => {
      const value = this.#get(key)
      if (value === undefined || (equals !== undefined && value !== equals)) return false
      this.#sql.delete.run(key)
      return true
    })
  }

  async addMember(set: string, member: string): Promise<void> {
    this.#sql.addMember.run(set, member)
  }

  async removeMember(set: string, member: string): Promise<void> {
    this.#sql.removeMember.run(set, member)
  }

  async members(set: string): Promise<string[]> {
    return this.#sql.members.all(set).map(({ member }) => String(member))
  }

  async claim(set: string, members: readonly string[], ttlMs: number): Promise<boolean[]> {
    return this.#transaction(() =>
      members.map((member) => {
        const key = `${set}:${member}`
        if (this.#get(key) !== undefined) return false
        this.#put(key, '', ttlMs)
        return true
      }),
    )
  }

  async take(charges: readonly Charge[], now: number): Promise<Taken> {
    const counters = toCounters(charges, now)
    return this.#transaction(() => {
      const used = counters.map(({ key }) => Number(this.#get(key) ?? 0))
      const taken = counters.every(({ cost, limit }, i) => cost === 0 || used[i]! + cost <= limit)
      if (taken) {
        for (const [i, { key, cost, ttlMs }] of counters.entries()) {
          if (cost === 0) continue
          used[i]! += cost
          this.#put(key, String(used[i]), ttlMs)
        }
      }
      return { taken, policies: toPolicies(charges, used, now) }
    })
  }

  async refund(charges: readonly Charge[], at: number): Promise<void> {
    this.#transaction(() => {
      for (const { key, cost, ttlMs } of toCounters(charges, at)) {
        const used = this.#get(key)
        if (used !== undefined) this.#put(key, String(Math.max(0, Number(used) - cost)), ttlMs)
      }
    })
  }

  async close(): Promise<void> {
    this.#database.close()
  }

  #get(key: string): string | undefined {
    return this.#sql.get.get(key, this.#now())?.value as string | undefined
  }

  #put(key: string, value: string, ttlMs: number | undefined, disposable = false): void {
    const expiresAt = ttlMs === undefined ? null : Math.ceil(this.#now() + ttlMs)
    const size = disposable ? key.length + value.length : null
    this.#sql.put.run(key, value, expiresAt, size)
    this.#untidyWrites += 1
    this.#untidySize += size ?? 0
    if (this.#untidyWrites < TIDY_WRITES && this.#untidySize < this.#maxDisposable * TIDY_SHARE) return
    this.#untidyWrites = 0
    this.#untidySize = 0
    this.#sql.deleteExpired.run(this.#now())
    this.#sql.deleteBeyond.run(this.#maxDisposable)
  }

  /** Takes the right to write first, so that nobody writes between what is read and what is written. */
  #transaction<T>(work: () => T): T {
    this.#sql.begin.run()
    try {
      const result = work()
      this.#sql.commit.run()
      return result
    } catch (error) {
      if (this.#database.isTransaction) this.#sql.rollback.run()
      throw error
    }
  }
}

function prepare(database: DatabaseSync) {
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
    get: database.prepare(
      'SELECT value FROM entries WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)',
    ),
    put: database.prepare(
      `INSERT INTO entries (key, value, expires_at, size) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE
       SET value = excluded.value, expires_at = excluded.expires_at, size = excluded.size`,
    ),
    delete: database.prepare('DELETE FROM entries WHERE key = ?'),
    deleteExpired: database.prepare('DELETE FROM entries WHERE expires_at <= ?'),
    // What would expire soonest goes first, by an index that holds the sizes.
    deleteBeyond: database.prepare(
      `DELETE FROM entries WHERE rowid IN (SELECT rowid FROM (
         SELECT rowid, sum(size) OVER (ORDER BY expires_at DESC, rowid DESC) AS kept
         FROM entries WHERE size IS NOT NULL
       ) WHERE kept > ?)`,
    ),
    addMember: database.prepare('INSERT OR IGNORE INTO members (name, member) VALUES (?, ?)'),
    removeMember: database.prepare('DELETE FROM members WHERE name = ? AND member = ?'),
    members: database.prepare('SELECT member FROM members WHERE name = ?'),
  }
}
