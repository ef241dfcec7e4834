import { LazyList } from '../world/lazy-list.ts'
import { Memo } from '../world/memo.ts'
import type { Post } from '../world/model.ts'
import { type Feed, searchFeed } from '../world/search/find.ts'
import type { Query } from '../world/search/query.ts'
import type { World } from '../world/world.ts'

const KEPT = 200

/** What searches found so far, so that a later page does not look for the earlier ones again. */
export class Searches {
  readonly #world: World
  #memo = new Memo<string, LazyList<Post>>(KEPT)
  #revision: number

  constructor(world: World) {
    this.#world = world
    this.#revision = world.revision
  }

  /** The finds of a search from one to another, which is not among them. */
  posts(query: Query, feed: Feed, start: number, end: number): Post[] {
    if (this.#revision !== this.#world.revision) {
      this.#revision = this.#world.revision
      this.#memo = new Memo(KEPT)
    }
    const found = this.#memo.get(
      `${feed} ${JSON.stringify(query)}`,
      () => new LazyList(searchFeed(this.#world, query, feed)),
    )
    return found.slice(start, end)
  }
}
