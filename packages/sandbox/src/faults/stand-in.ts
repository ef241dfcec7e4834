import { hugeBody } from './broken-body.ts'
import type { Fault } from './fault.ts'

/** Clients that unfurl links: FxTwitter hides a crash from them behind a 200. */
const EMBED_CLIENT = /discordbot|telegrambot|preview/i

const CHALLENGE =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><p>Checking your browser. Ray 8f3a-sandbox.</p></body></html>'
const CRASH =
  '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Worker exception</h1><pre>TypeError: sandbox stack trace</pre></body></html>'
const PAGES: Record<string, string> = {
  429: '<!DOCTYPE html><html><head><title>429 Too Many Requests</title></head><body><h1>Too many requests</h1></body></html>',
  other:
    '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Origin is unreachable</h1></body></html>',
}

const HTML = 'text/html; charset=UTF-8'

/** The answer of a fault that takes the door's place, or undefined where the door is asked after all. */
export function standIn(
  fault: Fault,
  userAgent: string,
  throttled: () => Response | undefined,
): Response | undefined {
  switch (fault.kind) {
    case 'rate-limit':
      return worded(fault, fault.status ?? 429)
    case '5xx':
      return worded(fault, fault.status ?? 503)
    case 'no-credits':
      return worded(
        { body: { success: false, error: 'Payment Required: no credits left' }, ...fault },
        fault.status ?? 402,
      )
    case 'html-200':
      return page(typeof fault.body === 'string' ? fault.body : CHALLENGE, fault.status ?? 200)
    case 'crash-page': {
      const status = EMBED_CLIENT.test(userAgent) ? 200 : (fault.status ?? 500)
      const cacheControl = 'max-age=0, no-cache, no-store, must-revalidate'
      return page(typeof fault.body === 'string' ? fault.body : CRASH, status, {
        'cache-control': cacheControl,
      })
    }
    case 'huge-body':
      return new Response(hugeBody(fault.bytes), {
        status: fault.status ?? 200,
        headers: { 'content-type': 'application/json' },
      })
    case 'empty-object':
      return json({}, fault.status ?? 200)
    case 'throttle-404':
    case 'search-down':
      return throttled()
    default:
      return undefined
  }
}

/** A refusal in the form that `body` asks for. */
function worded({ body = 'json' }: Fault, status: number): Response {
  if (body === 'empty' || body === '') return new Response(null, { status })
  if (body === 'html') return page(PAGES[status] ?? PAGES.other!, status)
  if (body === 'json')
    return json({ code: status, message: status === 429 ? 'Too many requests' : 'Unavailable' }, status)
  if (typeof body !== 'string') return json(body, status)
  return body.startsWith('<')
    ? page(body, status)
    : new Response(body, { status, headers: { 'content-type': 'text/plain; charset=UTF-8' } })
}

function page(html: string, status: number, more: Record<string, string> = {}): Response {
  return new Response(html, { status, headers: { 'content-type': HTML, ...more } })
}

function json(body: unknown, status: number): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}
