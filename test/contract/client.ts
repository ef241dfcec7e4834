/**
 * What a client of the mdfromx.com API may count on when it changes the host: the tests of this folder say it
 * route by route. Where the sources about that API disagree, the first of these decides:
 *
 * 1. what we decided on purpose, which `docs/compatibility.md` tells with its reasons;
 * 2. what its documentation promises;
 * 3. what its code was seen to do where the documentation is silent.
 */
import { type Service, startService } from '@x-md/server/testing.ts'
import { expect } from 'vitest'

/** An answer that has been read. */
export interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: what stands in it is what the tests ask.
  json: any
}

/** An answer of a door of the sandbox, in place of what it would say. */
interface Told {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, string>
  times?: number
}

export interface Client extends Service {
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Reply>
  /** Lets a path of the FxTwitter door, below `/2/`, answer otherwise until `tellAll`. */
  tell(path: string, told: Told): Promise<void>
  /** Ends what was told, and the rest of the search after a failure. */
  tellAll(): Promise<void>
  /** Paths that the sandbox was asked for, all doors, since it began. */
  asked(part?: string): Promise<string[]>
}

/** A service before a sandbox, as a client sees it. */
export async function startClient(
  env: Record<string, string> = {},
  options: { now?: () => number } = {},
): Promise<Client> {
  const service = await startService(env, options)
  const control = async (path: string, method: string, body?: unknown) => {
    const answer = await fetch(`${service.sandbox}/_sandbox/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return answer
  }
  return {
    ...service,
    async ask(path, headers, method) {
      const answer = await service.get(path, headers, method)
      const text = await answer.text()
      const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '') && text !== ''
      return {
        status: answer.status,
        headers: answer.headers,
        text,
        json: isJson ? JSON.parse(text) : undefined,
      }
    },
    async tell(path, { status = 200, ...told }) {
      await control('overrides', 'PUT', { path: `/fxtwitter/2/${path}`, status, ...told })
    },
    async tellAll() {
      await control('overrides', 'DELETE')
      await control('faults', 'POST', [])
      await service.context.searchBreaker.succeed()
    },
    async asked(part = '') {
      const log = (await (await control('requests', 'GET')).json()) as { path: string }[]
      return log.map(({ path }) => path).filter((path) => path.includes(part))
    },
  }
}

/** Head fields by name, in lower case; a list, so that a test says which ones it is about. */
export function head({ headers }: Reply, ...names: string[]): (string | null)[] {
  return names.map((name) => headers.get(name))
}

/** The relations of a Link header, each with its targets, in order. */
export function links({ headers }: Reply): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [, target = '', rel = ''] of (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([^"]+)"/g)) {
    found[rel] = [...(found[rel] ?? []), target]
  }
  return found
}

/** Statuses as FxTwitter gives them, from new to old. */
export function statuses(count: number, from = 0, changes: Record<string, unknown> = {}) {
  return Array.from({ length: count }, (_, index) => ({
    type: 'status',
    id: String(1_900_000_000_000_000_000n - BigInt(from + index) * 4_194_304_000n),
    url: `https://x.com/ada_quill/status/${from + index}`,
    text: `hit ${from + index}`,
    author: { id: '7', name: 'Ada', screen_name: 'ada_quill' },
    replying_to: null,
    ...changes,
  }))
}

/** A page of a list as FxTwitter gives it. */
export function page(results: readonly unknown[], bottom: string | null = null) {
  return { code: 200, results, cursor: { top: null, bottom } }
}

export const SESSIONS = JSON.stringify([{ id: 'one', authToken: 'reader', ct0: 'csrf' }])

/** Every route of the API, with a request that works. */
export const ROUTES = [
  ['/jack/status/20', 'read'],
  ['/jack/status/20/photo/1', 'read'],
  ['/i/status/20', 'read'],
  ['/api/v1/posts?handle=jack&id=20', 'read'],
  ['/api/v1/posts/20/replies', 'read'],
  ['/marta_brenkel', 'read'],
  ['/marta_brenkel/followers', 'read'],
  ['/marta_brenkel/following', 'read'],
  ['/api/v1/profiles/marta_brenkel', 'read'],
  ['/api/v1/profiles/marta_brenkel/followers', 'read'],
  ['/api/v1/profiles/marta_brenkel/following', 'read'],
  ['/search?q=harbour', 'search'],
  ['/api/v1/search?q=harbour', 'search'],
  ['/oembed?url=https://x.com/jack/status/20', 'read'],
  ['/api/v1/oembed?url=https://x.com/jack/status/20', 'read'],
  ['/api/convert?handle=jack&id=20', 'read'],
  ['/api/browse?resource=profile&handle=marta_brenkel', 'read'],
  ['/api/browse?resource=search&q=harbour', 'search'],
] as const
