import type { Dice } from '../world/random.ts'
import { dropFields } from './drop-fields.ts'
import type { Fault } from './fault.ts'
import type { Strike } from './faults.ts'
import { recountIndices } from './indices.ts'
import type { Json } from './json.ts'
import type { FaultKind } from './kinds.ts'
import { dropAllRows, keepFewRows, setNextCursor } from './list-pages.ts'
import { cutLongPosts } from './long-posts.ts'
import { cutThread, dropRows, shuffleReplies } from './rows.ts'

/**
 * The kinds that change the shape of an answer. Each works in place on an answer that was read from its text
 * for one strike, so that nothing that a door keeps is touched.
 */
export const RESHAPES: Partial<
  Record<FaultKind, (answer: Json, dice: Dice, fault: Fault, strike: Strike) => void>
> = {
  'replies-shuffled': shuffleReplies,
  'posts-dropped': (answer, dice, { share = 0.3 }) => dropRows(answer, dice, share),
  'thread-cut': (answer, _, { rows = 30 }) => cutThread(answer, rows),
  'short-page': keepFewRows,
  'empty-page': dropAllRows,
  'cursor-repeats': (answer, _dice, _fault, { cursor }) => setNextCursor(answer, cursor),
  'cursor-cycles': (answer, _dice, _fault, { cursorBefore }) => setNextCursor(answer, cursorBefore),
  'long-posts-cut': cutLongPosts,
  'fields-dropped': (answer, dice, { fields }) => dropFields(answer, dice, fields),
  'indices-utf16': (answer) => recountIndices(answer, () => true),
  'indices-mixed': (answer, dice) => recountIndices(answer, () => dice.chance(0.5)),
}
