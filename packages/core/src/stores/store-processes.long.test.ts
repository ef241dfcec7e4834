import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { peek } from './counters.ts'
import { openStore, type StoreSettings } from './open-store.ts'
import { SqliteStore } from './sqlite-store.ts'
import type { Charge } from './store.ts'
import type { OpenTogether } from './testing/open-together.ts'
import { startCluster } from './testing/redis-cluster.ts'
import { missingRedis, startRedis } from './testing/redis-server.ts'
import { startUpstashBridge } from './testing/upstash-bridge.ts'

const SPEND = fileURLToPath(new URL('testing/spend.ts', import.meta.url))
const OPEN = new URL('testing/open-together.ts', import.meta.url)
const run = promisify(execFile)

const LIMITS = { timeout: 120_000 }
const CALLERS = 25
const LIMIT = 2000
const CHARGES: Charge[] = [
  { key: 'processes:hour', limit: LIMIT, windowMs: 3_600_000 },
  { key: 'processes:day', limit: LIMIT + 50, windowMs: 86_400_000 },
]

/** Two processes, each with 25 callers, spend what is there. @returns what each has spent */
async function spend(settings: StoreSettings): Promise<number[]> {
  const args = [SPEND, JSON.stringify(settings), JSON.stringify(CHARGES), String(CALLERS)]
  const processes = await Promise.all([
    run(process.execPath, args, LIMITS),
    run(process.execPath, args, LIMITS),
  ])
  return processes.map(({ stdout }) => Number(stdout))
}

async function left(settings: StoreSettings): Promise<number[]> {
  const store = await openStore(settings, { now: Date.now })
  const policies = await peek(store, CHARGES, 0)
  await store.close()
  return policies.map(({ remaining }) => remaining)
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

test('two processes with one data file, which neither has made before, never spend one too many', async () => {
  for (let round = 0; round < 5; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'x-md-processes-'))
    const settings = { X_MD_DATA_DIR: folder }
    expect(sum(await spend(settings))).toBe(LIMIT)
    expect(await left(settings)).toEqual([0, 50])
    rmSync(folder, { recursive: true })
  }
})

test.each([2, 3, 8])('%i openers of a data file that none has made before all get it', async (threads) => {
  const top = mkdtempSync(join(tmpdir(), 'x-md-together-'))
  const workerData: OpenTogether = {
    folders: Array.from({ length: 60 }, (_, n) => join(top, String(n))),
    threads,
    arrivals: new SharedArrayBuffer(4),
  }
  const faults = await Promise.all(
    Array.from({ length: threads }, async () => (await once(new Worker(OPEN, { workerData }), 'message'))[0]),
  )
  expect(faults.flat()).toEqual([])
  rmSync(top, { recursive: true })
})

test('a data file that another process keeps for itself says to try again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'x-md-held-'))
  const holder = new DatabaseSync(join(folder, 'x-md.db'))
  holder.exec('BEGIN EXCLUSIVE')
  expect(() => new SqliteStore(folder, { now: Date.now })).toThrow(/another process holds it .*Try again/)
  holder.close()
  rmSync(folder, { recursive: true })
})

const missing = missingRedis()
describe.skipIf(missing)(`two processes${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test('with one Redis never spend one too many', async () => {
    const server = await startRedis()
    const settings = { X_MD_DATA_DIR: '', REDIS_URL: [server.url] }
    expect(sum(await spend(settings))).toBe(LIMIT)
    expect(await left(settings)).toEqual([0, 50])
    await server.stop()
  })

  test('with one Upstash database never spend one too many', async () => {
    const server = await startRedis()
    const bridge = await startUpstashBridge(server.url, 't')
    const settings = { X_MD_DATA_DIR: '', KV_REST_API_URL: bridge.url, KV_REST_API_TOKEN: 't' }
    expect(sum(await spend(settings))).toBe(LIMIT)
    expect(await left(settings)).toEqual([0, 50])
    await bridge.stop()
    await server.stop()
  })

  test('with one cluster never spend one too many, and what was refused is given back', async () => {
    const cluster = await startCluster()
    const settings = { X_MD_DATA_DIR: '', REDIS_URL: cluster.urls }
    const spent = sum(await spend(settings))
    // A caller may be refused while another's refused charge is on its way back.
    expect(spent).toBeLessThanOrEqual(LIMIT)
    expect(spent).toBeGreaterThan(LIMIT - 2 * CALLERS)
    expect(await left(settings)).toEqual([LIMIT - spent, LIMIT + 50 - spent])
    await cluster.stop()
  })
})
