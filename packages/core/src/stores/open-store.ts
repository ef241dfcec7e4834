import type { RedisConnection } from './redis-store.ts'
import { SqliteStore } from './sqlite-store.ts'
import { SteadyStore } from './steady-store.ts'
import { type Store, StoreError } from './store.ts'

/** Where the store is, as the environment names it; see `config.ts`. */
export interface StoreSettings {
  /** A server, or several addresses of one cluster. */
  readonly REDIS_URL?: readonly string[] | undefined
  readonly KV_REST_API_URL?: string | undefined
  readonly KV_REST_API_TOKEN?: string | undefined
  readonly UPSTASH_REDIS_REST_URL?: string | undefined
  readonly UPSTASH_REDIS_REST_TOKEN?: string | undefined
  /** Where the data file is when none of these is set, or `:memory:`. */
  readonly X_MD_DATA_DIR: string
}

export interface OpenStoreOptions {
  /** Unix milliseconds. */
  now: () => number
  /** Told when the store stops working, and with nothing when it works again; once each. */
  report?: (fault: StoreError | undefined) => void
}

/**
 * The store that the settings name: Redis, else Upstash, else the data file. What is elsewhere is connected to
 * at the first call, and may be down until then; the data file must be good now.
 * @throws StoreError that says what to set or mend
 */
export async function openStore(settings: StoreSettings, options: OpenStoreOptions): Promise<Store> {
  const { report = () => undefined } = options
  return new SteadyStore((await openRemote(settings)) ?? new SqliteStore(settings.X_MD_DATA_DIR, options), {
    report,
  })
}

async function openRemote(settings: StoreSettings): Promise<Store | undefined> {
  const connection = await connectRemote(settings)
  if (!connection) return undefined
  const { RedisStore } = await import('./redis-store.ts')
  return new RedisStore(connection)
}

/**
 * A connection of its own to what the settings name: Redis, else Upstash, else nothing. What is not used is not
 * loaded: it would slow the start of every command.
 * @param options.timeoutMs how long a request to Upstash may take
 * @throws StoreError that says what to set
 */
export async function connectRemote(
  settings: StoreSettings,
  options: { timeoutMs?: number } = {},
): Promise<RedisConnection | undefined> {
  const upstash =
    pair(settings, 'KV_REST_API_URL', 'KV_REST_API_TOKEN') ??
    pair(settings, 'UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN')
  if (settings.REDIS_URL) {
    const { connectRedis } = await import('./redis-connection.ts')
    return connectRedis(settings.REDIS_URL)
  }
  if (!upstash) return undefined
  const { connectUpstash } = await import('./upstash-connection.ts')
  return connectUpstash(...upstash, options)
}

type TextSetting = Exclude<keyof StoreSettings, 'REDIS_URL'>

function pair(settings: StoreSettings, url: TextSetting, token: TextSetting): [string, string] | undefined {
  const [urlValue, tokenValue] = [settings[url], settings[token]]
  if (urlValue && tokenValue) return [urlValue, tokenValue]
  if (!urlValue && !tokenValue) return undefined
  const [set, unset] = urlValue ? [url, token] : [token, url]
  throw new StoreError(`${set} is set, but ${unset} is not; set both or neither.`)
}
