import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { RedisConnection } from './redis-store.ts'

/** How long a connection may take, and how long a server that owes a reply may be silent before it is left. */
const CONNECT_MS = 1000
const SILENCE_MS = 2000

/** The longest pause between attempts to connect again. */
const MAX_PAUSE_MS = 1000

/**
 * A connection to a Redis server, or to a cluster when there are several addresses, each `redis:` or, with TLS,
 * `rediss:`; the name and password of the first are those of all. It connects at the first command, again
 * whenever it is lost, and repeats no command: the loss of a reply is no proof that nothing was spent.
 */
export function connectRedis(urls: readonly string[]): RedisConnection {
  const [first = '', ...rest] = urls.map((url) => new URL(url))
  const client = rest.length === 0 ? connectServer(first as URL) : connectCluster([first as URL, ...rest])
  // Why there is no connection. A command that is refused for want of one does not know.
  let lost: Error | undefined
  client.on('error', (error: Error & { lastNodeError?: Error }) => {
    lost = error.lastNodeError ?? error
  })
  let connected: Promise<void> | undefined
  return {
    name: 'redis',
    cluster: client instanceof Cluster,
    async command([name, ...args]) {
      // Only the first attempt is waited for. After it, a command without a connection fails at once.
      connected ??= client.connect().catch(() => undefined)
      await connected
      try {
        return await client.call(name, args)
      } catch (error) {
        throw (client.status !== 'ready' && lost) || error
      }
    },
    async close() {
      client.disconnect()
    },
  }
}

const pause = (attempts: number) => Math.min(50 * 2 ** Math.min(attempts, 10), MAX_PAUSE_MS)

function connectServer(url: URL): Redis {
  return new Redis({
    ...options(url),
    host: host(url),
    port: port(url),
    db: Number(url.pathname.slice(1)) || 0,
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: pause,
    // After a failover the old address may lead to a replica for a while.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
}

function connectCluster(urls: readonly [URL, ...URL[]]): Cluster {
  return new Cluster(
    urls.map((url) => ({ host: host(url), port: port(url) })),
    {
      redisOptions: options(urls[0]),
      lazyConnect: true,
      enableOfflineQueue: false,
      clusterRetryStrategy: pause,
      slotsRefreshTimeout: CONNECT_MS,
      // A certificate names a host, so the host is what the TLS handshake must see.
      ...(urls[0].protocol === 'rediss:' && { dnsLookup: (address, callback) => callback(null, address) }),
    },
  )
}

function options(url: URL) {
  return {
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' && { tls: {} }),
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectionName: 'x-md',
  } satisfies RedisOptions
}

/** A URL has an IPv6 address in brackets. */
function host(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1'
}

function port(url: URL): number {
  return Number(url.port) || 6379
}
