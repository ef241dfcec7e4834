import { createHash } from 'node:crypto'
import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { ACCOUNT_BUDGET, ACCOUNT_WINDOW_MS, AccountShare } from '../limits/account-share.ts'
import { ContextDev } from '../providers/context-dev/client.ts'
import { Firecrawl } from '../providers/firecrawl/client.ts'
import { FxTwitter } from '../providers/fxtwitter/client.ts'
import { toPost } from '../providers/fxtwitter/to-domain.ts'
import { LiveSearch } from '../providers/live-search/client.ts'
import { readSessions, SessionPool } from '../providers/live-search/sessions.ts'
import type { Provider } from '../providers/provider.ts'
import { Syndication } from '../providers/syndication/client.ts'
import { ApiKeys } from '../stores/api-keys.ts'
import type { Archive } from '../stores/archive.ts'
import { SharedBreaker } from '../stores/breaker.ts'
import { IN_MEMORY } from '../stores/data-file.ts'
import { MemoryCache, NoCache } from '../stores/memory-cache.ts'
import { openArchive } from '../stores/open-archive.ts'
import { SqliteArchive } from '../stores/sqlite-archive.ts'
import { SqliteStore } from '../stores/sqlite-store.ts'
import type { Store } from '../stores/store.ts'
import { StoreBacking } from '../stores/store-backing.ts'
import { HttpClient } from '../upstream/http-client.ts'
import { MediaFiles } from '../upstream/media-files.ts'
import { ShortLinks } from '../upstream/short-links.ts'
import { Upstream } from '../upstream/upstream.ts'
import { VERSION } from '../version.ts'
import type { Context } from './operation.ts'
import { WrittenAnswers } from './written-answers.ts'
import { openAccount } from './x/open-account.ts'
import { openReadProvider } from './x/read-provider.ts'

/** How long an upstream may think before its first byte: X itself takes a few seconds at its worst. */
const MAX_HEADERS_MS = 12_000

/** More than any answer of an upstream needs: a thread of 150 long posts is about a megabyte. */
const MAX_UPSTREAM_BYTES = 32 * 1024 * 1024

export interface ContextOptions {
  log?: Logger
  /** Unix milliseconds. */
  now?: () => number
  /** What the context shares with other processes, closed with it; without it, nothing outlives the process. */
  store?: Store
  /** Where histories are kept, closed with the context; without it, they go with the process. */
  archive?: Archive
}

/**
 * The archive beside a store. What older versions of the service left is read as its source writes posts.
 * @throws StoreError when the data file cannot be used
 */
export function openArchiveBeside(config: Config, store: Store): Promise<Archive> {
  return openArchive(config, store, { readPost: toPost })
}

/**
 * Everything that operations use, wired from the configuration.
 * @returns the context, and a function that ends its connections
 */
export function createContext(config: Config, options: ContextOptions = {}) {
  const http = new HttpClient({
    // X answers its embed endpoint only to what calls itself a browser, as crawlers do.
    userAgent: `Mozilla/5.0 (compatible; x-md/${VERSION}; +https://github.com/x-md/x-md)`,
    timeoutMs: config.UPSTREAM_TIMEOUT_SECONDS * 1000,
    headersTimeoutMs: Math.min(MAX_HEADERS_MS, config.UPSTREAM_TIMEOUT_SECONDS * 500),
    maxBytes: MAX_UPSTREAM_BYTES,
    connections: config.MAX_IDLE_CONNS_PER_HOST,
  })
  const now = options.now ?? Date.now
  const store = options.store ?? new SqliteStore(IN_MEMORY, { now })
  const archive = options.archive ?? new SqliteArchive(IN_MEMORY)
  const backing = createBacking(config, store, now)
  const deadlineMs = config.UPSTREAM_TIMEOUT_SECONDS * 1000
  const log = options.log ?? createLog(config)
  const sessions = createSessions(config, { store, now, log })
  const search = sessions.size > 0 ? new LiveSearch(http, config.X_WEB_BASE_URL, sessions) : undefined
  const cache = config.CACHE_DISABLED ? new NoCache() : new MemoryCache({ now, backing })
  const x = openAccount(config, { http, store, cache, log, now })
  const paid = config.X_PAID_READS && x && openReadProvider({ account: x, config, cache, log, now })
  const context: Context = {
    config,
    providers: createProviders(config, http, deadlineMs, [search, paid || undefined]),
    shortLinks: new ShortLinks(http, config.TCO_BASE_URL),
    media: new MediaFiles(http, config.X_MEDIA_BASE_URL),
    cache,
    store,
    accounts: new AccountShare(store, new ApiKeys(store, { now }), {
      activeAccounts: () => sessions.active,
      idleReleaseMinutes: config.X_MD_KEY_IDLE_RELEASE_MINUTES,
      now,
    }),
    x,
    searchBreaker: new SharedBreaker(store, { key: 'search:fxtwitter:breaker', now }),
    archive,
    written: new WrittenAnswers(),
    log,
    now,
  }
  const close = async (): Promise<void> => {
    await http.close()
    await backing?.settled()
    await archive.close()
    await store.close()
  }
  return { context, close }
}

/** The store behind the memory of the cache, where there is one that outlives the process. */
function createBacking(config: Config, store: Store, now: () => number): StoreBacking | undefined {
  if (config.CACHE_DISABLED || !config.CACHE_PERSIST || store.name === 'memory') return undefined
  // What was read from elsewhere, or by a version that understood it otherwise, is no answer here.
  const sources = Object.entries(config).filter(([name]) => name.endsWith('_BASE_URL'))
  const scope = createHash('sha256')
    .update(JSON.stringify([VERSION, sources]))
    .digest('hex')
    .slice(0, 12)
  return new StoreBacking(store, { scope, now })
}

/** The sessions of accounts that X is searched over; none unless they are set up. */
function createSessions(
  config: Config,
  { store, now, log }: { store: Store; now: () => number; log: Logger },
): SessionPool {
  const { sessions, bad } = readSessions(config.X_SEARCH_SESSIONS_JSON, 'accounts.local.json')
  if (bad > 0) log.warn({ bad, good: sessions.length }, 'some search sessions cannot be read')
  const draw = async (id: string): Promise<boolean> => {
    const charge = { key: `xsearch:session:${id}`, limit: ACCOUNT_BUDGET, windowMs: ACCOUNT_WINDOW_MS }
    // Without the count that processes share, none may spend what X would take from all of them.
    return store.take([charge], now()).then(
      ({ taken }) => taken,
      () => false,
    )
  }
  return new SessionPool(sessions, { now, draw })
}

/** The sources of X data in the order in which they are asked; a paid one only where it has a key. */
function createProviders(
  config: Config,
  http: HttpClient,
  deadlineMs: number,
  more: readonly (Provider | undefined)[],
): Provider[] {
  const upstream = (bases: readonly string[], key?: string) =>
    new Upstream(http, { bases, deadlineMs, ...(key && { headers: { authorization: `Bearer ${key}` } }) })
  const { CONTEXT_DEV_API_KEY, FIRECRAWL_API_KEY } = config
  return [
    new FxTwitter(upstream(config.FXTWITTER_BASE_URL)),
    new Syndication(upstream([config.SYNDICATION_BASE_URL])),
    ...more.filter((provider) => provider !== undefined),
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
