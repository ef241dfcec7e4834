import type { Account, Counts } from './model.ts'
import type { Dice } from './random.ts'

/** X has counted views since then. */
const FIRST_VIEWS = Date.parse('2022-12-15T00:00:00Z')

/** Counts that fit the size of an account. */
export function plausibleCounts(dice: Dice, author: Account, at: number): Counts {
  const reach = Math.max(40, author.followers) * (0.05 + dice.unit())
  const likes = Math.floor(reach * 0.04 * dice.unit() ** 2)
  return {
    replies: Math.floor(likes * 0.05 * dice.unit()),
    reposts: Math.floor(likes * 0.15 * dice.unit()),
    likes,
    quotes: Math.floor(likes * 0.01 * dice.unit()),
    bookmarks: Math.floor(likes * 0.08 * dice.unit()),
    views: at < FIRST_VIEWS ? null : Math.floor(reach) + likes + dice.int(3, 40),
  }
}
