import type { World } from '../../world/world.ts'

/** X lets a session search about this often in a quarter of an hour. */
const LIMIT = 50
const WINDOW_MS = 15 * 60_000

export interface Allowance {
  limit: number
  remaining: number
  /** When the window ends, Unix seconds of the world's clock. */
  reset: number
  /** Whether this request is still within it. */
  allowed: boolean
}

/** How often each session has searched in its window, by the world's clock. A reset of the world forgets it. */
export class Sessions {
  readonly #world: World
  readonly #windows = new Map<string, { from: number; used: number }>()
  #resets: number

  constructor(world: World) {
    this.#world = world
    this.#resets = world.resets
  }

  /** Counts one request of a session. */
  take(session: string): Allowance {
    if (this.#resets !== this.#world.resets) {
      this.#resets = this.#world.resets
      this.#windows.clear()
    }
    const { now } = this.#world
    let window = this.#windows.get(session)
    if (!window || now < window.from || now >= window.from + WINDOW_MS) {
      window = { from: now, used: 0 }
      this.#windows.set(session, window)
    }
    window.used++
    return {
      limit: LIMIT,
      remaining: Math.max(0, LIMIT - window.used),
      reset: Math.floor((window.from + WINDOW_MS) / 1000),
      allowed: window.used <= LIMIT,
    }
  }
}
