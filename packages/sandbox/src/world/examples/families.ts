import type { Family } from '../draft.ts'
import { FERRY_THREAD } from './ferry-thread.ts'
import { FIRST_POSTS } from './first-posts.ts'

/** Every hand-written post of the world, by subject. */
export const FAMILIES: Family[] = [FIRST_POSTS, FERRY_THREAD]
