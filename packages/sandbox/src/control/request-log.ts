export interface LoggedRequest {
  method: string
  /** Path and query, as the door got them. */
  path: string
  /** 0 while no answer was given: it is late, hangs, or the connection was reset. */
  status: number
  /** When it came, Unix milliseconds of the real clock. */
  at: number
}

/** The latest requests to the doors; old ones make room for new ones. */
export class RequestLog {
  readonly #ring: LoggedRequest[] = []
  readonly #capacity: number
  #written = 0

  constructor(capacity = 10_000) {
    this.#capacity = capacity
  }

  add(request: LoggedRequest): void {
    this.#ring[this.#written % this.#capacity] = request
    this.#written++
  }

  /** From old to new, those at or after an instant (Unix milliseconds). */
  since(ms = 0): LoggedRequest[] {
    const split = this.#written % this.#capacity
    const ordered =
      this.#written <= this.#capacity
        ? this.#ring
        : [...this.#ring.slice(split), ...this.#ring.slice(0, split)]
    return ordered.filter((request) => request.at >= ms)
  }

  clear(): void {
    this.#ring.length = 0
    this.#written = 0
  }
}
