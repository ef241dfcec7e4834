import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Config } from '@x-md/core/config.ts'

/** A request to a source of X data; the same object from its beginning to its end. */
interface UpstreamRequest {
  origin: string | URL
  path: string
  method: string
}

/** What becomes of requests. `upstream` is the name of its variable, such as `fxtwitter`; never an address. */
export interface UpstreamListener {
  sent(upstream: string, request: UpstreamRequest): void
  answered(upstream: string, request: UpstreamRequest, status: number): void
  /** The last byte has come. */
  ended?(upstream: string, request: UpstreamRequest): void
  failed(upstream: string, request: UpstreamRequest): void
}

/** What undici tells (its docs/api/DiagnosticsChannel.md), as far as it is used here. */
interface Message {
  request: UpstreamRequest
  /** With `headers` only. */
  response: { statusCode: number }
}

/**
 * Hears of every request to a source of X data, retries included, where undici says so: none can be forgotten.
 * Requests to anything else in this process, such as a store, are left out.
 * @returns ends that
 */
export function listenToUpstreams(config: Config, listener: UpstreamListener): () => void {
  const bases = basesOf(config)
  const told =
    (tell: (upstream: string, message: Message) => void) =>
    (message: unknown): void => {
      const { request } = message as Message
      const url = `${request.origin}${request.path}`
      const upstream = bases.find(([, base]) => url.startsWith(`${base}/`))?.[0]
      if (upstream !== undefined) tell(upstream, message as Message)
    }
  const channels = [
    ['undici:request:create', told((name, { request }) => listener.sent(name, request))],
    [
      'undici:request:headers',
      told((name, { request, response }) => listener.answered(name, request, response.statusCode)),
    ],
    ['undici:request:trailers', told((name, { request }) => listener.ended?.(name, request))],
    ['undici:request:error', told((name, { request }) => listener.failed(name, request))],
  ] as const
  for (const [name, listen] of channels) subscribe(name, listen)
  return () => {
    for (const [name, listen] of channels) unsubscribe(name, listen)
  }
}

/** The upstreams by the names of their variables, the longest address first. */
function basesOf(config: Config): [string, string][] {
  return Object.entries(config)
    .flatMap(([variable, value]) => {
      if (!variable.endsWith('_BASE_URL')) return []
      const name = variable.replace(/_BASE_URL$/, '').toLowerCase()
      return [value ?? []].flat().map((base): [string, string] => [name, String(base)])
    })
    .sort(([, one], [, other]) => other.length - one.length)
}
