import { randomUUID } from 'node:crypto'
import type { Author } from '../domain/author.ts'
import { type Interval, withInterval } from '../domain/intervals.ts'
import type { Post } from '../domain/post.ts'
import { timeOf } from '../domain/post-time.ts'
import { SingleFlight } from '../single-flight.ts'
import {
  type AddOptions,
  type Archive,
  type ArchivedAccount,
  type ArchiveSummary,
  kindOf,
  type Selection,
} from './archive.ts'
import {
  ABOVE_ALL_IDS,
  ACCOUNTS_KEY,
  archiveKeys,
  handleKey,
  sortableId,
  sortablePlace,
  waitingKey,
} from './archive-keys.ts'
import { ADD, COUNT, DELETE, ENTER, FINISH, PAGE, SUMMARY, WAIT } from './archive-scripts.ts'
import { ArchiveWords } from './archive-words.ts'
import { findOlder, type OlderHistory, type ReadPost, toFields } from './older-history.ts'
import { packPost, unpackPost, type Words, wordsNameOf } from './packed-post.ts'
import { PatientConnection } from './patient-connection.ts'
import { DELETE_IF_EQUAL, type RedisConnection } from './redis-store.ts'

type Argument = string | number

/** Characters of a request and of an answer at most: Upstash's smallest plan takes a megabyte. */
const MAX_REQUEST = 700_000
const MAX_ANSWER = 500_000

/** Posts and accounts that are read at one time. */
const BATCH = 100
const FIRST_MS = 0
const LAST_MS = 8_640_000_000_000_000

/** How long posts wait in the store for the rest of what is added with them. */
const WAIT_MS = 60_000

/** An archive in Redis, by whatever way its commands get there; any number of processes share it. */
export class RedisArchive implements Archive {
  readonly name: Archive['name']
  readonly #connection: RedisConnection
  readonly #readPost: ReadPost
  readonly #adopting = new SingleFlight()
  readonly #words: ArchiveWords

  /**
   * @param options.readPost reads posts that older versions of the service left as they came from the source
   * @param options.pausesMs between the tries of a command that fails
   */
  constructor(
    connection: RedisConnection,
    { readPost, ...patience }: { readPost: ReadPost; pausesMs?: readonly number[] },
  ) {
    this.name = connection.name
    this.#connection = new PatientConnection(connection, patience)
    this.#words = new ArchiveWords(this.#connection)
    this.#readPost = readPost
  }

  async find(handle: string): Promise<ArchivedAccount | undefined> {
    const [known, older] = await Promise.all([this.#accountOf(handle), this.#findOlder(handle)])
    const adopted = older.length > 0 ? await this.#adopt(older, known) : known
    // Another process may have taken it over between the two questions.
    const account = adopted ?? (await this.#accountOf(handle))
    return account === undefined ? undefined : this.#read(account)
  }

  async enter(profile: Author): Promise<ArchivedAccount> {
    const handle = profile.screen_name.toLowerCase()
    const account = profile.id ?? handle
    await this.#enter(account, profile)
    const older = await this.#findOlder(handle)
    if (older.length > 0) await this.#adopt(older, account)
    return (await this.#read(account)) as ArchivedAccount
  }

  async *accounts(): AsyncGenerator<ArchivedAccount> {
    for (let after = '-'; ; ) {
      const page = ['ZRANGEBYLEX', ACCOUNTS_KEY, after, '+', 'LIMIT', 0, BATCH] as const
      const accounts = ((await this.#connection.command([...page])) as unknown[]).map(String)
      for (const account of accounts) {
        const held = await this.#read(account)
        if (held) yield held
      }
      const last = accounts.at(-1)
      if (last === undefined || accounts.length < BATCH) return
      after = `(${last}`
    }
  }

  async add(
    account: string,
    posts: readonly Post[],
    covered?: Interval,
    { isOnlyNew = false }: AddOptions = {},
  ): Promise<void> {
    const words = posts.length > 0 ? await this.#words.for(account, posts) : undefined
    const rows = posts.flatMap((post): Argument[] => [
      sortableId(BigInt(post.id)),
      timeOf(post),
      kindOf(post),
      packPost(post, words as Words),
    ])
    const stretch = withInterval([], covered ?? { lo: 0n, hi: 0n })[0]
    const head = [
      isOnlyNew ? 1 : 0,
      ...(stretch ? [sortablePlace(stretch.lo), sortablePlace(stretch.hi)] : ['', '']),
      words?.name ?? '',
      words?.text ?? '',
    ]
    const [only, ...more] = inRequests(rows)
    if (more.length === 0) await this.#run(ADD, account, [...head, ...(only ?? [])])
    else await this.#addTogether(account, head, [only as Argument[], ...more])
  }

  async finish(account: string, { at, isIncomplete }: { at: number; isIncomplete: boolean }): Promise<void> {
    await this.#run(FINISH, account, [at, isIncomplete ? 1 : 0])
  }

  async summary(account: string): Promise<ArchiveSummary> {
    const [count, oldest, newest] = (await this.#run(SUMMARY, account, [])) as unknown[]
    return {
      count: Number(count),
      ...(oldest != null && { oldest: Number(oldest) }),
      ...(newest != null && { newest: Number(newest) }),
    }
  }

  async count(account: string, { since = FIRST_MS, until = LAST_MS, kinds }: Selection): Promise<number> {
    return Number(await this.#run(COUNT, account, [kinds.join(' '), since, until]))
  }

  async *posts(
    account: string,
    { since = FIRST_MS, until = LAST_MS, kinds }: Selection,
    limit: number,
  ): AsyncGenerator<Post> {
    let [last, below, hasMore]: [Argument, string, boolean] = [until, ABOVE_ALL_IDS, true]
    let left = limit
    while (hasMore && left > 0) {
      const args = [kinds.join(' '), since, last, below, Math.min(left, BATCH), MAX_ANSWER]
      const [more, ...rows] = (await this.#run(PAGE, account, args)) as unknown[]
      for (let row = 0; row < rows.length; row += 3) {
        below = String(rows[row])
        last = String(rows[row + 1])
        const packed = String(rows[row + 2])
        left -= 1
        yield unpackPost(packed, await this.#words.named(account, wordsNameOf(packed)))
      }
      hasMore = more === 1 && rows.length > 0
    }
  }

  async delete(account: string): Promise<number> {
    const handles = (await this.#connection.command(['SMEMBERS', archiveKeys(account).handles])) as unknown[]
    for (const handle of handles.map(String)) {
      if ((await this.#accountOf(handle)) !== account) continue
      for (const older of await this.#findOlder(handle)) await older.remove()
      await this.#connection.command(['EVAL', DELETE_IF_EQUAL, 1, handleKey(handle), account])
    }
    const count = Number(await this.#run(DELETE, account, []))
    await this.#connection.command(['ZREM', ACCOUNTS_KEY, account])
    return count
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  /** More than one request may hold: it waits in the store until all of it is there. */
  async #addTogether(account: string, head: Argument[], requests: readonly Argument[][]): Promise<void> {
    const key = waitingKey(account, randomUUID())
    let length = 0
    for (const rows of requests) {
      await this.#connection.command(['EVAL', WAIT, 1, key, WAIT_MS, length + 1, ...rows])
      length += rows.length
    }
    await this.#run(ADD, account, [...head, length], [key])
    await this.#connection.command(['UNLINK', key])
  }

  async #enter(account: string, profile: Author, { isNamed = true } = {}): Promise<void> {
    const handle = profile.screen_name.toLowerCase()
    await this.#run(ENTER, account, [JSON.stringify(profile), handle])
    await this.#connection.command(['ZADD', ACCOUNTS_KEY, 0, account])
    if (isNamed) await this.#connection.command(['SET', handleKey(handle), account])
  }

  async #read(account: string): Promise<ArchivedAccount | undefined> {
    const fields = toFields(await this.#connection.command(['HGETALL', archiveKeys(account).account]))
    const profile = fields.get('profile')
    if (profile === undefined) return undefined
    const updatedAt = fields.get('updated_at')
    return {
      account,
      profile: JSON.parse(profile) as Author,
      covered: readStretches(fields.get('covered')),
      ...(updatedAt !== undefined && { updatedAt: Number(updatedAt) }),
      isIncomplete: fields.get('incomplete') === '1',
    }
  }

  async #accountOf(handle: string): Promise<string | undefined> {
    const account = await this.#connection.command(['GET', handleKey(handle)])
    return account === null ? undefined : String(account)
  }

  #findOlder(handle: string): Promise<OlderHistory[]> {
    return findOlder(this.#connection, handle, this.#readPost)
  }

  /**
   * Takes over what older versions left. Their posts say whose they are: a handle may have changed hands since.
   * @param known the account that has the handle
   * @returns the account that has the handle now, if any
   */
  async #adopt(histories: readonly OlderHistory[], known: string | undefined): Promise<string | undefined> {
    let account = known
    for (const older of histories) {
      const place = await this.#adopting.run(older.handle.toLowerCase(), () => this.#adoptOne(older, account))
      account ??= place
    }
    return account
  }

  async #adoptOne(older: OlderHistory, known: string | undefined): Promise<string | undefined> {
    const owner = await ownerOf(older)
    const account = owner?.id ?? known ?? older.handle.toLowerCase()
    if (account !== known) {
      // Without a single post of its own nobody can be found who it belongs to.
      if (!owner) return undefined
      await this.#enter(account, owner, { isNamed: known === undefined })
    }
    for await (const posts of older.pages()) await this.add(account, posts, undefined, { isOnlyNew: true })
    await this.add(account, [], older.covered)
    const { updatedAt, isIncomplete } = older
    if (updatedAt !== undefined && (await this.#read(account))?.updatedAt === undefined)
      await this.finish(account, { at: updatedAt, isIncomplete })
    await older.remove()
    return account
  }

  #run(script: string, account: string, args: Argument[], moreKeys: string[] = []): Promise<unknown> {
    const { account: own, data, words, handles, sets } = archiveKeys(account)
    const keys = [own, data, words, handles, ...sets, ...moreKeys]
    return this.#connection.command(['EVAL', script, keys.length, ...keys, ...args])
  }
}

/** Whose a history is, by the newest of its posts that is no repost. */
async function ownerOf(older: OlderHistory): Promise<Author | undefined> {
  for await (const posts of older.pages()) {
    const own = posts.find((post) => !post.reposted_by)
    if (own) return own.author
  }
  return undefined
}

/** Rows of four, in as many requests as they need. */
function inRequests(rows: readonly Argument[]): Argument[][] {
  const requests: Argument[][] = []
  let size = MAX_REQUEST
  for (let row = 0; row < rows.length; row += 4) {
    const one = rows.slice(row, row + 4)
    const length = one.reduce((sum: number, part) => sum + String(part).length + 3, 0)
    size += length
    if (size > MAX_REQUEST) {
      requests.push([])
      size = length
    }
    requests.at(-1)?.push(...one)
  }
  return requests
}

function readStretches(text: string | undefined): Interval[] {
  const stretches = text ? text.split(' ') : []
  return stretches.map((stretch) => {
    const [lo, hi] = stretch.split(':').map(BigInt)
    return { lo: lo as bigint, hi: hi as bigint }
  })
}
