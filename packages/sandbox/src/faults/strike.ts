import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Door } from '../doors/doors.ts'
import { type Habits, habitsOf } from '../doors/habits.ts'
import { cutBody, slowBody } from './broken-body.ts'
import { drawDelay, sleep } from './delay.ts'
import type { Fault } from './fault.ts'
import type { Faults, Strike } from './faults.ts'
import type { Json } from './json.ts'
import { RESHAPES } from './reshape.ts'
import { standIn } from './stand-in.ts'

/** Stands before a door and lets the faults in force strike: before it is asked, in its place, or on its answer. */
export function struckBy(faults: Faults, door: Door): MiddlewareHandler {
  return async (c, next) => {
    if (faults.size === 0) return next()
    const { pathname, search } = new URL(c.req.url)
    const strikes = faults.strike(door.prefix, pathname, search)
    if (strikes.length === 0) return next()

    const ms = strikes.reduce((sum, strike) => sum + waitOf(strike), 0)
    if (ms > 0) await sleep(ms)
    for (const { fault } of strikes) {
      if (fault.kind === 'hang') return never()
      if (fault.kind === 'reset' && fault.afterBytes === undefined) {
        cutOff(c)
        return never()
      }
      const habits = habitsUnder(fault)
      if (habits) c.env = { ...c.env, habits: { ...habitsOf(c), ...habits } }
    }
    const path = pathname.slice(door.prefix.length)
    const userAgent = c.req.header('user-agent') ?? ''
    let answer: Response | undefined
    for (const { fault } of strikes) {
      answer ??= standIn(fault, userAgent, () => door.throttled?.(path))
    }
    if (!answer) {
      await next()
      answer = c.res
    }
    for (const strike of strikes) answer = await spoiled(answer, strike, c)
    // Hono would carry the headers of the answer so far over into the new one.
    c.res = undefined
    c.res = answer
  }
}

/** What a fault that leaves the answer to the door tells it to do otherwise. */
function habitsUnder({ kind, fixed, share = 0.1 }: Fault): Habits | undefined {
  switch (kind) {
    case 'conversation-page-2-404':
      return { laterPages: fixed === true }
    case 'exact-token':
      return { exactToken: true }
    case 'pages-overlap':
      return { overlap: share }
    case 'promoted-post':
      return { promoted: true }
    default:
      return undefined
  }
}

function waitOf({ fault, dice }: Strike): number {
  return fault.delayMs === undefined || fault.kind === 'slow-body' ? 0 : drawDelay(fault.delayMs, dice)
}

/** The answer after a fault that leaves it standing, more or less. */
async function spoiled(answer: Response, strike: Strike, c: Context): Promise<Response> {
  const { fault, dice } = strike
  const headers = new Headers(answer.headers)
  const reshape = RESHAPES[fault.kind]
  let body: string | Uint8Array<ArrayBuffer> | ReadableStream | null
  if (reshape) {
    const text = await answer.text()
    const json = parsed(text)
    if (json !== undefined) reshape(json, dice, fault, strike)
    body = json === undefined ? text : JSON.stringify(json)
  } else if (fault.kind === 'truncated-json') {
    const whole = await bytesOf(answer)
    body = whole.subarray(0, fault.afterBytes ?? whole.length >>> 1)
  } else if (fault.kind === 'reset') {
    const whole = await bytesOf(answer)
    headers.set('content-length', String(whole.length))
    body = cutBody(whole.subarray(0, Math.min(fault.afterBytes ?? 0, whole.length - 1)), () => cutOff(c))
  } else if (fault.kind === 'slow-body') {
    body = slowBody(await bytesOf(answer), () => drawDelay(fault.delayMs ?? 250, dice))
  } else {
    body = answer.body
    if (fault.kind === 'wrong-content-type') headers.set('content-type', 'text/html; charset=UTF-8')
  }
  for (const [name, value] of Object.entries(fault.headers ?? {})) headers.set(name, value)
  return new Response(body, { status: answer.status, headers })
}

/** Resets the connection under a request. Without a socket below, as in a test without one, nothing happens. */
function cutOff(c: Context<{ Bindings: Partial<HttpBindings> }>): void {
  const socket = c.env?.outgoing?.socket
  if (socket && 'resetAndDestroy' in socket) socket.resetAndDestroy()
}

function never(): Promise<never> {
  return new Promise(() => {})
}

async function bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await answer.arrayBuffer())
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
