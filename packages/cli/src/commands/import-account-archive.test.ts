import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isArchivePath } from '../archive-path.ts'
import { sandboxBases } from '../embedded-sandbox.ts'
import { runCli } from '../testing/run-cli.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let folder: string
let zip: string
let env: Record<string, string>
beforeAll(async () => {
  sandbox = await startSandbox()
  folder = await mkdtemp(join(tmpdir(), 'x-md-import-archive-'))
  zip = join(folder, 'twitter.zip')
  const answer = await fetch(`${sandbox.url}/_sandbox/archive/dorin_juddoc44.zip`)
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(zip))
  env = { ...sandboxBases(sandbox.url), X_MD_DATA_DIR: join(folder, 'store') }
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

test('an archive is kept, told of, and its media written where they are wanted', async () => {
  const media = join(folder, 'media')
  const first = await runCli(['import', zip, '--media', media], { env })
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toMatch(/^@dorin_juddoc44: (\d+) posts, of them \1 new\n/)
  const again = await runCli(['import', zip, '--json', '--media', media], { env })
  expect(again.code).toBe(0)
  const report = JSON.parse(again.stdout)
  expect(report).toMatchObject({
    handle: 'dorin_juddoc44',
    added: 0,
    faults: [],
    extracted: { written: 0, folder: media },
  })
  expect((await readdir(media)).length).toBe(report.extracted.unchanged)
  expect(report.extracted.unchanged).toBeGreaterThan(0)
})

test('a walk that comes later renews what the archive has brought', async () => {
  await runCli(['import', zip], { env })
  const { code, stdout } = await runCli(['import', 'dorin_juddoc44', '--max', '5000'], { env })
  expect(code).toBe(0)
  const { posts, meta } = JSON.parse(stdout)
  const own = (posts as { reposted_by?: object; imported_from?: string; views?: number }[]).filter(
    (post) => !post.reposted_by,
  )
  expect(meta.floor_reached).toBe(true)
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter(({ imported_from }) => imported_from)).toEqual([])
})

test('one that is not whole ends with 1 and says what is missing; what is none, and useless options, with 2', async () => {
  const cut = join(folder, 'cut.zip')
  const whole = await readFile(zip)
  await writeFile(cut, whole.subarray(0, whole.length / 2))
  const half = await runCli(['import', cut], { env: { ...env, X_MD_DATA_DIR: join(folder, 'half') } })
  expect(half.code).toBe(1)
  expect(half.stdout).toMatch(/^@dorin_juddoc44: /)
  expect(half.stderr).toMatch(/cut\.zip: breaks off\n/)
  await writeFile(join(folder, 'no.zip'), 'No zip')
  for (const args of [
    [join(folder, 'no.zip')],
    [join(folder, 'none.zip')],
    [folder],
    [zip, '--max', '5'],
    [zip, '--sandbox'],
    ['jack', '--media', 'x'],
  ]) {
    const { code, stderr, stdout } = await runCli(['import', ...args], { env })
    expect([code, stdout], args.join(' ')).toEqual([2, ''])
    expect(stderr).toMatch(/^x-md: /)
  }
})

test('kinds can be left out', async () => {
  const data = { ...env, X_MD_DATA_DIR: join(folder, 'kinds') }
  const { stdout } = await runCli(['import', zip, '--no-reposts', '--no-replies', '--json'], { env: data })
  const { found, skipped, added } = JSON.parse(stdout)
  expect(found).toEqual({ posts: added, replies: 0, reposts: 0 })
  expect(skipped.unwanted).toBeGreaterThan(1)
})

test('a handle is no archive, even where there is a folder of its name', async () => {
  for (const handle of ['jack', '@jack', 'data', 'https://x.com/jack'])
    expect(isArchivePath(handle)).toBe(false)
  for (const path of ['a.zip', 'A.ZIP', './jack', 'a/b', 'twitter-2026-11-01.d', 'C:\\x']) {
    expect(isArchivePath(path)).toBe(true)
  }
  const here = process.cwd()
  try {
    process.chdir(folder)
    await mkdir('marta_brenkel/data', { recursive: true })
    await writeFile('marta_brenkel/data/account.js', '')
    const { stderr } = await runCli(['import', 'marta_brenkel', '--index'], { env })
    expect(stderr).toContain('write ./marta_brenkel for the archive')
  } finally {
    process.chdir(here)
  }
})
