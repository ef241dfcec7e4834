import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as breathe } from 'node:timers/promises'
import { Author } from '../domain/author.ts'
import { Post } from '../domain/post.ts'
import { timeOf } from '../domain/post-time.ts'
import { type ArchiveFault, kindOf } from './archive.ts'
import { wordsOf } from './search-index.ts'

/** Posts that are read at one time. */
const BATCH = 200

/**
 * Looks at the file itself, and at all that is kept in it: that each post can be read and is what its row says,
 * that accounts and what is covered are well-formed, and that the index for searching fits the posts.
 * @param isIndexed whether the index should hold all posts
 */
export async function* verifyArchive(
  database: DatabaseSync,
  { isIndexed }: { isIndexed: boolean },
): AsyncGenerator<ArchiveFault> {
  let isSound = true
  for (const fault of fileFaults(database)) {
    isSound = false
    yield fault
  }
  // Of a file that is damaged, some rows can still be read, but what is missing there says nothing.
  if (!isSound) return
  yield* accountFaults(database)
  yield* coverageFaults(database)
  yield* postFaults(database, isIndexed)
  yield* indexFaults(database)
}

function* fileFaults(database: DatabaseSync): Generator<ArchiveFault> {
  try {
    for (const row of database.prepare('PRAGMA integrity_check(20)').iterate()) {
      const message = String(row.integrity_check)
      if (message !== 'ok') yield { kind: 'file', message }
    }
    database.exec(`INSERT INTO archive_words (archive_words) VALUES ('integrity-check')`)
  } catch (error) {
    yield { kind: 'file', message: error instanceof Error ? error.message : String(error) }
  }
}

function* accountFaults(database: DatabaseSync): Generator<ArchiveFault> {
  for (const row of database.prepare('SELECT account, profile FROM archive_accounts').iterate()) {
    const profile = parsed(String(row.profile))
    const fault = !profile
      ? 'its profile is no JSON'
      : !Author.safeParse(profile).success && 'its profile is none'
    if (fault) yield { kind: 'account', message: `account ${row.account}: ${fault}` }
  }
  const lost = database.prepare(
    `SELECT 'handle ' || handle AS what, account FROM archive_handles
     WHERE account NOT IN (SELECT account FROM archive_accounts)
     UNION ALL SELECT 'posts', account FROM (SELECT DISTINCT account FROM archive_posts)
     WHERE account NOT IN (SELECT account FROM archive_accounts)`,
  )
  for (const { what, account } of lost.iterate()) {
    yield {
      kind: 'account',
      message: `account ${account}: ${what} of it, but nothing is known of the account`,
    }
  }
}

function* coverageFaults(database: DatabaseSync): Generator<ArchiveFault> {
  const statement = database.prepare('SELECT account, lo, hi FROM archive_covered ORDER BY account, lo')
  statement.setReadBigInts(true)
  let before: { account: string; hi: bigint } | undefined
  for (const row of statement.iterate()) {
    const [account, lo, hi] = [String(row.account), row.lo as bigint, row.hi as bigint]
    const fault = lo < 0n || lo >= hi ? 'is no stretch' : undefined
    const overlaps = before?.account === account && before.hi >= lo ? 'touches the one before' : undefined
    if (fault ?? overlaps) {
      yield { kind: 'coverage', message: `account ${account}: ${lo} to ${hi} ${fault ?? overlaps}` }
    }
    before = { account, hi }
  }
}

async function* postFaults(database: DatabaseSync, isIndexed: boolean): AsyncGenerator<ArchiveFault> {
  const statement = database.prepare(
    `SELECT p.account, p.id, p.reposted, p.at, p.kind, p.json, r.doc, r.at AS its_at, r.kind AS its_kind, r.words,
     r.author, r.likes, d.id AS document FROM archive_posts AS p
     LEFT JOIN archive_search_rows AS r ON r.account = p.account AND r.id = p.id AND r.reposted = p.reposted
     LEFT JOIN archive_words_docsize AS d ON d.id = r.doc
     WHERE (p.account, p.id, p.reposted) > (?, ?, ?) ORDER BY p.account, p.id, p.reposted LIMIT ${BATCH}`,
  )
  statement.setReadBigInts(true)
  let [account, id, reposted]: [string, bigint, bigint] = ['', 0n, 0n]
  for (;;) {
    const rows = statement.all(account, id, reposted)
    for (const row of rows) {
      ;[account, id, reposted] = [String(row.account), row.id as bigint, row.reposted as bigint]
      const fault = postFault(row)
      if (fault) yield { kind: 'post', message: `post ${id} of account ${account}: ${fault}` }
      else if (row.doc === null ? isIndexed : !isAsIndexed(row)) {
        yield {
          kind: 'index',
          message: `post ${id} of account ${account}: the index does not hold it as it is`,
        }
      }
    }
    if (rows.length < BATCH) return
    await breathe()
  }
}

type Row = Record<string, unknown>

function postFault({ id, reposted, at, kind, json }: Row): string | undefined {
  const value = parsed(String(json))
  if (value === undefined) return 'it is no JSON'
  const post = Post.safeParse(value).data
  if (!post) return 'it is no post'
  if (post.id !== String(id)) return `its id is ${post.id.slice(0, 20)} inside`
  if (kindOf(post) !== kind) return `it is kept as a ${kind}, but is a ${kindOf(post)}`
  if ((kind === 'repost') !== (Number(reposted) === 1))
    return 'it is kept as a repost and is none, or the reverse'
  return timeOf(post) === Number(at) ? undefined : 'its time is not the one that it is kept under'
}

function isAsIndexed({ json, at, its_at, kind, its_kind, words, author, likes, document }: Row): boolean {
  const post = parsed(String(json)) as Post
  return (
    document !== null &&
    at === its_at &&
    kind === its_kind &&
    author === post.author.screen_name.toLowerCase() &&
    Number(likes) === (post.likes ?? -1) &&
    Number(words) === wordsOf(post)
  )
}

function* indexFaults(database: DatabaseSync): Generator<ArchiveFault> {
  const extra = database.prepare(
    `SELECT count(*) AS count FROM archive_search_rows AS r WHERE NOT EXISTS (SELECT 1 FROM archive_posts AS p
     WHERE p.account = r.account AND p.id = r.id AND p.reposted = r.reposted)
     UNION ALL SELECT count(*) FROM archive_words_docsize WHERE id NOT IN (SELECT doc FROM archive_search_rows)`,
  )
  const count = extra.all().reduce((sum, row) => sum + Number(row.count), 0)
  if (count > 0) yield { kind: 'index', message: `the index holds ${count} posts that are not kept` }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
