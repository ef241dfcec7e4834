import type { DatabaseSync } from 'node:sqlite'
import type { Author } from '../domain/author.ts'
import { type Interval, withInterval } from '../domain/intervals.ts'
import type { Post } from '../domain/post.ts'
import { timeOf } from '../domain/post-time.ts'
import {
  type AddOptions,
  type Archive,
  type ArchivedAccount,
  type ArchiveFault,
  type ArchiveFinds,
  type ArchiveQuery,
  type ArchiveSummary,
  kindOf,
  type Selection,
} from './archive.ts'
import { IN_MEMORY, openDataFile } from './data-file.ts'
import { prepareBig, SEARCH_SCHEMA, SearchIndex } from './search-index.ts'
import { verifyArchive } from './verify-archive.ts'

// The index holds all that a selection asks for, so that counting reads no posts.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS archive_accounts (
    account TEXT PRIMARY KEY, profile TEXT NOT NULL, updated_at INTEGER, incomplete INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS archive_handles (handle TEXT PRIMARY KEY, account TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS archive_covered (
    account TEXT NOT NULL, lo INTEGER NOT NULL, hi INTEGER NOT NULL, PRIMARY KEY (account, lo)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS archive_posts (
    account TEXT NOT NULL, id INTEGER NOT NULL, reposted INTEGER NOT NULL, at INTEGER NOT NULL,
    kind TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (account, id, reposted)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS archive_posts_by_time ON archive_posts (account, at, id, kind);
`

const TABLES = ['archive_accounts', 'archive_handles', 'archive_covered', 'archive_posts']

/** Posts that are read at one time: fewer live through a collection, so that an export takes less memory. */
const BATCH = 25
const FIRST_MS = 0
const LAST_MS = 8_640_000_000_000_000

/** An archive in the data file, or in memory. A page that `add` has taken outlives a process that is killed. */
export class SqliteArchive implements Archive {
  readonly name: 'sqlite' | 'memory'
  readonly #database: DatabaseSync
  readonly #sql: ReturnType<typeof prepare>
  readonly #index: SearchIndex

  /** @throws StoreError when the data file cannot be used */
  constructor(folder: string) {
    this.name = folder === IN_MEMORY ? 'memory' : 'sqlite'
    this.#database = openDataFile(folder, SCHEMA + SEARCH_SCHEMA)
    this.#database.exec('PRAGMA cache_size = -8192')
    this.#sql = prepare(this.#database)
    this.#index = new SearchIndex(this.#database)
  }

  async find(handle: string): Promise<ArchivedAccount | undefined> {
    const row = this.#sql.accountOf.get(handle.toLowerCase())
    return row && this.#read(String(row.account))
  }

  async enter(profile: Author): Promise<ArchivedAccount> {
    const handle = profile.screen_name.toLowerCase()
    const account = profile.id ?? handle
    return this.#transaction(() => {
      this.#sql.putAccount.run(account, JSON.stringify(profile))
      this.#sql.putHandle.run(handle, account)
      return this.#read(account) as ArchivedAccount
    })
  }

  async *accounts(): AsyncGenerator<ArchivedAccount> {
    for (let after = ''; ; ) {
      const row = this.#sql.nextAccount.get(after)
      if (!row) return
      after = String(row.account)
      const held = this.#read(after)
      if (held) yield held
    }
  }

  async add(
    account: string,
    posts: readonly Post[],
    covered?: Interval,
    { isOnlyNew = false }: AddOptions = {},
  ): Promise<void> {
    const put = isOnlyNew ? this.#sql.putNewPost : this.#sql.putPost
    this.#transaction(() => {
      for (const post of posts) {
        const kind = kindOf(post)
        const reposted = kind === 'repost' ? 1 : 0
        const at = timeOf(post)
        const { changes } = put.run(account, BigInt(post.id), reposted, at, kind, JSON.stringify(post))
        if (changes) this.#index.put(post, { account, reposted, at, kind })
      }
      if (!covered) return
      const stretches = withInterval(this.#covered(account), covered)
      this.#sql.clearCovered.run(account)
      for (const { lo, hi } of stretches) this.#sql.putCovered.run(account, lo, hi)
    })
  }

  async finish(account: string, { at, isIncomplete }: { at: number; isIncomplete: boolean }): Promise<void> {
    this.#sql.finish.run(at, isIncomplete ? 1 : 0, account)
  }

  async summary(account: string): Promise<ArchiveSummary> {
    const row = this.#sql.summary.get(account)
    return {
      count: Number(row?.count ?? 0),
      ...(row?.oldest != null && { oldest: Number(row.oldest) }),
      ...(row?.newest != null && { newest: Number(row.newest) }),
    }
  }

  async count(account: string, { since = FIRST_MS, until = LAST_MS, kinds }: Selection): Promise<number> {
    return Number(this.#sql.count.get(account, since, until, ...flags(kinds))?.count)
  }

  async *posts(
    account: string,
    { since = FIRST_MS, until = LAST_MS, kinds }: Selection,
    limit: number,
  ): AsyncGenerator<Post> {
    let [at, id] = [until, 2n ** 63n - 1n]
    let left = limit
    while (left > 0) {
      const rows = this.#sql.posts.all(account, since, at, id, ...flags(kinds), Math.min(left, BATCH))
      for (const row of rows) yield JSON.parse(String(row.json)) as Post
      const last = rows.at(-1)
      if (!last || rows.length < Math.min(left, BATCH)) return
      left -= rows.length
      at = Number(last.at)
      id = last.id as bigint
      id -= 1n
    }
  }

  async delete(account: string): Promise<number> {
    return this.#transaction(() => {
      const { count } = this.#sql.summary.get(account) ?? {}
      this.#index.remove(account)
      for (const table of TABLES)
        prepareBig(this.#database, `DELETE FROM ${table} WHERE account = ?`).run(account)
      return Number(count ?? 0)
    })
  }

  async search(query: ArchiveQuery): Promise<ArchiveFinds> {
    await this.#index.complete((piece) => this.#transaction(piece))
    const row = query.handle === undefined ? undefined : this.#sql.accountOf.get(query.handle.toLowerCase())
    return this.#index.search({ ...query, ...(row && { account: String(row.account) }) })
  }

  verify(): AsyncIterable<ArchiveFault> {
    return verifyArchive(this.#database, { isIndexed: this.#index.isWhole })
  }

  async reindex(): Promise<void> {
    this.#transaction(() => this.#index.reset())
    await this.#index.complete((piece) => this.#transaction(piece))
  }

  async close(): Promise<void> {
    this.#database.close()
  }

  #covered(account: string): Interval[] {
    return this.#sql.covered
      .all(account)
      .map(({ lo, hi }) => ({ lo: lo as unknown as bigint, hi: hi as unknown as bigint }))
  }

  #read(account: string): ArchivedAccount | undefined {
    const row = this.#sql.account.get(account)
    if (!row) return undefined
    return {
      account,
      profile: JSON.parse(String(row.profile)) as Author,
      covered: this.#covered(account),
      ...(row.updated_at != null && { updatedAt: Number(row.updated_at) }),
      isIncomplete: row.incomplete === 1,
    }
  }

  #transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }
}

function flags(kinds: Selection['kinds']): [string, string, string] {
  const of = (kind: Selection['kinds'][number]) => (kinds.includes(kind) ? kind : '')
  return [of('post'), of('reply'), of('repost')]
}

const PUT_POST = `INSERT INTO archive_posts (account, id, reposted, at, kind, json) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (account, id, reposted)`

function prepare(database: DatabaseSync) {
  const big = (sql: string) => prepareBig(database, sql)
  // Who has reposted itself has two posts of an id: min() makes SQLite give the rest of the row that it is in.
  const posts = big(
    `SELECT json, at, id, min(reposted) FROM archive_posts WHERE account = ?1 AND at >= ?2 AND (at, id) <= (?3, ?4)
     AND kind IN (?5, ?6, ?7) GROUP BY at, id ORDER BY at DESC, id DESC LIMIT ?8`,
  )
  return {
    accountOf: database.prepare('SELECT account FROM archive_handles WHERE handle = ?'),
    account: database.prepare(
      'SELECT profile, updated_at, incomplete FROM archive_accounts WHERE account = ?',
    ),
    putAccount: big(
      `INSERT INTO archive_accounts (account, profile) VALUES (?, ?)
       ON CONFLICT (account) DO UPDATE SET profile = excluded.profile`,
    ),
    putHandle: big(
      `INSERT INTO archive_handles (handle, account) VALUES (?, ?)
       ON CONFLICT (handle) DO UPDATE SET account = excluded.account`,
    ),
    finish: big('UPDATE archive_accounts SET updated_at = ?, incomplete = ? WHERE account = ?'),
    covered: big('SELECT lo, hi FROM archive_covered WHERE account = ? ORDER BY hi DESC'),
    clearCovered: big('DELETE FROM archive_covered WHERE account = ?'),
    putCovered: big('INSERT INTO archive_covered (account, lo, hi) VALUES (?, ?, ?)'),
    nextAccount: database.prepare(
      'SELECT account FROM archive_accounts WHERE account > ? ORDER BY account LIMIT 1',
    ),
    putPost: big(`${PUT_POST} DO UPDATE SET at = excluded.at, kind = excluded.kind, json = excluded.json`),
    putNewPost: big(`${PUT_POST} DO NOTHING`),
    summary: database.prepare(
      `SELECT count(DISTINCT id) AS count, min(CASE kind WHEN 'repost' THEN NULL ELSE at END) AS oldest,
       max(CASE kind WHEN 'repost' THEN NULL ELSE at END) AS newest FROM archive_posts WHERE account = ?`,
    ),
    count: database.prepare(
      `SELECT count(DISTINCT id) AS count FROM archive_posts
       WHERE account = ? AND at >= ? AND at <= ? AND kind IN (?, ?, ?)`,
    ),
    posts,
  }
}
