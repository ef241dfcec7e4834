import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as breathe } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Post } from '../domain/post.ts'
import { postWords } from '../domain/post-words.ts'
import { indexable, type Phrase } from '../domain/search-words.ts'
import type { ArchiveFinds, ArchiveQuery, PostKind } from './archive.ts'

/**
 * A document for each row of `archive_posts`, numbered in the order in which they came: so both tables grow at
 * their end, however many accounts there are. The words are made comparable before they come here
 * (`domain/search-words.ts`), and the tokenizer has only to part them. The texts are not kept once more.
 */
export const SEARCH_SCHEMA = `
  CREATE TABLE IF NOT EXISTS archive_search_rows (
    doc INTEGER PRIMARY KEY, account TEXT NOT NULL, id INTEGER NOT NULL, reposted INTEGER NOT NULL,
    at INTEGER NOT NULL, kind TEXT NOT NULL, author TEXT NOT NULL, likes INTEGER NOT NULL, words INTEGER NOT NULL,
    UNIQUE (account, id, reposted)
  ) STRICT;
  CREATE VIRTUAL TABLE IF NOT EXISTS archive_words USING fts5 (
    own, around, content = '', contentless_delete = 1, tokenize = 'ascii'
  );
  CREATE TABLE IF NOT EXISTS archive_search_state (
    one INTEGER PRIMARY KEY CHECK (one = 1), is_whole INTEGER NOT NULL,
    account TEXT NOT NULL, id INTEGER NOT NULL, reposted INTEGER NOT NULL
  ) STRICT;
`

/** Posts that are indexed in one transaction: a few tens of milliseconds, in which others wait to write. */
const PIECE = 200
const LAST_MS = 8_640_000_000_000_000
/** What the author wrote counts more than what stands with it. */
const OWN_WEIGHT = 3

/** A row of an archive, as it is indexed. */
export interface IndexedRow {
  account: string
  reposted: 0 | 1
  at: number
  kind: PostKind
}

/** The index for text search beside the posts of an archive, in the same file. Its writes have to be in a transaction. */
export class SearchIndex {
  readonly #database: DatabaseSync
  readonly #sql: ReturnType<typeof prepare>

  /** @param database with `SEARCH_SCHEMA` and the tables of an archive */
  constructor(database: DatabaseSync) {
    this.#database = database
    this.#sql = prepare(database)
    // What was kept before there was an index is still to be indexed.
    if (!this.#sql.state.get()) this.#sql.begin.run()
  }

  /** Whether all that is kept is in it. */
  get isWhole(): boolean {
    return this.#sql.state.get()?.is_whole === 1
  }

  put(post: Post, { account, reposted, at, kind }: IndexedRow): void {
    const key = [account, BigInt(post.id), reposted] as const
    const { own, around } = indexed(post)
    const words = fingerprint(own, around)
    const author = post.author.screen_name.toLowerCase()
    const facts = [at, kind, author, post.likes ?? -1, words] as const
    const known = this.#sql.row.get(...key)
    const doc = known ? Number(known.doc) : Number(this.#sql.addRow.run(...key, ...facts).lastInsertRowid)
    if (known) this.#sql.putRow.run(...facts, doc)
    // Most that is read anew has other counts and the same words.
    if (known?.words !== words) this.#sql.putWords.run(doc, own, around)
  }

  /** Takes out all that an account's history holds. */
  remove(account: string): void {
    this.#sql.dropWords.run(account)
    this.#sql.dropRows.run(account)
  }

  /** Forgets all of it, so that `complete` makes it anew. */
  reset(): void {
    this.#database.exec(`
      INSERT INTO archive_words (archive_words) VALUES ('delete-all'); DELETE FROM archive_search_rows;
      UPDATE archive_search_state SET is_whole = 0, account = '', id = 0, reposted = 0`)
  }

  /**
   * Indexes what is not indexed yet, a piece at a time; other work goes on between two.
   * @param transaction what each piece is done in
   */
  async complete(transaction: (piece: () => void) => void): Promise<void> {
    while (!this.isWhole) {
      transaction(() => this.#piece())
      await breathe()
    }
  }

  #piece(): void {
    const state = this.#sql.place.get()
    // Another process may have gone on, or ended it.
    if (!state || Number(state.is_whole) === 1) return
    const rows = this.#sql.nextRows.all(String(state.account), state.id as bigint, state.reposted as bigint)
    for (const row of rows) {
      const [reposted, kind] = [row.reposted === 1n ? 1 : 0, row.kind as PostKind] as const
      const post = readPost(String(row.json))
      if (post) this.put(post, { account: String(row.account), reposted, at: Number(row.at), kind })
    }
    const last = rows.at(-1)
    if (last) this.#sql.goOn.run(String(last.account), last.id as bigint, last.reposted as bigint)
    if (rows.length < PIECE) this.#sql.end.run()
  }

  /** @param query with the account of its handle, where one is known by it */
  search(query: ArchiveQuery & { account?: string | undefined }): ArchiveFinds {
    const { after, limit, order } = query
    const found = this.#sql[order].all({
      ...filtersOf(query),
      words: matchOf(query.phrases),
      // Nothing fits better than this, and nothing is newer.
      rank: after?.rank ?? -1e308,
      id: after ? BigInt(after.id) : 2n ** 63n - 1n,
      limit: limit + 1,
    })
    const handles = new Map<string, string>()
    const handleOf = (account: string): string => {
      if (!handles.has(account))
        handles.set(account, String(this.#sql.handle.get(account)?.handle ?? account))
      return handles.get(account) as string
    }
    const finds = found.slice(0, limit).flatMap(({ id, rank, doc, accounts }) => {
      const row = this.#sql.json.get(doc as bigint)
      const post = row && readPost(String(row.json))
      if (!post) return []
      const holders = [...new Set(String(accounts).split(','))]
      return { post, place: { id: String(id), rank: Number(rank) }, handles: holders.map(handleOf) }
    })
    return { finds, isMore: found.length > limit }
  }
}

/** The words of a post as they stand in the index. */
function indexed(post: Post): { own: string; around: string } {
  const { own, around } = postWords(post)
  return { own: indexable(own), around: indexable(around) }
}

function fingerprint(own: string, around: string): number {
  return crc32(`${own}\0${around}`) + (own.length % 2 ** 20) * 2 ** 32
}

/** What the index has to know of a post's words, to tell whether it does. */
export function wordsOf(post: Post): number {
  const { own, around } = indexed(post)
  return fingerprint(own, around)
}

/** @returns nothing for what is damaged: verifying names it, and a search goes on */
export function readPost(json: string): Post | undefined {
  try {
    const post = JSON.parse(json) as Post
    return /^\d+$/.test(post.id) && typeof post.text === 'string' && post.author ? post : undefined
  } catch {
    return undefined
  }
}

/** In FTS5's language. Words hold neither quotes nor anything else that means something there. */
function matchOf(phrases: readonly Phrase[]): string {
  const written = ({ words, isPrefix }: Phrase) =>
    `"${words.map((word) => word.replaceAll('"', '')).join(' ')}"${isPrefix ? ' *' : ''}`
  const wanted = phrases.filter(({ isExcluded }) => !isExcluded).map(written)
  const unwanted = phrases.filter(({ isExcluded }) => isExcluded).map(written)
  return [`(${wanted.join(' AND ')})`, ...unwanted].join(' NOT ')
}

function filtersOf({ kinds, handle, account, minLikes, since, until }: Parameters<SearchIndex['search']>[0]) {
  const flag = (kind: PostKind) => (kinds.includes(kind) ? kind : '')
  return {
    since: since ?? 0,
    until: until ?? LAST_MS,
    post: flag('post'),
    reply: flag('reply'),
    repost: flag('repost'),
    isAny: handle === undefined ? 1 : 0,
    author: handle?.toLowerCase() ?? '',
    account: account ?? '',
    likes: minLikes ?? -1,
  }
}

/**
 * A statement that gives numbers as bigints. All that write on a connection with an index have to: each says which
 * row was written last, FTS5 leaves numbers of its own there, and those are too large for a double.
 */
export function prepareBig(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  return statement
}

function prepare(database: DatabaseSync) {
  const big = (sql: string) => prepareBig(database, sql)
  // The same post may be in the histories of many. FTS5 ranks only where nothing is grouped yet.
  const found = (rank: string, order: string, after: string) =>
    big(
      `WITH found AS MATERIALIZED (
         SELECT r.id, r.doc, r.account, ${rank} AS rank
         FROM archive_words JOIN archive_search_rows AS r ON r.doc = archive_words.rowid
         WHERE archive_words MATCH :words AND r.at >= :since AND r.at <= :until
         AND r.kind IN (:post, :reply, :repost) AND r.likes >= :likes
         AND (:isAny OR r.account = :account OR r.author = :author)
       )
       SELECT id, min(rank) AS rank, min(doc) AS doc, group_concat(account) AS accounts
       FROM found GROUP BY id HAVING ${after} ORDER BY ${order} LIMIT :limit`,
    )
  return {
    state: database.prepare('SELECT is_whole FROM archive_search_state'),
    place: big('SELECT * FROM archive_search_state'),
    begin: big(
      `INSERT OR IGNORE INTO archive_search_state
       SELECT 1, NOT EXISTS (SELECT 1 FROM archive_posts), '', 0, 0`,
    ),
    goOn: big('UPDATE archive_search_state SET account = ?, id = ?, reposted = ?'),
    end: big('UPDATE archive_search_state SET is_whole = 1'),
    nextRows: big(
      `SELECT account, id, reposted, at, kind, json FROM archive_posts WHERE (account, id, reposted) > (?, ?, ?)
       ORDER BY account, id, reposted LIMIT ${PIECE}`,
    ),
    row: database.prepare(
      'SELECT doc, words FROM archive_search_rows WHERE account = ? AND id = ? AND reposted = ?',
    ),
    addRow: big(
      `INSERT INTO archive_search_rows (account, id, reposted, at, kind, author, likes, words)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    putRow: big(
      'UPDATE archive_search_rows SET at = ?, kind = ?, author = ?, likes = ?, words = ? WHERE doc = ?',
    ),
    putWords: big('INSERT OR REPLACE INTO archive_words (rowid, own, around) VALUES (?, ?, ?)'),
    dropWords: big(
      'DELETE FROM archive_words WHERE rowid IN (SELECT doc FROM archive_search_rows WHERE account = ?)',
    ),
    dropRows: big('DELETE FROM archive_search_rows WHERE account = ?'),
    // Of old posts ids hold no time, but they, too, were given out in order.
    newest: found('0.0', 'id DESC', 'id < :id AND :rank <= 0'),
    best: found(
      `bm25(archive_words, ${OWN_WEIGHT}, 1)`,
      'rank, id DESC',
      'min(rank) > :rank OR (min(rank) = :rank AND id < :id)',
    ),
    json: database.prepare(
      `SELECT json FROM archive_search_rows AS r JOIN archive_posts AS p
       ON p.account = r.account AND p.id = r.id AND p.reposted = r.reposted WHERE r.doc = ?`,
    ),
    handle: database.prepare(
      `SELECT json_extract(profile, '$.screen_name') AS handle FROM archive_accounts WHERE account = ?`,
    ),
  }
}
