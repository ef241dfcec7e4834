import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toPost } from '../providers/fxtwitter/to-domain.ts'
import { parseImportRequest } from '../request/import-request.ts'
import { RedisArchive } from '../stores/redis-archive.ts'
import { connectRedis } from '../stores/redis-connection.ts'
import { startSandboxed } from '../testing/sandboxed.ts'
import { type ImportPostsOutput, importPosts } from './import-posts.ts'
import type { Context } from './operation.ts'

let sandbox: Awaited<ReturnType<typeof startSandboxed>>

beforeAll(async () => {
  sandbox = await startSandboxed()
})
beforeEach(() => sandbox.faults([]))
afterAll(() => sandbox.close())

type Imported = Extract<ImportPostsOutput, { meta: unknown }>

async function run(options: Record<string, string>, context: Context = sandbox.context) {
  const request = parseImportRequest(options, context.now())
  return (await importPosts.run(request, context)) as Imported
}

interface Truth {
  posts: { id: string; kind: string; at: string }[]
}

const truthOf = (handle: string) => sandbox.truth<Truth>(`timelines/${handle}?with_replies=1`)
const ids = (posts: readonly { id: string }[]) => [...new Set(posts.map(({ id }) => id))].sort()

test('a whole history, complete and in order; the second time nothing is read', async () => {
  const truth = await truthOf('oskar_fenwall')
  const first = await run({ handle: 'oskar_fenwall', max_posts: '5000' })
  expect(ids(first.posts)).toEqual(ids(truth.posts.slice(0, 3200)))
  expect(first.posts.map(({ id }) => BigInt(id))).toEqual(
    first.posts.map(({ id }) => BigInt(id)).sort((a, b) => (a < b ? 1 : -1)),
  )
  expect(first.meta).toMatchObject({
    count: first.posts.length,
    truncated: false,
    floor_reached: true,
    archive: { served: 0, added: first.posts.length, walked: ['refresh'], floor_reached: true },
  })
  await sandbox.requests()
  const second = await run({ handle: 'OSKAR_fenwall', max_posts: '5000' })
  expect(second.posts).toEqual(first.posts)
  expect(second.meta).toMatchObject({
    pages: 0,
    windows: 0,
    floor_reached: true,
    archive: { served: first.posts.length, added: 0, walked: [], updated_at: first.meta.archive.updated_at },
  })
})

test('by date: a newer part first, then only what is older, up to the same posts', async () => {
  const handle = 'tobin_averell7'
  const since = new Date(sandbox.world.now - 60 * 86_400_000).toISOString()
  const truth = await truthOf(handle)
  const part = await run({ handle, since, max_posts: '5000' })
  const own = truth.posts.filter(({ kind, at }) => kind !== 'repost' && at >= since)
  expect(ids(part.posts.filter((post) => !post.reposted_by))).toEqual(ids(own))
  expect(part.meta).toMatchObject({ truncated: false, floor_reached: false, since })
  expect(part.meta.archive.covered_since).toBeDefined()
  const whole = await run({ handle, max_posts: '5000' })
  expect(whole.meta.archive.walked).toEqual(['backfill'])
  expect(whole.meta.archive.served).toBeGreaterThan(0)
  expect(ids(whole.posts)).toEqual(ids(truth.posts.slice(0, 3200)))
})

test('pages of posts, each once, go on by next_until down to the end', async () => {
  const handle = 'ines_quillfen'
  const seen = new Set<string>()
  let until: string | undefined
  for (let round = 0; round < 20; round++) {
    const { posts, meta } = await run({ handle, max_posts: '400', ...(until && { until }) })
    expect(posts.length).toBeLessThanOrEqual(400)
    for (const { id } of posts) seen.add(id)
    until = meta.next_until
    expect(meta.truncated).toBe(until !== undefined)
    if (!until) break
  }
  const truth = await truthOf(handle)
  expect([...seen].sort()).toEqual(ids(truth.posts.slice(0, 3200)))
})

test('a few posts cost a few pages, however many chains there are', async () => {
  const { meta } = await run({ handle: 'jorunzandhov', max_posts: '100', concurrency: '16' })
  expect(meta.count).toBe(100)
  expect(meta.pages).toBeLessThanOrEqual(10)
})

test('what kinds of posts are given is a matter of serving: all are kept', async () => {
  const handle = 'oskar_fenwall'
  const all = await run({ handle, max_posts: '5000' })
  const plain = await run({ handle, max_posts: '5000', with_replies: 'false', with_reposts: '0' })
  expect(plain.meta.pages).toBe(0)
  expect(plain.posts).toEqual(all.posts.filter((post) => !post.reposted_by && !post.replying_to))
  const replies = await run({ handle, max_posts: '5000', only_replies: 'true' })
  expect(replies.posts).toEqual(all.posts.filter((post) => !post.reposted_by && post.replying_to))
})

test('a page that cannot be had is named, and the next import reads only the hole', async () => {
  const handle = 'marta_brenkel'
  const truth = await truthOf(handle)
  await sandbox.faults([{ kind: '5xx', path: '/2/profile/*/statuses', rate: 0.75 }])
  const torn = await run({ handle, max_posts: '5000' })
  expect(torn.meta).toMatchObject({ truncated: true, floor_reached: false, warnings: ['page_missing'] })
  expect(torn.posts.length).toBeGreaterThan(0)
  await sandbox.faults([])
  const mended = await run({ handle, max_posts: '5000' })
  expect(ids(mended.posts)).toEqual(ids(truth.posts.slice(0, 3200)))
  expect(mended.meta).toMatchObject({ truncated: false, floor_reached: true })
  expect(mended.meta.archive.served).toBeGreaterThan(0)
})

test('one walk an account at a time, whatever the case of its handle; the place comes back', async () => {
  await sandbox.faults([{ kind: 'latency', delayMs: 100 }])
  const walking = run({ handle: 'Marta_Brenkel', refresh: 'true' })
  await expect(run({ handle: 'marta_brenkel', refresh: 'true' })).rejects.toMatchObject({
    code: 'import_busy',
    retryAfter: 5,
  })
  await walking
  await run({ handle: 'marta_brenkel', refresh: 'true', max_posts: '20' })
})

test('a caller that leaves ends the walk, and what was read stays', async () => {
  const handle = 'NorrbyInstr'
  await sandbox.faults([{ kind: 'latency', delayMs: 150 }])
  const leaving = AbortSignal.timeout(1200)
  await expect(run({ handle, max_posts: '5000' }, { ...sandbox.context, signal: leaving })).rejects.toThrow()
  await sandbox.faults([])
  const index = await importPosts.run(parseImportRequest({ handle, index: '1' }, 0), sandbox.context)
  expect(index).toMatchObject({ handle, persistent: false, archive: { floor_reached: false } })
  expect((index as { archive: { count: number } }).archive.count).toBeGreaterThan(20)
})

test('an archive that cannot be reached is a reason to wait, and no fault', async () => {
  const connection = connectRedis(['redis://127.0.0.1:9'])
  const archive = new RedisArchive(connection, { readPost: toPost, pausesMs: [] })
  const away = { ...sandbox.context, archive }
  for (const options of [{ handle: 'jack' }, { handle: 'jack', index: '1' }])
    await expect(run(options, away)).rejects.toMatchObject({ code: 'import_busy', retryAfter: 5 })
  await archive.close()
})

test.each([
  { since: '2026-01-02', until: '2026-01-01' },
  { max_posts: '5001' },
  { max_posts: '0' },
  { max_posts: '5', limit: '6' },
  { concurrency: '33' },
  { with_replies: 'yes' },
  { only_replies: 'true', with_replies: 'false' },
])('%o is refused', (options) => {
  expect(() => parseImportRequest({ handle: 'jack', ...options }, sandbox.world.now)).toThrow(
    expect.objectContaining({ code: 'invalid_option' }),
  )
})
