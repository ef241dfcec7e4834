import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { USER_TOKENS } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { AccountError, type AccountErrorCode } from '../../../errors.ts'
import { startSandboxed } from '../../../testing/sandboxed.ts'
import { withSignal } from '../../derived-context.ts'
import { postCreate } from '../posts/create.ts'
import { mediaUpload } from './upload.ts'

type Given = z.infer<typeof mediaUpload.input>

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isomiso2'),
  Buffer.alloc(2000, 7),
])

const root = mkdtempSync(join(tmpdir(), 'x-md-upload-'))
const file = (name: string) => join(root, name)
let sandbox: Awaited<ReturnType<typeof startSandboxed>>
let readOnly: Awaited<ReturnType<typeof startSandboxed>>

beforeAll(async () => {
  const env = {
    MEDIA_ROOT: root,
    MEDIA_CHUNK_BYTES: '500',
    MEDIA_POLL_INTERVAL_MS: '20',
    MEDIA_MIN_TIMEOUT_MS: '100',
  }
  sandbox = await startSandboxed(env)
  readOnly = await startSandboxed({
    X_ACCESS_TOKEN: USER_TOKENS[1]!.token,
    X_ACCESS_TOKEN_SECRET: USER_TOKENS[1]!.secret,
  })
  writeFileSync(file('a.png'), PNG)
  writeFileSync(file('a.gif'), GIF)
  writeFileSync(file('a.mp4'), MP4)
  writeFileSync(file('empty.png'), '')
  writeFileSync(file('named.png'), GIF)
  writeFileSync(file('text.png'), 'just words')
  writeFileSync(file('large.png'), PNG)
  truncateSync(file('large.png'), 5 * 1024 * 1024 + 1)
})
afterAll(async () => {
  await sandbox.close()
  await readOnly.close()
  rmSync(root, { recursive: true })
})
beforeEach(() => reset())

async function reset(): Promise<void> {
  await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
  await sandbox.xApi({ media: { checkAfterSecs: 0 } })
}

const run = (given: Given, context = sandbox.context) => mediaUpload.run(given, context)

async function failure(given: Given, context = sandbox.context): Promise<AccountError> {
  const error = await run(given, context).then(
    () => new Error('it went well'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof AccountError)) throw error
  return error
}

describe('goes up', () => {
  test.each<[string, Given]>([
    ['a picture', { path: file('a.png'), category: 'tweet_image' }],
    ['a picture with its type', { path: file('a.png'), mime: 'image/png', category: 'tweet_image' }],
    ['a GIF', { path: file('a.gif'), category: 'tweet_gif' }],
    ['a video in pieces', { path: file('a.mp4'), category: 'tweet_video' }],
    ['base64', { base64: PNG.toString('base64'), mime: 'image/png', category: 'tweet_image' }],
    [
      'base64 with an odd timeout',
      { base64: GIF.toString('base64'), mime: 'image/gif', category: 'tweet_gif', timeout_ms: -1 },
    ],
  ])('%s, and can be posted', async (_, given) => {
    const { media_id, status, cost } = await run(given)
    expect([status, cost]).toMatchObject(['succeeded', { usd: 0 }])
    const post = await postCreate.run({ text: 'With media', media_ids: [media_id!] }, sandbox.context)
    expect(post).toHaveProperty('cost')
  })

  test('each byte, and tells how far it is', async () => {
    const told: number[] = []
    const context = withSignal(sandbox.context, new AbortController().signal, ({ done }) => told.push(done))
    await run({ path: file('a.mp4'), category: 'tweet_video' }, context)
    expect(told).toEqual([500, 1000, 1500, 2000, MP4.length])
    const appends = (await sandbox.requests()).filter((path) => path.endsWith('/append'))
    expect(appends.length).toBe(5)
  })

  test('dry_run sends nothing, and says what it would', async () => {
    await sandbox.requests()
    const before = (await sandbox.requests()).length
    expect(await run({ path: file('a.gif'), category: 'tweet_gif', dry_run: true })).toEqual({
      dry_run: {
        method: 'POST',
        path: '/2/media/upload/initialize',
        body: { media_type: 'image/gif', total_bytes: GIF.length, media_category: 'tweet_gif' },
        would_cost_usd: 0,
      },
    })
    expect((await sandbox.requests()).length).toBe(before)
  })
})

describe('is refused before anything is sent', () => {
  const base64 = PNG.toString('base64')
  test.each<[string, Given, AccountErrorCode, RegExp]>([
    ['nothing', { category: 'tweet_image' }, 'invalid_argument', /either path or base64/],
    ['both', { path: file('a.png'), base64, category: 'tweet_image' }, 'invalid_argument', /either/],
    ['base64 without mime', { base64, category: 'tweet_image' }, 'invalid_argument', /mime/],
    [
      'broken base64',
      { base64: `${base64}!`, mime: 'image/png', category: 'tweet_image' },
      'invalid_argument',
      /well-formed/,
    ],
    [
      'a data: address',
      { base64: `data:image/png;base64,${base64}`, mime: 'image/png', category: 'tweet_image' },
      'invalid_argument',
      /well-formed/,
    ],
    ['empty base64', { base64: '', mime: 'image/png', category: 'tweet_image' }, 'invalid_argument', /empty/],
    [
      'much base64',
      { base64: 'A'.repeat(3_000_000), mime: 'image/png', category: 'tweet_image' },
      'media_too_large',
      /2 MB/,
    ],
    ['an empty file', { path: file('empty.png'), category: 'tweet_image' }, 'invalid_argument', /empty/],
    [
      'a large picture',
      { path: file('large.png'), category: 'tweet_image' },
      'media_too_large',
      /size limit/,
    ],
    [
      'a GIF that is called a PNG',
      { path: file('named.png'), mime: 'image/png', category: 'tweet_image' },
      'invalid_argument',
      /image\/gif/,
    ],
    [
      'words that are called a PNG',
      { path: file('text.png'), category: 'tweet_image' },
      'invalid_argument',
      /none of them/,
    ],
    [
      'a picture as a video',
      { path: file('a.png'), category: 'tweet_video' },
      'invalid_argument',
      /image\/png/,
    ],
    ['a video as a GIF', { path: file('a.mp4'), category: 'tweet_gif' }, 'invalid_argument', /video\/mp4/],
    ['a file outside', { path: '/etc/passwd', category: 'tweet_image' }, 'media_outside_root', /outside/],
  ])('%s', async (_, given, code, words) => {
    const before = (await sandbox.requests()).length
    const error = await failure(given)
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(words)])
    expect((await sandbox.requests()).length).toBe(before)
  })

  test('any path, without a MEDIA_ROOT', async () => {
    const error = await failure({ path: file('a.png'), category: 'tweet_image' }, readOnly.context)
    expect([error.code, error.message]).toEqual([
      'media_outside_root',
      expect.stringMatching(/No MEDIA_ROOT/),
    ])
  })
})

describe('X', () => {
  const gif: Given = { path: file('a.gif'), category: 'tweet_gif' }

  test('may refuse a token, a file, or all uploads', async () => {
    const { path: _, ...given } = { ...gif, base64: GIF.toString('base64'), mime: 'image/gif' }
    expect((await failure(given, readOnly.context)).code).toBe('read_only_token')
    await sandbox.xApi({ media: { outcome: 'failed' } })
    const failed = await failure(gif)
    expect([failed.code, failed.message]).toEqual(['media_failed', expect.stringMatching(/re-encode/)])
    await sandbox.xApi({ media: { forbidden: true } })
    expect((await failure(gif)).code).toBe('not_authorized')
  })

  test('may need longer than there is time: then the media are pending, and ready later', async () => {
    await sandbox.xApi({ media: { polls: 1000 } })
    const { media_id, status } = await run({ ...gif, timeout_ms: 300 })
    expect(status).toBe('pending')
    const post = { text: 'Too early', media_ids: [media_id!] }
    await expect(postCreate.run(post, sandbox.context)).rejects.toMatchObject({ code: 'media_not_ready' })
    await sandbox.xApi({ media: { polls: 0 } })
    expect(await postCreate.run(post, sandbox.context)).toHaveProperty('cost')
  })

  test('may fail while it is asked how far it is, and is asked again', async () => {
    await sandbox.faults([{ door: '/x-api', path: '/x-api/2/media/upload', kind: '5xx', count: 2 }])
    expect((await run(gif)).status).toBe('succeeded')
  })

  test.each(['initialize', '*/append', '*/finalize'])(
    'may fail at %s, which is nothing that happened',
    async (step) => {
      await sandbox.faults([{ path: `/x-api/2/media/upload/${step}`, kind: '5xx' }])
      expect((await failure(gif)).code).toBe('unavailable')
    },
  )

  test('may never answer, and the time ends it', async () => {
    await sandbox.faults([{ path: '/x-api/2/media/upload/*/append', kind: 'hang' }])
    const started = performance.now()
    expect((await failure({ ...gif, timeout_ms: 200 })).code).toBe('timed_out')
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('is left at once by who leaves', async () => {
    await sandbox.faults([{ path: '/x-api/2/media/upload/*/append', kind: 'hang' }])
    const left = new AbortController()
    const asked = run(gif, withSignal(sandbox.context, left.signal))
    setTimeout(() => left.abort(new Error('gone')), 100)
    await expect(asked).rejects.toThrow('gone')
  })

  test('is left while it works by who leaves', async () => {
    await sandbox.xApi({ media: { polls: 1000, checkAfterSecs: 60 } })
    const left = new AbortController()
    const asked = run(gif, withSignal(sandbox.context, left.signal))
    setTimeout(() => left.abort(new Error('gone')), 200)
    await expect(asked).rejects.toThrow('gone')
  })
})

test('the description says how much base64 may hold, which is well below what a message may', () => {
  expect(mediaUpload.description).toContain('base64 to 2.')
})
