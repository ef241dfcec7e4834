import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SqliteStore } from './sqlite-store.ts'

const clock = { now: () => 0 }
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'x-md-sqlite-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('what is kept survives a restart, and is for its owner only', async () => {
  const path = join(folder, 'deep', 'data')
  const first = new SqliteStore(path, clock)
  await first.set('a', 'A', { ttlMs: 1000 })
  await first.addMember('s', 'm')
  expect(statSync(path).mode & 0o777).toBe(0o700)
  for (const file of ['x-md.db', 'x-md.db-wal']) expect(statSync(join(path, file)).mode & 0o777).toBe(0o600)
  await first.close()
  const second = new SqliteStore(path, clock)
  expect(await second.get('a')).toBe('A')
  expect(await second.members('s')).toEqual(['m'])
  await second.close()
})

test('a folder or file that cannot be used says what to do', () => {
  writeFileSync(join(folder, 'file'), 'x')
  expect(() => new SqliteStore(join(folder, 'file', 'x'), clock)).toThrow(
    /x-md\.db cannot be used: .*set X_MD_DATA_DIR/,
  )
  mkdirSync(join(folder, 'damaged'))
  writeFileSync(join(folder, 'damaged', 'x-md.db'), 'no database at all '.repeat(100))
  expect(() => new SqliteStore(join(folder, 'damaged'), clock)).toThrow(/it is damaged .*Move it away/)
})

test('what is disposable stays within its room, the soonest to expire goes, and the rest stays', async () => {
  const store = new SqliteStore(':memory:', { now: () => 0, maxDisposable: 100_000 })
  const value = 'v'.repeat(1000)
  await store.set('key', 'lasting')
  await store.set('counter', '1', { ttlMs: 1 })
  for (let n = 0; n < 500; n++) await store.set(`c:${n}`, value, { ttlMs: 1000 + n, disposable: true })
  const kept = await store.getMany(Array.from({ length: 500 }, (_, n) => `c:${n}`))
  const count = kept.filter(Boolean).length
  expect(count).toBeGreaterThan(80)
  expect(count).toBeLessThan(110)
  expect(kept.lastIndexOf(undefined)).toBe(499 - count)
  expect(await store.getMany(['key', 'counter'])).toEqual(['lasting', '1'])
})

test('what has expired leaves the file in time', async () => {
  let now = 0
  const store = new SqliteStore(join(folder, 'data'), { now: () => now })
  const value = 'v'.repeat(1000)
  for (let n = 0; n < 6000; n++) {
    await store.set(`rl:${n}`, value, { ttlMs: 1000 })
    now += 1
  }
  await store.close()
  expect(statSync(join(folder, 'data', 'x-md.db')).size).toBeLessThan(4_000_000)
})
