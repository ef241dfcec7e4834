import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@x-md/core/config.ts'
import { IN_MEMORY } from '@x-md/core/stores/data-file.ts'
import { openStore } from '@x-md/core/stores/open-store.ts'
import { type Store, StoreError } from '@x-md/core/stores/store.ts'
import type { Check } from './check.ts'
import { checkDataFolder } from './machine.ts'

/** A key that nobody writes. */
const PROBE = 'doctor:probe'

/**
 * Whether the store that the settings name answers, and how fast. Nothing is written to it, and nothing is made
 * that is not there.
 */
export async function checkStore(config: Config, now: () => number): Promise<Check> {
  const isElsewhere = [
    config.REDIS_URL,
    config.KV_REST_API_URL ?? config.KV_REST_API_TOKEN,
    config.UPSTASH_REDIS_REST_URL ?? config.UPSTASH_REDIS_REST_TOKEN,
  ].some((setting) => setting !== undefined)
  if (!isElsewhere) {
    if (config.X_MD_DATA_DIR === IN_MEMORY) {
      return { name: 'store', status: 'ok', detail: 'in memory: keys and counters end with the process' }
    }
    const folder = await checkDataFolder(config.X_MD_DATA_DIR)
    if (folder.status === 'fail' || !existsSync(join(config.X_MD_DATA_DIR, 'x-md.db'))) return folder
  }
  let store: Store | undefined
  try {
    store = await openStore(config, { now })
    return { name: 'store', status: 'ok', detail: `${store.name} answers in ${await latency(store)} ms` }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { name: 'store', status: 'fail', detail: error.message }
  } finally {
    await store?.close()
  }
}

/** Milliseconds of one read, once connected, with one decimal. */
async function latency(store: Store): Promise<string> {
  await store.get(PROBE)
  const started = performance.now()
  await store.get(PROBE)
  return (performance.now() - started).toFixed(1)
}
