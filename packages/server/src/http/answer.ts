import { entityTag } from './entity-tag.ts'

/** What a route gives back: everything of an HTTP answer, ready to be written, and what the log wants to know. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | ReadableStream<Uint8Array> | null
  /** Application cache and provider, where something was read. */
  readonly cache?: string
  readonly source?: string
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Accept, Content-Type, Authorization, If-None-Match',
  'Access-Control-Expose-Headers':
    'Retry-After, X-Api-Key-Status, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Deprecation, Sunset, Link, ETag',
}

/** On every answer. Its own headers come after these, so a route may say otherwise. */
export const SITE_WIDE = {
  ...CORS,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
}

/** Completes an answer: site-wide headers, a length that HEAD tells too, and a tag for what may be kept. */
export function answer(
  body: string,
  headers: Readonly<Record<string, string>>,
  more: { status?: number; cache?: string; source?: string } = {},
): Answer {
  const { status = 200 } = more
  const isKept = status === 200 && headers['Cache-Control'] !== 'no-store'
  return {
    ...more,
    status,
    headers: {
      ...SITE_WIDE,
      ...headers,
      ...(isKept && { ETag: entityTag(body, headers['Content-Type'] ?? '') }),
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body,
  }
}

/** The answer to OPTIONS. */
export const NO_CONTENT: Answer = { status: 204, headers: SITE_WIDE, body: null }

/** How long others may keep an answer that the application cache may keep for `ttl` seconds. */
export function cacheHeaders(cache: string, ttl: number): Record<string, string> {
  if (cache === 'bypass') return { 'Cache-Control': 'no-store' }
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'CDN-Cache-Control': `public, s-maxage=${ttl}, stale-while-revalidate=86400`,
  }
}
