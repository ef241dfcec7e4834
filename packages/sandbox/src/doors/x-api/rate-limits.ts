import type { Limit } from './endpoint.ts'

const WINDOW_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000

export interface Verdict {
  allowed: boolean
  headers: Record<string, string>
}

interface Window {
  from: number
  used: number
}

/** How often everybody has used each endpoint, by the world's clock. */
export class RateLimits {
  readonly #windows = new Map<string, Window>()

  /**
   * Counts a request, unless it is one too many.
   * @param user the caller's account, undefined for the app itself
   */
  take(endpoint: string, limit: Limit, user: string | undefined, now: number): Verdict {
    const own = user === undefined ? limit.app : limit.user
    const rows = [
      { name: 'x-rate-limit', key: `${endpoint} ${user ?? 'app'}`, of: own, span: WINDOW_MS },
      { name: 'x-user-limit-24hour', key: `${endpoint} day ${user}`, of: limit.userDay, span: DAY_MS },
      { name: 'x-app-limit-24hour', key: `${endpoint} day app`, of: limit.appDay, span: DAY_MS },
    ].flatMap((row) => (row.of === undefined ? [] : [{ ...row, of: row.of, window: this.#open(row, now) }]))
    const allowed = rows.every(({ window, of }) => window.used < of)
    if (allowed) for (const { window } of rows) window.used++
    const headers: Record<string, string> = {}
    for (const { name, window, of, span } of rows) {
      headers[`${name}-limit`] = String(of)
      headers[`${name}-remaining`] = String(Math.max(0, of - window.used))
      headers[`${name}-reset`] = String(Math.floor((window.from + span) / 1000))
    }
    return { allowed, headers }
  }

  #open({ key, span }: { key: string; span: number }, now: number): Window {
    let window = this.#windows.get(key)
    if (!window || now < window.from || now >= window.from + span) {
      window = { from: now, used: 0 }
      this.#windows.set(key, window)
    }
    return window
  }
}
