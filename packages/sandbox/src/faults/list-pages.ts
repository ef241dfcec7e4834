import type { Dice } from '../world/random.ts'
import { isObject, type Json } from './json.ts'

const FEW = 4

/** The rows of a list page, by the names that doors have for them. */
function rowsOf(answer: Json): Json[] | undefined {
  if (!isObject(answer)) return undefined
  if (Array.isArray(answer.results)) return answer.results
  return isObject(answer.meta) && Array.isArray(answer.data) ? answer.data : undefined
}

/** Keeps the first one to four rows of a list page, and its cursors. */
export function keepFewRows(answer: Json, dice: Dice): void {
  const rows = rowsOf(answer)
  if (rows) rows.length = Math.min(rows.length, dice.int(1, FEW))
}

export function dropAllRows(answer: Json): void {
  const rows = rowsOf(answer)
  if (rows) rows.length = 0
}

/** Sends a caller elsewhere than to the next page of a list; without a cursor nothing changes. */
export function setNextCursor(answer: Json, cursor: string | undefined): void {
  if (cursor === undefined || !isObject(answer) || !rowsOf(answer)) return
  if (isObject(answer.cursor)) answer.cursor.bottom = cursor
  else if (isObject(answer.meta)) answer.meta.next_token = cursor
}
