import type { Dice } from '../world/random.ts'
import { isObject, type Json } from './json.ts'

const FEW = 4

/** Keeps the first one to four rows of a list page, and its cursors. */
export function keepFewRows(answer: Json, dice: Dice): void {
  if (isObject(answer) && Array.isArray(answer.results))
    answer.results.length = Math.min(answer.results.length, dice.int(1, FEW))
}

export function dropAllRows(answer: Json): void {
  if (isObject(answer) && Array.isArray(answer.results)) answer.results = []
}

/** Sends a caller elsewhere than to the next page of a list; without a cursor nothing changes. */
export function setNextCursor(answer: Json, cursor: string | undefined): void {
  if (cursor !== undefined && isObject(answer) && Array.isArray(answer.results) && isObject(answer.cursor)) {
    answer.cursor.bottom = cursor
  }
}
