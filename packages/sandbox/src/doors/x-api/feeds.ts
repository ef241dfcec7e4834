import { compareIds } from '@x-md/core/domain/snowflake.ts'
import { LazyList } from '../../world/lazy-list.ts'
import { Memo } from '../../world/memo.ts'
import type { Account, Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import type { Slices } from './pages.ts'

const KEPT = 200
/** Timelines serve so many of the newest posts, mentions so many. */
const REACH = 3_200
const MENTIONS = 800

/** Lists of posts as far as they were asked for. They hold until the world changes. */
export class Feeds {
  readonly #world: World
  #memo = new Memo<string, LazyList<Post>>(KEPT)
  #revision = -1

  constructor(world: World) {
    this.#world = world
  }

  /** The list of a name, made when it is first asked for. */
  list(name: string, make: () => Iterable<Post>): Slices<Post> {
    if (this.#revision !== this.#world.revision) {
      this.#revision = this.#world.revision
      this.#memo = new Memo(KEPT)
    }
    return this.#memo.get(name, () => new LazyList(make()))
  }
}

/** What some accounts wrote, newest first, as far as a timeline goes. */
export function* postsOf(world: World, authors: Iterable<Account>): Generator<Post> {
  const ids = [...authors].flatMap((author) => world.timeline(author).slice(-REACH))
  ids.sort((one, other) => compareIds(other, one))
  for (const id of ids.slice(0, REACH)) {
    const post = world.post(id)
    if (post) yield post
  }
}

export function* filtered(posts: Iterable<Post>, keep: (post: Post) => boolean): Generator<Post> {
  for (const post of posts) if (keep(post)) yield post
}

/** The posts that name an account, by others, newest first. */
export function* mentionsOf(found: Iterable<Post>, account: Account): Generator<Post> {
  let count = 0
  for (const post of found) {
    if (post.author === account) continue
    yield post
    if (++count === MENTIONS) return
  }
}
