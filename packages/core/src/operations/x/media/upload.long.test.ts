import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { APP, USER_TOKENS } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandboxed } from '../../../testing/sandboxed.ts'
import { withSignal } from '../../derived-context.ts'
import { mediaUpload } from './upload.ts'

const MEGABYTE = 1024 * 1024
const CHILD = fileURLToPath(new URL('./testing/upload-child.ts', import.meta.url))

const root = mkdtempSync(join(tmpdir(), 'x-md-video-'))
const video = join(root, 'a.mp4')
let sandbox: Awaited<ReturnType<typeof startSandboxed>>
beforeAll(async () => {
  writeFileSync(video, Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\x02\0isomiso2')]))
  truncateSync(video, 512 * MEGABYTE)
  sandbox = await startSandboxed({
    MEDIA_ROOT: root,
    MEDIA_MAX_TIMEOUT_MS: '600000',
    MEDIA_DEFAULT_TIMEOUT_MS: '600000',
  })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true })
})

test('a video of 512 MB goes up while the process grows by less than 50 MB', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD], {
    env: {
      PATH: process.env.PATH,
      X_API_BASE_URL: `${sandbox.url}/x-api`,
      X_API_KEY: APP.key,
      X_API_KEY_SECRET: APP.secret,
      X_ACCESS_TOKEN: USER_TOKENS[0]!.token,
      X_ACCESS_TOKEN_SECRET: USER_TOKENS[0]!.secret,
      MEDIA_ROOT: root,
      MEDIA_DEFAULT_TIMEOUT_MS: '600000',
      MEDIA_MAX_TIMEOUT_MS: '600000',
      UPLOAD_PATH: video,
      UPLOAD_WARM_BYTES: String(8 * MEGABYTE),
    },
  })
  const { result, growth } = JSON.parse(stdout) as { result: object; growth: number }
  expect(result).toMatchObject({ status: 'succeeded', size: 512 * MEGABYTE, mime: 'video/mp4' })
  process.stdout.write(`RSS grew by ${(growth / MEGABYTE).toFixed(1)} MB\n`)
  expect(growth).toBeLessThan(50 * MEGABYTE)
})

test('who leaves in the middle ends it there', async () => {
  await sandbox.requests()
  const before = (await sandbox.requests()).length
  const left = new AbortController()
  let at = 0
  const context = withSignal(sandbox.context, left.signal, ({ done }) => {
    if (done < 64 * MEGABYTE || left.signal.aborted) return
    at = performance.now()
    left.abort(new Error('gone'))
  })
  await expect(mediaUpload.run({ path: video, category: 'tweet_video' }, context)).rejects.toThrow('gone')
  expect(performance.now() - at).toBeLessThan(1_000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const asked = (await sandbox.requests()).slice(before)
  expect(asked.filter((path) => path.endsWith('/append')).length).toBe(16)
  expect(asked.some((path) => path.endsWith('/finalize'))).toBe(false)
})
