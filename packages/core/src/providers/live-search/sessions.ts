import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { UpstreamError } from '../../upstream/upstream-error.ts'

/** An account's session in a browser, by the two cookies that make it. */
export interface Session {
  id: string
  authToken: string
  ct0: string
}

const token = z.string().regex(/^[A-Za-z0-9_-]+$/)
const Entry = z.object({ id: z.string().min(1).optional(), authToken: token, ct0: token })

/**
 * Reads sessions from the configuration: a file where there is one, else the variable.
 * @param json a JSON array of `{id?, authToken, ct0}`
 * @returns the sessions, and how many entries are none
 */
export function readSessions(json: string | undefined, file: string): { sessions: Session[]; bad: number } {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : json
  if (!text) return { sessions: [], bad: 0 }
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    return { sessions: [], bad: 1 }
  }
  if (!Array.isArray(entries)) return { sessions: [], bad: 1 }
  const sessions = entries.flatMap((entry: unknown, index): Session[] => {
    const read = Entry.safeParse(entry).data
    return read ? [{ ...read, id: read.id ?? `session-${index}` }] : []
  })
  return { sessions, bad: entries.length - sessions.length }
}

/** How long a session rests that X throttles, and one that failed otherwise, in milliseconds. */
const THROTTLED_MS = 15 * 60_000
const FAILED_MS = 30_000

export interface PoolOptions {
  /** Unix milliseconds. */
  now: () => number
  /** Draws one question from what a session may ask. @returns false when nothing is left */
  draw: (sessionId: string) => Promise<boolean>
}

/** Sessions, taken in turn: each only as often as X lets it, and not while it rests. */
export class SessionPool {
  readonly #sessions: readonly Session[]
  readonly #options: PoolOptions
  readonly #restingUntil = new Map<string, number>()
  /** Sessions that X takes no more; only a new start brings them back. */
  readonly #disabled = new Set<string>()
  #turn = 0

  constructor(sessions: readonly Session[], options: PoolOptions) {
    this.#sessions = sessions
    this.#options = options
  }

  /** Sessions that X takes still. */
  get active(): number {
    return this.#sessions.length - this.#disabled.size
  }

  get size(): number {
    return this.#sessions.length
  }

  /**
   * The session whose turn it is; the question that follows is counted.
   * @throws UpstreamError when none may ask now
   */
  async take(): Promise<Session> {
    const now = this.#options.now()
    for (let tried = 0; tried < this.#sessions.length; tried++) {
      const session = this.#sessions[this.#turn++ % this.#sessions.length] as Session
      if (this.#disabled.has(session.id) || (this.#restingUntil.get(session.id) ?? 0) > now) continue
      if (await this.#options.draw(session.id)) return session
    }
    if (this.#disabled.size === this.#sessions.length) {
      throw new UpstreamError('status', 'X takes none of the sessions any more', { retryable: false })
    }
    const rests = [...this.#restingUntil.values()].filter((until) => until > now)
    throw new UpstreamError('rate_limited', 'No session may search now', {
      retryAfter: rests.length > 0 ? Math.ceil((Math.min(...rests) - now) / 1000) : undefined,
    })
  }

  /** Tells that a question over a session failed. @returns whether another session may do better */
  failed({ id }: Session, error: UpstreamError): boolean {
    // X understood who asks and refused what is asked.
    if (error.status === 400) return false
    if (error.status === 401 || error.status === 403) this.#disabled.add(id)
    else {
      const rest = error.kind === 'rate_limited' ? THROTTLED_MS : FAILED_MS
      this.#restingUntil.set(id, this.#options.now() + rest)
    }
    return true
  }
}
