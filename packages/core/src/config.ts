import envPaths from 'env-paths'
import { z } from 'zod'

const flag = z
  .enum(['', '0', '1', 'false', 'true', 'no', 'yes'])
  .transform((value) => ['1', 'true', 'yes'].includes(value))
const base = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((value) => value.replace(/\/+$/, ''))
const bases = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(base).min(1))
const networks = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses or CIDRs')))
const redisAddresses = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(z.url({ protocol: /^rediss?$/, error: 'must be redis:// or rediss:// addresses' })))
const seconds = z.coerce.number().int().nonnegative()
/** A whole number above zero; beyond a ceiling of X's own, that ceiling. */
const count = (ceiling = Number.MAX_SAFE_INTEGER) =>
  z.coerce
    .number('must be a whole number above 0')
    .int('must be a whole number above 0')
    .positive('must be a whole number above 0')
    .transform((value) => Math.min(value, ceiling))
const dollars = z.coerce
  .number('must be an amount of US dollars')
  .nonnegative('must be an amount of US dollars')
  .max(1_000_000)
  .optional()

/** Milliseconds in a unit of a duration, as Go writes them. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}
const NO_DURATION = 'must be a duration above 0, such as 60s, 1m30s or 500ms'
/** A duration as Go writes it, in whole milliseconds. */
const duration = z
  .string()
  .regex(/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/, NO_DURATION)
  .transform((value) =>
    Math.ceil(
      [...value.matchAll(/([\d.]+)(\D+)/g)].reduce(
        (sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit as string] as number),
        0,
      ),
    ),
  )
  // What is longer does not fit a timer.
  .pipe(
    z
      .number()
      .positive(NO_DURATION)
      .max(2 ** 31 - 1, 'must be at most 596h'),
  )

interface Variable<T extends z.ZodType> {
  schema: T
  /** The value when the variable is unset; a function's is worked out on this machine. */
  fallback: string | (() => string) | undefined
  meaning: string
  secret?: true
}
const variable = <T extends z.ZodType>(
  schema: T,
  fallback: Variable<T>['fallback'],
  meaning: string,
  secret?: 'secret',
): Variable<T> => ({ schema, fallback, meaning, ...(secret && { secret: true }) })

/** Every environment variable of the product, in the order of `.env.example`. */
export const VARIABLES = {
  X_MD_HOST: variable(z.string().min(1), '127.0.0.1', 'Address that the service listens on'),
  X_MD_PORT: variable(
    z.coerce.number().int().min(0).max(65535),
    '8787',
    'Port of the service; 0 takes a free one',
  ),
  X_MD_PUBLIC_URL: variable(
    base.optional(),
    undefined,
    'Address under which people reach the service, for links in answers; default: where it listens',
  ),
  X_MD_REGISTRY_NAME: variable(
    z
      .string()
      .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, 'must be a reversed domain, a slash and a name')
      .min(3)
      .max(200),
    'io.github.x-md/x-md',
    'Name of the MCP server in registries, as its server.json tells it',
  ),
  X_MD_TRUSTED_PROXIES: variable(
    networks,
    '',
    'Proxies, as addresses or CIDRs with commas between, whose X-Forwarded-For says who calls; default: none',
  ),
  X_MD_RATE_LIMITS: variable(
    flag,
    'true',
    'Set to false to limit nobody, on a service that only you can reach',
  ),
  X_MD_REQUIRE_API_KEY: variable(flag, 'false', 'Set to true to answer callers with a key only'),
  X_MD_ADMIN_TOKEN: variable(
    z.string().min(16, 'must have 16 characters or more').optional(),
    undefined,
    'What opens the admin API under /api/admin; unset, it is closed',
    'secret',
  ),
  X_MD_METRICS: variable(
    flag,
    'false',
    'Set to true to give figures for Prometheus at /metrics; keep that path from strangers',
  ),
  X_MD_OTEL: variable(
    flag,
    'false',
    'Set to true to make spans for OpenTelemetry; what exports them is loaded with NODE_OPTIONS=--import',
  ),
  X_MD_DATA_DIR: variable(
    z.string().min(1),
    () => envPaths('x-md', { suffix: '' }).data,
    "Folder of the data file, or :memory: for none; default: the platform's data folder",
  ),
  REDIS_URL: variable(
    redisAddresses.optional(),
    undefined,
    'Redis that several processes share in place of the data file; of a cluster, several addresses with commas between',
    'secret',
  ),
  KV_REST_API_URL: variable(
    base.optional(),
    undefined,
    'Upstash Redis, by its REST API, in place of the data file; needs the token, too',
  ),
  KV_REST_API_TOKEN: variable(z.string().optional(), undefined, 'Token for KV_REST_API_URL', 'secret'),
  UPSTASH_REDIS_REST_URL: variable(base.optional(), undefined, 'The same as KV_REST_API_URL'),
  UPSTASH_REDIS_REST_TOKEN: variable(
    z.string().optional(),
    undefined,
    'Token for UPSTASH_REDIS_REST_URL',
    'secret',
  ),
  CACHE_TTL_SECONDS: variable(seconds, '3600', 'How long an answer is kept, in seconds'),
  CACHE_DISABLED: variable(flag, 'false', 'Set to true to keep no answers'),
  CACHE_PERSIST: variable(
    flag,
    'true',
    'Whether the service keeps answers beyond its process, in the data file or in Redis',
  ),
  FXTWITTER_BASE_URL: variable(
    bases,
    'https://api.fxtwitter.com',
    'FxTwitter API that posts are read from; several, with commas between, are taken in turn',
  ),
  SYNDICATION_BASE_URL: variable(
    base,
    'https://cdn.syndication.twimg.com',
    "X's embed endpoint, the second source of posts",
  ),
  TCO_BASE_URL: variable(base, 'https://t.co', 'Where t.co links are resolved'),
  X_MEDIA_BASE_URL: variable(
    base.optional(),
    undefined,
    "What stands before host and path of pictures and videos that an export fetches; default: X's media hosts themselves",
  ),
  X_WEB_BASE_URL: variable(base, 'https://api.x.com', "Where X's own pages search, over the sessions"),
  X_MD_KEY_IDLE_RELEASE_MINUTES: variable(
    z.coerce.number().int().min(15).max(1440),
    '60',
    'Minutes without use after which what is set aside for a key goes to everybody, 15 to 1440',
  ),
  X_SEARCH_SESSIONS_JSON: variable(
    z.string().optional(),
    undefined,
    'Sessions of accounts that search X: a JSON array of {id?, authToken, ct0}; a file accounts.local.json in the working folder goes before it',
    'secret',
  ),
  CONTEXT_DEV_API_KEY: variable(
    z.string().optional(),
    undefined,
    'Key of Context.dev: a paid source for what the free ones cannot settle; unset, it is never asked',
    'secret',
  ),
  CONTEXT_DEV_BASE_URL: variable(base, 'https://api.context.dev', 'Context.dev API'),
  FIRECRAWL_API_KEY: variable(
    z.string().optional(),
    undefined,
    'Key of Firecrawl: the last paid source; unset, it is never asked',
    'secret',
  ),
  FIRECRAWL_BASE_URL: variable(base, 'https://api.firecrawl.dev', 'Firecrawl API'),
  X_API_BASE_URL: variable(base, 'https://api.x.com', 'X API v2, which acts in the name of an account'),
  X_API_KEY: variable(
    z.string().optional(),
    undefined,
    'Key of the app that acts on X (OAuth 1.0a)',
    'secret',
  ),
  X_API_KEY_SECRET: variable(z.string().optional(), undefined, 'Secret of that key', 'secret'),
  X_ACCESS_TOKEN: variable(
    z.string().optional(),
    undefined,
    'Token of the account that acts; make it after the app was set to Read and Write',
    'secret',
  ),
  X_ACCESS_TOKEN_SECRET: variable(z.string().optional(), undefined, 'Secret of that token', 'secret'),
  X_AUTHORIZE_BASE_URL: variable(
    base,
    'https://x.com',
    'Where a person allows an app to act, for x-md login',
  ),
  X_OAUTH2_CLIENT_ID: variable(
    z.string().optional(),
    undefined,
    'Client id of the app (OAuth 2.0), for x-md login: bookmarks need it',
  ),
  X_OAUTH2_CLIENT_SECRET: variable(
    z.string().optional(),
    undefined,
    'Secret of that client, where the app is a confidential one',
    'secret',
  ),
  X_OAUTH2_REDIRECT_PORT: variable(
    z.coerce.number().int().min(0).max(65535),
    '0',
    'Port on 127.0.0.1 that X sends the browser back to after x-md login, as the app names it; 0 takes a free one',
  ),
  X_API_VOCABULARY: variable(
    z.enum(['tweet', 'post']),
    'tweet',
    'Words in which requests to the X API name fields: tweet, or post as in its newer versions; answers are read in both',
  ),
  X_DEBUG: variable(
    flag,
    'false',
    'Set to true to log requests to the X API at level debug: method, path, status and milliseconds',
  ),
  X_PLAN: variable(
    z.enum(['self-serve', 'enterprise']),
    'self-serve',
    'Plan of the app: likes, follows and quotes work with enterprise only',
  ),
  X_PAID_READS: variable(
    flag,
    'false',
    'Set to true to read from the X API, for money, what the free sources cannot give; needs the four keys',
  ),
  X_OWNED_READS: variable(
    flag,
    'true',
    'Whether the account owns the app of its keys: what is its own costs $0.001 to read then',
  ),
  X_CACHE_PAID_READS: variable(
    flag,
    'true',
    'Set to false to ask X again for what was read and paid for earlier on the same UTC day',
  ),
  X_BUDGET_USD_DAY: variable(
    dollars,
    undefined,
    'US dollars that the X API may cost on a UTC day at most; default: no limit',
  ),
  X_BUDGET_USD_MONTH: variable(dollars, undefined, 'The same, of a UTC month'),
  MEDIA_ROOT: variable(
    z.string().optional(),
    undefined,
    'The one folder that files to upload are read from: an absolute path; nothing outside is ever read',
  ),
  POSTS_MAX_QUERIES: variable(count(), '5', 'Queries in a call of x_posts_search and x_posts_count'),
  POSTS_MAX_USERNAMES: variable(count(), '5', 'Usernames in a call of x_posts_by_user'),
  POSTS_MAX_IDS: variable(count(100), '100', 'Ids in a call of x_posts_lookup, at most 100'),
  POSTS_DEFAULT_RESULTS: variable(count(), '10', 'Posts in an answer where max_results is not given'),
  POSTS_MAX_RESULTS: variable(count(100), '100', 'Posts in an answer, at most 100'),
  POSTS_DEFAULT_DAYS: variable(count(), '7', 'Days that a search goes back where days is not given'),
  POSTS_MAX_DAYS: variable(count(7), '7', 'Days that a search goes back, at most 7'),
  POSTS_DEFAULT_TIMEOUT_MS: variable(count(), '15000', 'Milliseconds for a call of a post tool'),
  POSTS_MIN_TIMEOUT_MS: variable(count(), '2000', 'Shortest timeout_ms of a post tool'),
  POSTS_MAX_TIMEOUT_MS: variable(count(), '60000', 'Longest timeout_ms of a post tool'),
  USERS_MAX_USERNAMES: variable(count(100), '100', 'Usernames in a call of x_users_lookup, at most 100'),
  USERS_MAX_IDS: variable(count(100), '100', 'Ids in a call of x_users_lookup, at most 100'),
  USERS_DEFAULT_RESULTS: variable(count(), '100', 'Accounts in an answer where max_results is not given'),
  USERS_MAX_RESULTS: variable(count(1000), '1000', 'Accounts in an answer, at most 1000'),
  USERS_DEFAULT_TIMEOUT_MS: variable(count(), '15000', 'Milliseconds for a call of a user tool'),
  USERS_MIN_TIMEOUT_MS: variable(count(), '2000', 'Shortest timeout_ms of a user tool'),
  USERS_MAX_TIMEOUT_MS: variable(count(), '60000', 'Longest timeout_ms of a user tool'),
  LISTS_DEFAULT_RESULTS: variable(
    count(),
    '25',
    'Entries of a list in an answer where max_results is not given',
  ),
  LISTS_MAX_RESULTS: variable(count(100), '100', 'Entries of a list in an answer, at most 100'),
  LISTS_DEFAULT_TIMEOUT_MS: variable(count(), '15000', 'Milliseconds for a call of a list tool'),
  LISTS_MIN_TIMEOUT_MS: variable(count(), '2000', 'Shortest timeout_ms of a list tool'),
  LISTS_MAX_TIMEOUT_MS: variable(count(), '60000', 'Longest timeout_ms of a list tool'),
  MEDIA_CHUNK_BYTES: variable(
    count(5 * 1024 * 1024),
    '4194304',
    'Bytes of a piece of an upload, at most 5 MB',
  ),
  MEDIA_POLL_INTERVAL_MS: variable(
    count(),
    '2000',
    'Milliseconds between two questions whether X is done with a video',
  ),
  MEDIA_DEFAULT_TIMEOUT_MS: variable(count(), '120000', 'Milliseconds for an upload'),
  MEDIA_MIN_TIMEOUT_MS: variable(count(), '5000', 'Shortest timeout_ms of an upload'),
  MEDIA_MAX_TIMEOUT_MS: variable(count(), '600000', 'Longest timeout_ms of an upload'),
  UPSTREAM_TIMEOUT_SECONDS: variable(
    z.coerce.number().positive().max(600),
    '30',
    'How long one upstream request may take, in seconds',
  ),
  X_CONFIRM: variable(
    z.enum(['ask', 'always', 'never']),
    'ask',
    'Whether a person is asked before something public or final is done on X: where the client can ask, always (and nothing is done where it cannot), or never',
  ),
  MCP_TRANSPORT: variable(
    z.enum(['stdio', 'http']),
    'stdio',
    'How `mcp-x` and `x-md mcp` are spoken to: stdio or http',
  ),
  MCP_NAME: variable(
    z.string().min(1).max(200),
    'mcp-x',
    'Name that the server of the account tools gives itself to clients',
  ),
  MCP_PATH: variable(
    z.string().regex(/^\/[\w./~-]*$/, 'must be a path that begins with a slash'),
    '/mcp',
    'Path of the MCP server over http',
  ),
  MCP_AUTH_TOKEN: variable(
    z.string().min(16, 'must have 16 characters or more').optional(),
    undefined,
    'What clients send as Authorization: Bearer over http; needed to listen beyond this machine',
    'secret',
  ),
  SERVER_PORT: variable(
    z.coerce
      .number('must be a port from 1 to 65535')
      .int('must be a port from 1 to 65535')
      .min(1, 'must be a port from 1 to 65535')
      .max(65_535, 'must be a port from 1 to 65535'),
    '8080',
    'Port of the MCP server over http; its address is X_MD_HOST',
  ),
  SERVER_READ_TIMEOUT: variable(duration, '60s', 'How long a request over http may take to come in'),
  SERVER_WRITE_TIMEOUT: variable(
    duration,
    '60s',
    'How long its answer may take; an upload may take as long as its own limit allows',
  ),
  MAX_IDLE_CONNS_PER_HOST: variable(count(), '100', 'Connections to one host that are kept at most'),
  LOG_MODE: variable(
    z.enum(['local', 'prod']),
    'local',
    'How `mcp-x` writes its log to stderr: local, lines for people from debug on; prod, JSON from info on. LOG_LEVEL, where it is set, goes before that',
  ),
  POSTHOG_PROJECT_TOKEN: variable(
    z.string().optional(),
    undefined,
    'Project token of PostHog, which gets events of a service in production; needs the host, too',
    'secret',
  ),
  POSTHOG_HOST: variable(base.optional(), undefined, 'PostHog, such as https://eu.i.posthog.com'),
  NEXT_PUBLIC_POSTHOG_PROJECT_TOKEN: variable(
    z.string().optional(),
    undefined,
    'The same as POSTHOG_PROJECT_TOKEN',
    'secret',
  ),
  NEXT_PUBLIC_POSTHOG_HOST: variable(base.optional(), undefined, 'The same as POSTHOG_HOST'),
  NODE_ENV: variable(
    z.string().optional(),
    undefined,
    'Set to production on a service whose use is counted; it changes nothing else',
  ),
  VERCEL_ENV: variable(z.string().optional(), undefined, 'Set by Vercel, and goes before NODE_ENV there'),
  LOG_LEVEL: variable(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'Least severe log line that is written to stderr',
  ),
} satisfies Record<string, Variable<z.ZodType>>

export type VariableName = keyof typeof VARIABLES
export type Config = { readonly [K in VariableName]: z.infer<(typeof VARIABLES)[K]['schema']> }

/** Thrown with one line for each variable that cannot be used. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the configuration from an environment; an empty value counts as unset.
 * @throws ConfigError naming every bad variable
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, { schema, fallback }] of Object.entries(VARIABLES) as [string, Variable<z.ZodType>][]) {
    const given = env[name] || undefined
    const result = schema.safeParse(given ?? (typeof fallback === 'function' ? fallback() : fallback))
    if (result.success) values[name] = result.data
    else faults.push(`${name}: ${result.error.issues.map((issue) => issue.message).join('; ')}`)
  }
  if (faults.length > 0) throw new ConfigError(`Bad configuration.\n${faults.join('\n')}`)
  return values as Config
}
