import { randomInt } from 'node:crypto'
import { XmdError } from '@x-md/core/errors.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import type { Context as HonoContext } from 'hono'
import type { Call } from '../http/callers.ts'
import { clientAddress, UNKNOWN } from '../http/client-address.ts'
import { type CallerIds, callerIds } from './caller-ids.ts'
import { type Background, type Event, EventSender } from './event-sender.ts'
import { type Observer, routeOf, type Served } from './observer.ts'

/** Of events that come with nearly every request, one in so many is kept. */
const KEPT_OF = 10

/** Calls by the keeper and the machinery of the service, which are no use of it. */
const NOT_COUNTED = /^\/(?:api\/admin(?:\/|$)|healthz$|metrics$)/

export interface AnalyticsOptions {
  token: string
  host: string
  background?: Background | undefined
  /** Which of each ten events is kept, 0 to 9; by chance, so that many short-lived processes add up. */
  phase?: () => number
}

/**
 * Tells PostHog how the service is used: which routes, how fast, with what outcome. No event holds what was
 * asked for or by whom: no address of a post or of a caller, no search, no key.
 */
export class Analytics implements Observer {
  readonly #context: Context
  readonly #sender: EventSender
  readonly #address: (c: HonoContext) => string
  readonly #ids: ReturnType<typeof callerIds>
  readonly #phase: () => number
  readonly #untilNext = new Map<string, number>()

  constructor(context: Context, { token, host, background = () => undefined, phase }: AnalyticsOptions) {
    this.#context = context
    this.#sender = new EventSender({ token, host, background })
    this.#address = clientAddress(context.config.X_MD_TRUSTED_PROXIES)
    this.#ids = callerIds(token, context.config)
    this.#phase = phase ?? (() => randomInt(KEPT_OF))
  }

  /** Sent at once, so that a request that never ends is counted, too. */
  arrived(c: HonoContext): void {
    const route = routeOf(c)
    if (!counts(c.req.method, route) || !this.#keeps('endpoint_called')) return
    const properties = { route, method: c.req.method, sample_rate: 1 / KEPT_OF }
    this.#sender.send([this.#event('endpoint_called', properties)])
  }

  served(c: HonoContext, { route, method, status, cache, degraded, ms, error }: Served): void {
    if (!counts(method, route)) return
    const call = c.get('call') as Call | undefined
    const address = this.#address(c)
    const caller = this.#ids({
      keyId: call?.keyId,
      address: address === UNKNOWN ? undefined : address,
      now: this.#context.now(),
    })
    const events: Event[] = []
    if (cache === 'hit' || cache === 'miss') {
      const name = `cache_${cache}`
      if (this.#keeps(name)) events.push(this.#event(name, { route, sample_rate: 1 / KEPT_OF }, caller))
    }
    const completed = {
      route,
      method,
      status,
      duration_ms: Math.round(ms * 1000) / 1000,
      cache: cache ?? 'none',
      key_status: call?.keyStatus ?? 'anonymous',
      access: call?.keyId === undefined ? 'public' : 'key',
      degraded,
      ...(caller.callerId !== undefined && { caller_id: caller.callerId }),
    }
    events.push(this.#event('request_completed', completed, caller))
    if (error !== undefined) {
      const failed = { route, method, status, ...failureOf(error) }
      events.push(this.#event('request_failed', failed, caller))
    }
    this.#sender.send(events)
  }

  close(): Promise<void> {
    return this.#sender.close()
  }

  #keeps(name: string): boolean {
    const left = this.#untilNext.get(name) ?? this.#phase()
    this.#untilNext.set(name, left === 0 ? KEPT_OF - 1 : left - 1)
    return left === 0
  }

  #event(event: string, properties: Record<string, unknown>, caller?: CallerIds): Event {
    return {
      event,
      distinctId: caller?.distinctId ?? 'anonymous',
      properties: { ...properties, $process_person_profile: false },
      timestamp: new Date(this.#context.now()),
    }
  }
}

/** A browser's question whether it may ask is no use either. */
function counts(method: string, route: string): boolean {
  return method !== 'OPTIONS' && !NOT_COUNTED.test(route)
}

/** Names only: a message may repeat what was asked for. */
function failureOf(error: unknown): { error_class: string; error_code: string } {
  return {
    error_class: error instanceof Error ? error.constructor.name : typeof error,
    error_code: error instanceof XmdError ? error.code : 'internal_error',
  }
}
