import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { type RedisServer, startRedis } from './redis-server.ts'

const SLOTS = 16_384

/** A cluster of two servers on loopback, each with half of the keys. */
export async function startCluster(): Promise<{ urls: string[]; stop(): Promise<void> }> {
  const servers: RedisServer[] = []
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    for (let n = 0; n < 2; n++) servers.push(await startRedis(['--cluster-enabled', 'yes']))
    await join(servers)
  } catch (error) {
    await stop()
    throw error
  }
  return { urls: servers.map(({ url }) => url), stop }
}

async function join(servers: readonly RedisServer[]): Promise<void> {
  const clients = servers.map(({ port }) => new Redis(port, '127.0.0.1'))
  try {
    const [first, second] = clients as [Redis, Redis]
    await first.call('CLUSTER', 'ADDSLOTSRANGE', 0, SLOTS / 2 - 1)
    await second.call('CLUSTER', 'ADDSLOTSRANGE', SLOTS / 2, SLOTS - 1)
    await first.call('CLUSTER', 'MEET', '127.0.0.1', servers[1]!.port)
    for (const client of clients) {
      while (!String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) await sleep(50)
    }
  } finally {
    for (const client of clients) client.disconnect()
  }
}
