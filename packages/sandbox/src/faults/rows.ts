import type { Dice } from '../world/random.ts'
import { isObject, type Json } from './json.ts'

/** What doors call their lists of posts. */
const LISTS = ['thread', 'replies', 'results', 'statuses', 'tweets', 'data']

export function shuffleReplies(answer: Json, dice: Dice): void {
  if (!isObject(answer) || !Array.isArray(answer.replies)) return
  const rows = answer.replies
  for (let last = rows.length - 1; last > 0; last--) {
    const other = dice.int(0, last)
    const kept = rows[last]!
    rows[last] = rows[other]!
    rows[other] = kept
  }
}

/** Drops a share of the rows of each list; one at least where there are two or more. */
export function dropRows(answer: Json, dice: Dice, share: number): void {
  if (!isObject(answer)) return
  for (const name of LISTS) {
    const rows = answer[name]
    if (!Array.isArray(rows) || rows.length === 0) continue
    const doomed = rows.length > 1 ? dice.int(0, rows.length - 1) : -1
    answer[name] = rows.filter((_, index) => !dice.chance(share) && index !== doomed)
  }
}

/** Ends a thread so many rows below the requested post. */
export function cutThread(answer: Json, rows: number): void {
  if (!isObject(answer) || !Array.isArray(answer.thread) || !isObject(answer.status)) return
  const { id } = answer.status
  const at = answer.thread.findIndex((row) => isObject(row) && row.id === id)
  if (at >= 0) answer.thread.length = Math.min(answer.thread.length, at + 1 + rows)
}
