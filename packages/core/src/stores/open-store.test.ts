import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { openArchive } from './open-archive.ts'
import { openStore } from './open-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'x-md-open-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const configOf = (env: Record<string, string>) => loadConfig({ X_MD_DATA_DIR: join(folder, 'data'), ...env })
const open = (env: Record<string, string>) => openStore(configOf(env), { now: Date.now })

const KV = { KV_REST_API_URL: 'http://127.0.0.1:9/', KV_REST_API_TOKEN: 't' }
const UPSTASH = { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9/', UPSTASH_REDIS_REST_TOKEN: 't' }

test.each([
  ['sqlite', {}],
  ['memory', { X_MD_DATA_DIR: ':memory:' }],
  ['redis', { REDIS_URL: 'redis://127.0.0.1:9' }],
  ['redis', { REDIS_URL: 'rediss://user:pa%20ss@a.example:6380/2', ...KV }],
  ['redis', { REDIS_URL: 'redis://a.example, redis://b.example:7000' }],
  ['upstash', KV],
  ['upstash', UPSTASH],
])(
  '%s is opened for %j, for histories too, and nothing else is touched',
  async (name, env: Record<string, string>) => {
    const store = await open(env)
    expect(store.name).toBe(name)
    const archive = await openArchive(configOf(env), store, { readPost: () => undefined })
    expect(archive.name).toBe(name)
    expect(existsSync(join(folder, 'data', 'x-md.db'))).toBe(name === 'sqlite')
    await archive.close()
    await store.close()
  },
)

test('half of what names an Upstash database is a mistake', async () => {
  await expect(open({ KV_REST_API_TOKEN: 'hunter2' })).rejects.toThrow(
    'KV_REST_API_TOKEN is set, but KV_REST_API_URL is not; set both or neither.',
  )
  await expect(open({ UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9' })).rejects.toThrow(/_TOKEN is not/)
})

test('an address that is none is refused without being repeated', () => {
  for (const address of ['hunter2', 'http://:hunter2@a.example', 'redis://a.example,hunter2']) {
    const load = () => loadConfig({ REDIS_URL: address })
    expect(load).toThrow(/REDIS_URL: must be/)
    expect(load).not.toThrow(/hunter2/)
  }
})
