import { Redis } from '@upstash/redis'
import type { RedisConnection } from './redis-store.ts'

/** How long a request may take unless more is allowed; who asked a store has gone on by then. */
const REQUEST_MS = 2000

/**
 * A Redis behind Upstash's REST protocol: a request for each command.
 * @param options.timeoutMs how long a request may take
 */
export function connectUpstash(
  url: string,
  token: string,
  { timeoutMs = REQUEST_MS }: { timeoutMs?: number } = {},
): RedisConnection {
  const redis = new Redis({
    url,
    token,
    // A request that failed may have been carried out, so none is repeated.
    retry: false,
    signal: () => AbortSignal.timeout(timeoutMs),
    // Values are strings here, also those that look like JSON.
    automaticDeserialization: false,
    enableTelemetry: false,
  })
  return {
    name: 'upstash',
    cluster: false,
    command: (parts) => redis.exec(parts),
    close: async () => undefined,
  }
}
