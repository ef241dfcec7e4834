import { PostHog } from 'posthog-node'

/** How long PostHog may take for a batch. */
const TIMEOUT_MS = 3000
/** Events that wait while a batch is under way; more than this are not sent. */
const MAX_WAITING = 1000

export interface Event {
  event: string
  distinctId: string
  properties: Readonly<Record<string, unknown>>
  timestamp: Date
}

/** Keeps the process going for work that outlives an answer, where a platform would stop it. */
export type Background = (work: Promise<unknown>) => void

/**
 * Sends events to PostHog, one batch at a time and in the background: those that come while one is under way
 * go with the next. A batch that fails is gone, and nobody hears of it.
 */
export class EventSender {
  readonly #client: PostHog
  readonly #background: Background
  #waiting: Event[] = []
  #sending: Promise<void> | undefined

  constructor({ token, host, background }: { token: string; host: string; background: Background }) {
    this.#background = background
    this.#client = new PostHog(token, {
      host,
      fetch: sendOnce,
      fetchRetryCount: 0,
      disableCompression: true,
      // Batches are ours to begin.
      flushAt: MAX_WAITING * 2,
      flushInterval: 0,
    })
  }

  /** Adds events of one request and sends them soon. */
  send(events: readonly Event[]): void {
    const room = MAX_WAITING - this.#waiting.length
    this.#waiting.push(...events.slice(0, Math.max(0, room)))
    this.#begin()
  }

  /** Sends what waits, and resolves when that has been tried. */
  async close(): Promise<void> {
    while (this.#sending) await this.#sending
  }

  #begin(): void {
    if (this.#sending || this.#waiting.length === 0) return
    this.#sending = this.#sendBatch().finally(() => {
      this.#sending = undefined
      this.#begin()
    })
    this.#background(this.#sending)
  }

  async #sendBatch(): Promise<void> {
    // The answer goes first.
    await new Promise((resolve) => setImmediate(resolve))
    const batch = this.#waiting
    this.#waiting = []
    for (const event of batch) this.#client.capture(event)
    await this.#client.flush().catch(() => undefined)
  }
}

/** The library keeps what a network fault has stopped, for ever if need be; an answer, even a bad one, ends it. */
function sendOnce(url: string, { method, headers, body }: SendOptions): Promise<Response> {
  const request = { method, headers, body: body as BodyInit, signal: AbortSignal.timeout(TIMEOUT_MS) }
  return fetch(url, request).catch(() => new Response(null, { status: 400 }))
}

type SendOptions = Parameters<NonNullable<NonNullable<ConstructorParameters<typeof PostHog>[1]>['fetch']>>[1]
