import { type Logger, pino } from 'pino'
import { type Config, VERSION } from '../config.ts'
import { ContextDev } from '../providers/context-dev/client.ts'
import { Firecrawl } from '../providers/firecrawl/client.ts'
import { FxTwitter } from '../providers/fxtwitter/client.ts'
import type { Provider } from '../providers/provider.ts'
import { Syndication } from '../providers/syndication/client.ts'
import { MemoryBreaker } from '../stores/memory-breaker.ts'
import { MemoryCache, NoCache } from '../stores/memory-cache.ts'
import { HttpClient } from '../upstream/http-client.ts'
import { ShortLinks } from '../upstream/short-links.ts'
import { Upstream } from '../upstream/upstream.ts'
import type { Context } from './operation.ts'
import { WrittenAnswers } from './written-answers.ts'

/** How long an upstream may think before its first byte: X itself takes a few seconds at its worst. */
const MAX_HEADERS_MS = 12_000

/** More than any answer of an upstream needs: a thread of 150 long posts is about a megabyte. */
const MAX_UPSTREAM_BYTES = 32 * 1024 * 1024

/**
 * Everything that operations use, wired from the configuration.
 * @returns the context, and a function that ends its connections
 */
export function createContext(config: Config, options: { log?: Logger; now?: () => number } = {}) {
  const http = new HttpClient({
    // X answers its embed endpoint only to what calls itself a browser, as crawlers do.
    userAgent: `Mozilla/5.0 (compatible; x-md/${VERSION}; +https://github.com/x-md/x-md)`,
    timeoutMs: config.UPSTREAM_TIMEOUT_SECONDS * 1000,
    headersTimeoutMs: Math.min(MAX_HEADERS_MS, config.UPSTREAM_TIMEOUT_SECONDS * 500),
    maxBytes: MAX_UPSTREAM_BYTES,
  })
  const now = options.now ?? Date.now
  const deadlineMs = config.UPSTREAM_TIMEOUT_SECONDS * 1000
  const context: Context = {
    config,
    providers: createProviders(config, http, deadlineMs),
    shortLinks: new ShortLinks(http, config.TCO_BASE_URL),
    cache: config.CACHE_DISABLED ? new NoCache() : new MemoryCache({ now }),
    written: new WrittenAnswers(),
    breaker: new MemoryBreaker(now),
    log: options.log ?? createLog(config),
    now,
  }
  return { context, close: () => http.close() }
}

/** The sources of X data in the order in which they are asked; a paid one only where it has a key. */
function createProviders(config: Config, http: HttpClient, deadlineMs: number): Provider[] {
  const upstream = (bases: readonly string[], key?: string) =>
    new Upstream(http, { bases, deadlineMs, ...(key && { headers: { authorization: `Bearer ${key}` } }) })
  const { CONTEXT_DEV_API_KEY, FIRECRAWL_API_KEY } = config
  return [
    new FxTwitter(upstream(config.FXTWITTER_BASE_URL)),
    new Syndication(upstream([config.SYNDICATION_BASE_URL])),
    ...(CONTEXT_DEV_API_KEY
      ? [new ContextDev(upstream([config.CONTEXT_DEV_BASE_URL], CONTEXT_DEV_API_KEY))]
      : []),
    ...(FIRECRAWL_API_KEY ? [new Firecrawl(upstream([config.FIRECRAWL_BASE_URL], FIRECRAWL_API_KEY))] : []),
  ]
}

/**
 * JSON lines on stderr; stdout belongs to answers. They are gathered and written twice a second, and at the
 * end of the process: a write for each would cost a cached read a third of its speed.
 */
export function createLog(config: Config): Logger {
  return pino(
    { level: config.LOG_LEVEL, base: null },
    pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 500 }),
  )
}
