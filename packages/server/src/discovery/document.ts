import { type Answer, answer } from '../http/answer.ts'
import type { Site } from '../http/site.ts'
import type { Route } from '../http/surface.ts'

/** For how long others may keep what changes only with a release. */
export const STATIC_CACHE = 'public, max-age=300, s-maxage=86400, stale-while-revalidate=604800'

/** A document that says the same to everybody who asks under one address. */
export interface StaticDocument {
  readonly path: string
  readonly type: string
  /** @param site address of this service @param now Unix milliseconds */
  write(site: string, now: number): string
  /** Whether it changes with the day, and so is written for each request. */
  readonly dated?: true
}

/** Serves a document. What was written for an address is kept; there are as few as the service has addresses. */
export function documentRoute(document: StaticDocument, site: Site, now: () => number): Route {
  const { type } = document
  const write = (address: string) =>
    answer(document.write(address, now()), { 'Content-Type': type, 'Cache-Control': STATIC_CACHE })
  if (document.dated) return (c) => write(site.of(c))
  const kept = keptBy(write)
  return (c) => kept(site.of(c))
}

/** An answer for each key, written when it is first asked for. The caller bounds how many keys there are. */
export function keptBy<Key>(write: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, Answer>()
  return (key) => {
    const found = known.get(key)
    if (found) return found
    const written = write(key)
    known.set(key, written)
    return written
  }
}
