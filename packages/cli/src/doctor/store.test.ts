import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@x-md/core/config.ts'
import { SqliteStore } from '@x-md/core/stores/sqlite-store.ts'
import { missingRedis, type RedisServer, startRedis } from '@x-md/core/stores/testing/redis-server.ts'
import { startUpstashBridge } from '@x-md/core/stores/testing/upstash-bridge.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkStore } from './store.ts'

const of = (env: Record<string, string>) => checkStore(loadConfig(env), () => 0)
const folder = () => mkdtempSync(join(tmpdir(), 'x-md-doctor-'))
const ANSWERS = /^(?:sqlite|redis|upstash) answers in \d+\.\d ms$/

test('memory is always there', async () => {
  expect(await of({ X_MD_DATA_DIR: ':memory:' })).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('in memory'),
  })
})

test('a data file is read, and none is made', async () => {
  const data = folder()
  expect(await of({ X_MD_DATA_DIR: data })).toEqual({ name: 'data folder', status: 'ok', detail: data })
  expect(readdirSync(data)).toEqual([])
  await new SqliteStore(data, { now: () => 0 }).close()
  expect(await of({ X_MD_DATA_DIR: data })).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(ANSWERS),
  })
  expect(readdirSync(data)).toEqual(['x-md.db'])
})

test('a damaged data file fails', async () => {
  const data = folder()
  writeFileSync(join(data, 'x-md.db'), 'no database at all, but some text that is long enough'.repeat(99))
  expect(await of({ X_MD_DATA_DIR: data })).toMatchObject({
    status: 'fail',
    detail: expect.stringContaining('damaged'),
  })
})

test.each([
  ['Redis', { REDIS_URL: 'redis://:a-secret@127.0.0.1:9' }],
  ['Upstash', { KV_REST_API_URL: 'http://127.0.0.1:9', KV_REST_API_TOKEN: 'a-secret' }],
])('%s that does not answer fails, without its secret', async (_, env) => {
  const check = await of(env)
  expect(check.status).toBe('fail')
  expect(check.detail).toMatch(/ECONNREFUSED|cannot be reached/)
  expect(check.detail).not.toContain('a-secret')
})

test('an address without its token fails, and the other way round', async () => {
  for (const env of [{ KV_REST_API_URL: 'http://127.0.0.1:9' }, { UPSTASH_REDIS_REST_TOKEN: 'a-secret' }]) {
    expect(await of(env)).toMatchObject({ status: 'fail', detail: expect.stringContaining('set both') })
  }
})

describe.skipIf(missingRedis())('a shared store', () => {
  let redis: RedisServer
  let upstash: Awaited<ReturnType<typeof startUpstashBridge>>
  beforeAll(async () => {
    redis = await startRedis()
    upstash = await startUpstashBridge(redis.url, 'token')
  })
  afterAll(async () => {
    await upstash.stop()
    await redis.stop()
  })

  test('tells how fast it answers', async () => {
    for (const env of [
      { REDIS_URL: redis.url },
      { UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: 'token' },
    ]) {
      expect(await of(env)).toMatchObject({ status: 'ok', detail: expect.stringMatching(ANSWERS) })
    }
  })

  test('fails with a wrong token', async () => {
    const env = { UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: 'another' }
    expect((await of(env)).status).toBe('fail')
  })
})
