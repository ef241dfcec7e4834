import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toPost } from '../../providers/fxtwitter/to-domain.ts'
import type { Archive } from '../archive.ts'
import { IN_MEMORY } from '../data-file.ts'
import { RedisArchive } from '../redis-archive.ts'
import { connectRedis } from '../redis-connection.ts'
import { type RedisConnection, RedisStore } from '../redis-store.ts'
import { SqliteArchive } from '../sqlite-archive.ts'
import { SqliteStore } from '../sqlite-store.ts'
import { SteadyStore } from '../steady-store.ts'
import type { Store } from '../store.ts'
import { connectUpstash } from '../upstash-connection.ts'
import { startCluster } from './redis-cluster.ts'
import { missingRedis, startRedis } from './redis-server.ts'
import { startUpstashBridge } from './upstash-bridge.ts'

/** One place where data lies, for the tests of what is kept there. */
export interface StorePlace {
  /** A store that shares its data with every other of this place. */
  open(): Store
  /** An archive that shares its data with every other of this place. */
  openArchive(): Archive
  /** A way to the Redis that all of it lies in, where there is one. */
  connect?(): RedisConnection
  /** The clock of the place's stores, Unix milliseconds. */
  now(): number
  /** Lets time pass for what expires. */
  pass(ms: number): Promise<void>
  stop(): Promise<void>
}

interface StoreKind {
  kind: string
  /** Why it cannot be tested on this machine. */
  missing?: string | undefined
  start(): Promise<StorePlace>
}

/** Every kind of store there is. */
export function storeKinds(): StoreKind[] {
  const missing = missingRedis()
  return [
    { kind: 'memory', start: startMemory },
    { kind: 'sqlite', start: startSqlite },
    { kind: 'redis', missing, start: startRedisPlace },
    { kind: 'redis cluster', missing, start: startClusterPlace },
    { kind: 'upstash', missing, start: startUpstashPlace },
  ]
}

async function startMemory(): Promise<StorePlace> {
  let now = 1_764_500_000_000
  const store = new SteadyStore(new SqliteStore(IN_MEMORY, { now: () => now }))
  const archive = new SqliteArchive(IN_MEMORY)
  return {
    // Nothing else can see the memory of a process, so there is only one.
    open: () => store,
    openArchive: () => archive,
    now: () => now,
    pass: async (ms) => {
      now += ms
    },
    stop: async () => {
      await archive.close()
      await store.close()
    },
  }
}

async function startSqlite(): Promise<StorePlace> {
  let now = 1_764_500_000_000
  const folder = mkdtempSync(join(tmpdir(), 'x-md-store-'))
  const opened: (Store | Archive)[] = []
  return {
    open: () => {
      const store = new SteadyStore(new SqliteStore(join(folder, 'data'), { now: () => now }))
      opened.push(store)
      return store
    },
    openArchive: () => {
      const archive = new SqliteArchive(join(folder, 'data'))
      opened.push(archive)
      return archive
    },
    now: () => now,
    pass: async (ms) => {
      now += ms
    },
    stop: async () => {
      await Promise.all(opened.map((store) => store.close()))
      rmSync(folder, { recursive: true })
    },
  }
}

async function startRedisPlace(): Promise<StorePlace> {
  const server = await startRedis()
  return redisPlace(() => connectRedis([server.url]), server.stop)
}

async function startClusterPlace(): Promise<StorePlace> {
  const cluster = await startCluster()
  return redisPlace(() => connectRedis(cluster.urls), cluster.stop)
}

async function startUpstashPlace(): Promise<StorePlace> {
  const server = await startRedis()
  const bridge = await startUpstashBridge(server.url, 'test-token')
  return redisPlace(
    () => connectUpstash(bridge.url, 'test-token'),
    async () => {
      await bridge.stop()
      await server.stop()
    },
  )
}

function redisPlace(connect: () => RedisConnection, stop: () => Promise<void>): StorePlace {
  const opened: (Store | Archive | RedisConnection)[] = []
  return {
    open: () => {
      const store = new SteadyStore(new RedisStore(connect()))
      opened.push(store)
      return store
    },
    openArchive: () => {
      const archive = new RedisArchive(connect(), { readPost: toPost })
      opened.push(archive)
      return archive
    },
    connect: () => {
      const connection = connect()
      opened.push(connection)
      return connection
    },
    now: Date.now,
    pass: async (ms) => {
      await sleep(ms)
    },
    stop: async () => {
      await Promise.all(opened.map((store) => store.close()))
      await stop()
    },
  }
}
