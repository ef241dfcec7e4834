import { sameHandle } from '../domain/handle.ts'
import type { Interval } from '../domain/intervals.ts'
import type { Post } from '../domain/post.ts'
import { msToSnowflake } from '../domain/snowflake.ts'
import type { RedisConnection } from './redis-store.ts'

/** A post as its source gave it, as a post of the domain; undefined for what is none. */
export type ReadPost = (wire: unknown) => Post | undefined

/** Posts that are read at one time: a few hundred kilobytes. */
const BATCH = 100

interface OlderKeys {
  index: string
  ids: string
  posts: string
}

/** Older versions of the service kept a history by handle, some with braces in the names and some without. */
function olderKeys(handle: string): OlderKeys[] {
  const name = handle.toLowerCase()
  return [`hist:${name}`, `hist:{${name}}`].map((key) => ({
    index: `${key}:index`,
    ids: `${key}:ids`,
    posts: `${key}:posts`,
  }))
}

/**
 * A history as an older version of the service left it: `index`, a hash that says from when to when it is whole;
 * `ids`, a sorted set by time; `posts`, a hash of JSON. It stays until `remove`.
 */
export class OlderHistory {
  readonly handle: string
  /** What was read whole; nothing where a page was lost, since nobody knows which. */
  readonly covered: Interval | undefined
  /** Unix milliseconds. */
  readonly updatedAt: number | undefined
  readonly isIncomplete: boolean
  readonly #connection: RedisConnection
  readonly #keys: OlderKeys
  readonly #index: string
  readonly #readPost: ReadPost

  constructor(
    connection: RedisConnection,
    found: { handle: string; keys: OlderKeys; fields: ReadonlyMap<string, string>; readPost: ReadPost },
  ) {
    this.#connection = connection
    this.#keys = found.keys
    this.#readPost = found.readPost
    this.#index = fingerprint(found.fields)
    this.handle = found.handle
    this.isIncomplete = isTrue(found.fields.get('incomplete'))
    this.covered = this.isIncomplete ? undefined : coveredOf(found.fields)
    this.updatedAt = timeOf(found.fields.get('updated_at'))
  }

  /** The account's own posts, newest first, as many at a time as a request may hold. */
  async *pages(): AsyncGenerator<Post[]> {
    for (let from = 0; ; from += BATCH) {
      const ids = await this.#list(['ZREVRANGE', this.#keys.ids, from, from + BATCH - 1])
      if (ids.length === 0) return
      const bodies = await this.#list(['HMGET', this.#keys.posts, ...ids.map(String)])
      yield bodies.flatMap((body) => this.#ownPost(body))
    }
  }

  /** Deletes it, unless somebody has written to it since it was found. */
  async remove(): Promise<void> {
    const fields = await fieldsOf(this.#connection, this.#keys.index)
    if (fingerprint(fields) !== this.#index) return
    // The index goes last: whoever finds it without its posts has at least nothing to lose.
    for (const key of [this.#keys.posts, this.#keys.ids, this.#keys.index])
      await this.#connection.command(['UNLINK', key])
  }

  async #list(command: [string, ...(string | number)[]]): Promise<unknown[]> {
    return (await this.#connection.command(command)) as unknown[]
  }

  #ownPost(body: unknown): Post[] {
    const post = typeof body === 'string' ? this.#readPost(parse(body)) : undefined
    if (!post) return []
    const by = post.reposted_by ?? post.author
    return sameHandle(by.screen_name, this.handle) ? [post] : []
  }
}

/** What older versions left of an account, by its handle. */
export async function findOlder(
  connection: RedisConnection,
  handle: string,
  readPost: ReadPost,
): Promise<OlderHistory[]> {
  const found = await Promise.all(
    olderKeys(handle).map(async (keys) => ({ keys, fields: await fieldsOf(connection, keys.index) })),
  )
  return found
    .filter(({ fields }) => fields.size > 0)
    .map(({ keys, fields }) => new OlderHistory(connection, { handle, keys, fields, readPost }))
}

async function fieldsOf(connection: RedisConnection, key: string): Promise<Map<string, string>> {
  return toFields(await connection.command(['HGETALL', key]))
}

/** A reply of names and values in turn. */
export function toFields(reply: unknown): Map<string, string> {
  const flat = reply as unknown[]
  return new Map(flat.flatMap((name, n) => (n % 2 ? [] : [[String(name), String(flat[n + 1])]])))
}

function fingerprint(fields: ReadonlyMap<string, string>): string {
  return JSON.stringify([...fields].sort())
}

function coveredOf(fields: ReadonlyMap<string, string>): Interval | undefined {
  const since = timeOf(fields.get('covered_since')) ?? timeOf(fields.get('oldest'))
  const until = timeOf(fields.get('covered_until')) ?? timeOf(fields.get('newest'))
  const isWhole = isTrue(fields.get('floor_reached'))
  if (until === undefined || (since === undefined && !isWhole)) return undefined
  return { lo: isWhole ? 0n : placeOf(since as number), hi: placeOf(until + 1) }
}

function placeOf(ms: number): bigint {
  const place = BigInt(msToSnowflake(ms))
  return place > 0n ? place : 0n
}

function timeOf(iso: string | undefined): number | undefined {
  const ms = iso ? Date.parse(iso) : Number.NaN
  return Number.isFinite(ms) ? ms : undefined
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
