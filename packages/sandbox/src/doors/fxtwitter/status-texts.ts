import { Memo } from '../../world/memo.ts'
import type { Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { type StatusOptions, wireStatus } from './status.ts'
import { tombstoneOf } from './tombstone.ts'
import { authorUser } from './user.ts'

/** A long thread and many pages stay in it; a few dozen megabytes. */
const KEPT = 10_000

/** JSON as it goes out, in UTF-8: to encode a page anew costs more than anything else about it. */
export type JsonBytes = Buffer<ArrayBuffer>

/** Posts and their authors as JSON. Pages share most of their posts. They hold until the world changes. */
export class StatusTexts {
  readonly #world: World
  #memo = new Memo<string, JsonBytes>(KEPT)
  #revision: number

  constructor(world: World) {
    this.#world = world
    this.#revision = world.revision
  }

  /** The status of a post that can be read. */
  status(post: Post, options: StatusOptions = {}): JsonBytes {
    return this.#kept(options.row ? `${post.id} row` : post.id, () => wireStatus(this.#world, post, options))
  }

  /** The author of the status, who stands beside it once more: of a repost the original's. */
  author(post: Post): JsonBytes {
    const original = post.repostOf && !post.cutRepost ? (this.#world.post(post.repostOf) ?? post) : post
    return this.#kept(`@${original.author.id}`, () => authorUser(this.#world, original.author))
  }

  /** The rows of a thread, where a post that is gone stands as its tombstone. */
  rows(posts: Post[]): JsonBytes[] {
    return jsonList(
      posts.map((post) => {
        const grave = tombstoneOf(post)
        return grave ? jsonBytes(grave) : this.status(post, { row: true })
      }),
    )
  }

  replies(posts: Post[]): JsonBytes[] {
    return jsonList(posts.map((post) => this.status(post)))
  }

  #kept(key: string, make: () => object): JsonBytes {
    if (this.#revision !== this.#world.revision) {
      this.#revision = this.#world.revision
      this.#memo = new Memo(KEPT)
    }
    return this.#memo.get(key, () => jsonBytes(make()))
  }
}

export function jsonBytes(value: object | string | number | boolean | null): JsonBytes {
  return Buffer.from(JSON.stringify(value))
}

/** An object whose values are written already, some of them in pieces. */
export function jsonObject(fields: Record<string, JsonBytes | JsonBytes[]>): JsonBytes {
  const pieces: JsonBytes[] = []
  for (const [name, value] of Object.entries(fields)) {
    pieces.push(Buffer.from(`${pieces.length === 0 ? '{' : ','}"${name}":`))
    if (Array.isArray(value)) pieces.push(...value)
    else pieces.push(value)
  }
  return Buffer.concat([...pieces, CLOSE])
}

/** In pieces, so that a page is copied together only once. */
export function jsonList(items: JsonBytes[]): JsonBytes[] {
  return [OPEN_LIST, ...items.flatMap((item, index) => (index === 0 ? [item] : [COMMA, item])), CLOSE_LIST]
}

const OPEN_LIST = Buffer.from('[')
const CLOSE_LIST = Buffer.from(']')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from('}')
