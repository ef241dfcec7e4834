import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { toPost } from '../providers/fxtwitter/to-domain.ts'
import { openArchive } from './open-archive.ts'
import { openStore, type StoreSettings } from './open-store.ts'
import { ALL } from './testing/archive-model.ts'
import { startCluster } from './testing/redis-cluster.ts'
import { missingRedis, startRedis } from './testing/redis-server.ts'
import { startUpstashBridge } from './testing/upstash-bridge.ts'

const ADD = fileURLToPath(new URL('testing/add-pages.ts', import.meta.url))
const run = promisify(execFile)
const PAGES = 600

/** Two processes add every other page of one history, and nothing of it is lost. */
async function addFromTwo(settings: StoreSettings): Promise<void> {
  const half = (n: number) =>
    run(process.execPath, [ADD, JSON.stringify(settings), String(n), String(PAGES)], { timeout: 120_000 })
  const both = await Promise.all([half(0), half(1)])
  expect(both.map(({ stdout }) => Number(stdout))).toEqual([PAGES / 2, PAGES / 2])
  const store = await openStore(settings, { now: Date.now })
  const archive = await openArchive(settings, store, { readPost: toPost })
  for (const handle of ['shared_0', 'shared_1'])
    expect(await archive.find(handle)).toMatchObject({ covered: [{ lo: 0n, hi: BigInt(PAGES * 10) }] })
  expect(await archive.summary('12')).toMatchObject({ count: PAGES * 2 })
  expect(await archive.count('12', { kinds: ['reply'] })).toBe(PAGES)
  expect(await Array.fromAsync(archive.posts('12', ALL, 10_000))).toHaveLength(PAGES * 2)
  await archive.close()
  await store.close()
}

test('two processes with one data file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'x-md-archive-'))
  await addFromTwo({ X_MD_DATA_DIR: folder })
  rmSync(folder, { recursive: true })
})

const missing = missingRedis()
describe.skipIf(missing)(`two processes${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test('with one Redis', async () => {
    const server = await startRedis()
    await addFromTwo({ X_MD_DATA_DIR: '', REDIS_URL: [server.url] })
    await server.stop()
  })

  test('with one cluster', async () => {
    const cluster = await startCluster()
    await addFromTwo({ X_MD_DATA_DIR: '', REDIS_URL: cluster.urls })
    await cluster.stop()
  })

  test('with one Upstash database', async () => {
    const server = await startRedis()
    const bridge = await startUpstashBridge(server.url, 't')
    await addFromTwo({ X_MD_DATA_DIR: '', KV_REST_API_URL: bridge.url, KV_REST_API_TOKEN: 't' })
    await bridge.stop()
    await server.stop()
  })
})
