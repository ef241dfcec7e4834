import { compareIds } from '@x-md/core/domain/snowflake.ts'
import { availability } from '../../world/availability.ts'
import type { Post } from '../../world/model.ts'
import { hashText } from '../../world/random.ts'
import type { World } from '../../world/world.ts'
import { readOffset, writeOffset } from './offset-cursor.ts'

export type Ranking = 'likes' | 'recency'

const MODULES_A_PAGE = 20
/** Below an answer X shows a few of the answers to it, not all. */
const NESTED_A_MODULE = 3

export interface RepliesPage {
  replies: Post[]
  /** The cursor of the next page, or undefined on the last one. */
  next?: string
}

/**
 * One page of the answers to a post: the best ones by the ranking, each with a few answers to it, all in one
 * flat list in no particular order.
 */
export function repliesPage(world: World, focal: Post, ranking: Ranking, cursor?: string): RepliesPage {
  const direct = readable(world, focal.id).sort((one, other) =>
    ranking === 'recency'
      ? compareIds(other.id, one.id)
      : other.counts.likes - one.counts.likes || compareIds(one.id, other.id),
  )
  const start = cursor ? (readOffset(focal.id, cursor) ?? 0) : 0
  const shown = direct.slice(start, start + MODULES_A_PAGE).flatMap((post) => [post, ...nested(world, post)])
  const page: RepliesPage = {
    replies: shuffled(world.seed, shown),
  }
  const end = start + MODULES_A_PAGE
  if (end < direct.length) page.next = writeOffset(focal.id, end)
  return page
}

function readable(world: World, id: string): Post[] {
  return world
    .replies(id)
    .map((reply) => world.post(reply))
    .filter((post): post is Post => post !== undefined && availability(post) === 'open')
}

function nested(world: World, post: Post): Post[] {
  const found: Post[] = []
  const queue = readable(world, post.id)
  for (let next = queue.shift(); next && found.length < NESTED_A_MODULE; next = queue.shift()) {
    found.push(next)
    queue.push(...readable(world, next.id))
  }
  return found
}

function shuffled(seed: number, posts: Post[]): Post[] {
  return posts
    .map((post) => ({ post, rank: hashText(`${seed} order ${post.id}`) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ post }) => post)
}
