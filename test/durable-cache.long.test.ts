import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runBin, startBin } from './helpers/bin.ts'

const LISTENING = /^listening on (http:\/\/\S+)$/m

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let folder: string
beforeEach(async () => {
  sandbox = await startSandbox()
  folder = mkdtempSync(join(tmpdir(), 'x-md-durable-'))
})
afterEach(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

/** Starts the service, reads one post, and ends it. */
async function readOnce(env: Record<string, string> = {}) {
  const { child, line, finished } = startBin(['serve', '--port', '0'], {
    env: { X_MD_DATA_DIR: folder, FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`, ...env },
  })
  const [, url] = await line(LISTENING)
  const response = await fetch(`${url}/jack/status/20`)
  const text = await response.text()
  child.kill('SIGTERM')
  expect((await finished).code).toBe(0)
  return { text, cache: response.headers.get('x-cache')?.toLowerCase() }
}

test('an answer outlives the service that read it, unless that is not wanted', async () => {
  const first = await readOnce()
  expect(first.cache).toBe('miss')
  expect(await readOnce({ CACHE_PERSIST: 'false' })).toEqual(first)
  expect(await readOnce()).toEqual({ ...first, cache: 'hit' })
  // Another source may say something else.
  expect(await readOnce({ SYNDICATION_BASE_URL: `${sandbox.url}/syndication` })).toMatchObject({
    cache: 'miss',
  })
})

test('a data file that cannot be used is one line that says what to do, and a single read needs none', async () => {
  writeFileSync(join(folder, 'x-md.db'), 'no database '.repeat(1000))
  const env = { X_MD_DATA_DIR: folder, FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter` }
  const served = await runBin(['serve', '--port', '0'], { env })
  expect([served.code, served.stdout]).toEqual([1, ''])
  expect(served.stderr).toMatch(
    /^x-md: The data file .*x-md\.db cannot be used: it is damaged.*Move it away.*\n$/,
  )
  const read = await runBin(['read', 'jack/20'], { env })
  expect(read.code).toBe(0)
})
