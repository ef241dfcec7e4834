import type { Context } from 'hono'

/** What a fault tells a door to do otherwise than by default. It comes with the request. */
export interface Habits {
  /** Pages of a conversation after the first work. */
  laterPages?: boolean
  /** Only the token that X's own script derives will do. */
  exactToken?: boolean
  /** The share of a page that repeats the end of the page before it. */
  overlap?: number
  /** A page holds a promoted post by a stranger, without any mark. */
  promoted?: boolean
}

export function habitsOf(c: Context): Habits {
  return (c.env as { habits?: Habits } | undefined)?.habits ?? {}
}
