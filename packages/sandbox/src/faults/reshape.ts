import type { Dice } from '../world/random.ts'
import { dropFields } from './drop-fields.ts'
import type { Fault } from './fault.ts'
import { recountIndices } from './indices.ts'
import type { Json } from './json.ts'
import type { FaultKind } from './kinds.ts'
import { cutLongPosts } from './long-posts.ts'
import { cutThread, dropRows, shuffleReplies } from './rows.ts'

/**
 * The kinds that change the shape of an answer. Each works in place on an answer that was read from its text
 * for one strike, so that nothing that a door keeps is touched.
 */
export const RESHAPES: Partial<Record<FaultKind, (answer: Json, dice: Dice, fault: Fault) => void>> = {
  'replies-shuffled': shuffleReplies,
  'posts-dropped': (answer, dice, { share = 0.3 }) => dropRows(answer, dice, share),
  'thread-cut': (answer, _, { rows = 30 }) => cutThread(answer, rows),
  'long-posts-cut': cutLongPosts,
  'fields-dropped': (answer, dice, { fields }) => dropFields(answer, dice, fields),
  'indices-utf16': (answer) => recountIndices(answer, () => true),
  'indices-mixed': (answer, dice) => recountIndices(answer, () => dice.chance(0.5)),
}
