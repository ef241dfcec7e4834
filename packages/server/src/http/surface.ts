import { randomBytes } from 'node:crypto'
import { XmdError } from '@x-md/core/errors.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import type { Context as HonoContext } from 'hono'
import { type Observer, routeOf } from '../telemetry/observer.ts'
import { type Answer, NO_CONTENT } from './answer.ts'
import { type Call, Callers, type Scope } from './callers.ts'
import { unlessKnown } from './entity-tag.ts'
import { notFoundAnswer } from './not-found.ts'
import { describeProblem, problemAnswer } from './problem.ts'
import { pathOf } from './query.ts'
import { policyHeader, rateHeaders } from './rate-headers.ts'

/** Whether a call draws a preview of a post for a chat program. */
type IsPreview = (c: HonoContext) => boolean

export type Route = (c: HonoContext) => Answer | Promise<Answer>

/** The longest address that is read, in characters. */
const MAX_ADDRESS = 8192
const ALLOW = 'GET, HEAD, OPTIONS'

/**
 * What stands around every route: the methods of a service that only reads, failures as problem documents,
 * and the log. It is one function rather than middleware, since each layer of that costs a cached read a
 * measurable part of its time.
 */
export class Surface {
  readonly #context: Context
  readonly #publicUrl: () => string
  readonly #observers: readonly Observer[]
  readonly #callers: Callers
  /** Ids of requests are this and a number: told apart between processes, and cheaper than a random one each. */
  readonly #process = randomBytes(6).toString('hex')
  #count = 0

  constructor(context: Context, publicUrl: () => string, observers: readonly Observer[] = []) {
    this.#observers = observers
    this.#context = context
    this.#publicUrl = publicUrl
    this.#callers = new Callers(context)
  }

  /**
   * A route for GET and HEAD; OPTIONS is 204 and any other method 405.
   * @param scope what it may cost its caller; without one it costs nothing and is open to all
   * @param isPreview tells calls that draw a preview, for which a private service asks no key
   */
  reads(route: Route, scope?: Scope, isPreview?: IsPreview): (c: HonoContext) => Promise<Response> {
    return this.answers(this.readOnly(route, scope, isPreview))
  }

  /** What `reads` makes of a route, for one that decides first whether it is there at all. */
  readOnly(route: Route, scope?: Scope, isPreview: IsPreview = () => false): Route {
    return (c) => {
      const { method } = c.req
      c.set('scope', scope)
      if (method === 'GET' || method === 'HEAD') {
        const entering = scope && this.#callers.enter(c, scope, isPreview(c), (call) => c.set('call', call))
        return entering ? entering.then(() => route(c)) : route(c)
      }
      if (method === 'OPTIONS') return NO_CONTENT
      throw new XmdError('method_not_allowed', `${method} is not possible here; this API only reads.`)
    }
  }

  /**
   * Lets a call in, for a route that learns only from the body what is asked for.
   * @throws XmdError `invalid_key`, `unauthorized` or `rate_limited`
   */
  enter(c: HonoContext, scope: Scope): void | Promise<void> {
    c.set('scope', scope)
    return this.#callers.enter(c, scope, false, (call) => c.set('call', call))
  }

  /** A route that looks at the method by itself. */
  answers(route: Route): (c: HonoContext) => Promise<Response> {
    return async (c) => {
      const started = performance.now()
      let answer: Answer
      let id: string | undefined
      let thrown: unknown
      for (const observer of this.#observers) observer.arrived?.(c)
      try {
        const { url } = c.req
        if (url.length > MAX_ADDRESS) {
          throw new XmdError('invalid_option', `The address is longer than ${MAX_ADDRESS} characters.`)
        }
        answer = await route(c)
        const ifNoneMatch = c.req.header('if-none-match')
        if (ifNoneMatch !== undefined) answer = unlessKnown(answer, ifNoneMatch)
      } catch (error) {
        thrown = error
        id = this.#nextId()
        answer = this.#failure(error, c, id)
      }
      answer = await this.#told(c, answer)
      this.#observe(c, answer, started, thrown)
      this.#log(c, answer, started, id)
      return new Response(answer.body, answer)
    }
  }

  /** The answer with what its caller may know of key and quotas. */
  #told(c: HonoContext, answer: Answer): Answer | Promise<Answer> {
    const call = c.get('call') as Call | undefined
    if (call) return toldOf(answer, call)
    const scope = c.get('scope') as Scope | undefined
    const policies = scope ? this.#callers.policies(scope) : undefined
    return policies?.length ? withHeaders(answer, policyHeader(policies)) : answer
  }

  #nextId(): string {
    return `${this.#process}-${++this.#count}`
  }

  #failure(error: unknown, c: HonoContext, id: string): Answer {
    const site = this.#publicUrl()
    const accept = c.req.header('accept')
    const { target } = pathOf(c.req.url)
    if (error instanceof XmdError) {
      if (error.entry.status === 404) return notFoundAnswer(error, { site, target, accept })
      const headers: Record<string, string> = {}
      if (error.code === 'method_not_allowed') headers.Allow = (c.get('allow') as string | undefined) ?? ALLOW
      if (error.entry.status === 401) headers['WWW-Authenticate'] = 'Bearer'
      if (error.entry.status >= 500) {
        headers['X-Request-Id'] = id
        this.#context.log.warn({ id, code: error.code, cause: causeOf(error) }, 'upstream failed')
      }
      return problemAnswer(describeProblem(error, { site, target }), { site, accept, headers })
    }
    this.#context.log.error({ id, err: error }, 'unexpected error')
    const failure = {
      code: 'internal_error',
      message: `Something went wrong here that was not foreseen. Request id: ${id}`,
      retryAfter: undefined,
    } as const
    const problem = describeProblem(failure, { site, target })
    return problemAnswer(problem, { site, accept, headers: { 'X-Request-Id': id } })
  }

  #observe(c: HonoContext, answer: Answer, started: number, error: unknown): void {
    if (this.#observers.length === 0) return
    const served = {
      route: routeOf(c),
      method: c.req.method,
      status: answer.status,
      cache: answer.cache,
      degraded: answer.headers['X-Search-Degraded'] === 'true',
      ms: performance.now() - started,
      error,
    }
    for (const observer of this.#observers) observer.served(c, served)
  }

  /** One line a request. Never the query: it may hold what somebody searched for. */
  #log(c: HonoContext, answer: Answer, started: number, id: string | undefined): void {
    const { log } = this.#context
    if (!log.isLevelEnabled('info')) return
    log.info(
      {
        id: id ?? this.#nextId(),
        method: c.req.method,
        path: pathOf(c.req.url).path,
        status: answer.status,
        ms: Math.round((performance.now() - started) * 1000) / 1000,
        cache: answer.cache,
        source: answer.source,
      },
      'request',
    )
  }
}

function toldOf(answer: Answer, { keyStatus, quotas, isPrivate }: Call): Answer | Promise<Answer> {
  // Who was not let in is told what holds, and not what is left.
  const isOut = answer.status === 401
  const tell = () =>
    withHeaders(answer, {
      ...(quotas && (isOut ? policyHeader : rateHeaders)(quotas.states())),
      'X-Api-Key-Status': keyStatus,
      // What was read for a key holder is nobody else's to keep.
      ...(isPrivate && KEPT_BY_NOBODY),
    })
  const looking = isOut ? undefined : quotas?.look()
  return looking ? looking.then(tell) : tell()
}

function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

const KEPT_BY_NOBODY = { 'Cache-Control': 'private, no-store', 'CDN-Cache-Control': 'no-store' }

function causeOf(error: XmdError): string | undefined {
  return error.cause instanceof Error ? error.cause.message : undefined
}
