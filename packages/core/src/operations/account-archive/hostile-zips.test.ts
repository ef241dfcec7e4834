import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openArchiveFiles } from '../../providers/account-archive/open-archive-files.ts'
import type { Archive } from '../../stores/archive.ts'
import { IN_MEMORY } from '../../stores/data-file.ts'
import { SqliteArchive } from '../../stores/sqlite-archive.ts'
import { extractMedia } from './extract-media.ts'
import { archiveOf, packed, tweetsFile } from './testing/pack.ts'
import { importFrom } from './testing/whole-import.ts'

let archive: Archive
beforeEach(() => {
  archive = new SqliteArchive(IN_MEMORY)
})
afterEach(() => archive.close())

const tweet = (id: string) => ({ id_str: id, full_text: `Post ${id}` })
const [ONE, TWO] = ['2051000000000000001', '2051000000000000002'] as const
const files = archiveOf({
  'tweets.js': tweetsFile([tweet(ONE)]),
  'tweets-part1.js': tweetsFile([tweet(TWO)], 1),
})
const kept = async () =>
  (await Array.fromAsync(archive.posts('4711', { kinds: ['post'] }, 10))).map(({ id }) => id).sort()

/** Changes the bytes of a zip wherever an entry is described: before its content, and in the list at the end. */
async function patched(
  path: string,
  name: string,
  change: (bytes: Buffer, entry: number, isListed: boolean) => void,
) {
  const bytes = await readFile(path)
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    const isListed = bytes.readUInt32LE(at - 46) === 0x02014b50
    if (isListed || bytes.readUInt32LE(at - 30) === 0x04034b50)
      change(bytes, at - (isListed ? 46 : 30), isListed)
  }
  await writeFile(path, bytes)
  return path
}

test('an entry that is encrypted is named, and the others are read', async () => {
  const path = await patched(await packed(files), 'data/tweets.js', (bytes, entry, isListed) => {
    const flags = entry + (isListed ? 8 : 6)
    bytes.writeUInt16LE(bytes.readUInt16LE(flags) | 1, flags)
  })
  expect((await importFrom(path, archive)).faults).toEqual([{ file: 'tweets.js', fault: 'encrypted', at: 0 }])
  expect(await kept()).toEqual([TWO])
})

test.each([80_000_000, 2_000_000_000])(
  'what says that it unpacks to %i bytes, out of a few, is left',
  async (size) => {
    const path = await patched(await packed(files), 'data/tweets.js', (bytes, entry, isListed) => {
      if (isListed) bytes.writeUInt32LE(size, entry + 24)
    })
    expect((await importFrom(path, archive)).faults).toEqual([
      { file: 'tweets.js', fault: 'too-large', at: 0 },
    ])
    expect(await kept()).toEqual([TWO])
  },
)

test('an entry that unpacks to more than it says is cut there', async () => {
  const path = await patched(await packed(files), 'data/tweets.js', (bytes, entry, isListed) => {
    if (isListed) bytes.writeUInt32LE(bytes.readUInt32LE(entry + 24) - 40, entry + 24)
  })
  expect((await importFrom(path, archive)).faults).toMatchObject([{ file: 'tweets.js', fault: 'damaged' }])
  expect(await kept()).toContain(TWO)
})

test.each(['../../tweets_media/1.mp4', '/ta/tweets_media/1-a.mp4', 'c:/ta/tweets_media/1.mp4'])(
  'a name that leads out of the archive, %s, is told and never written',
  async (name) => {
    const plain = 'data_/tweets_media/1-ab.mp4'.slice(0, name.length).padEnd(name.length, 'x')
    const media = [
      { path: plain, content: () => ['out'] },
      { path: 'data/tweets_media/2-b.mp4', content: () => ['in'] },
      { path: 'data/tweets_media/3-run.html', content: () => ['<script>'] },
      { path: 'data/tweets_media/.bashrc', content: () => ['no'] },
    ]
    const path = await patched(await packed([...files, ...media]), plain, (bytes, entry, isListed) => {
      bytes.write(name, entry + (isListed ? 46 : 30), 'latin1')
    })
    const report = await importFrom(path, archive)
    expect(report.faults).toEqual([{ file: name, fault: 'unsafe-name' }])
    const folder = join(await mkdtemp(join(tmpdir(), 'x-md-account-archive-')), 'a', 'b', 'media')
    const opened = await openArchiveFiles(path)
    expect(await extractMedia(opened, folder)).toMatchObject({ written: 1, skipped: 2, faults: [] })
    expect(await extractMedia(opened, folder)).toMatchObject({ written: 0, unchanged: 1 })
    await opened.close()
    expect(await readdir(folder)).toEqual(['2-b.mp4'])
    expect(await readdir(dirname(folder))).toEqual([basename(folder)])
  },
)

test('of a zip that broke off all is read that is there, and it says so', async () => {
  const many = (part: number) =>
    Array.from({ length: 400 }, (_, index) =>
      tweet(String(2_051_000_000_000_000_000n + BigInt(part * 1000 + index) * 4096n)),
    )
  const long = archiveOf({ 'tweets.js': tweetsFile(many(0)), 'tweets-part1.js': tweetsFile(many(1), 1) })
  const whole = await readFile(await packed(long))
  const folder = await mkdtemp(join(tmpdir(), 'x-md-account-archive-'))
  // Where it is unpacked to meanwhile.
  vi.stubEnv('TMPDIR', folder)
  const path = join(folder, 'cut.zip')
  const added: number[] = []
  for (const share of [0.3, 0.6, 0.98]) {
    await writeFile(path, whole.subarray(0, whole.length * share))
    const fresh = new SqliteArchive(IN_MEMORY)
    const report = await importFrom(path, fresh)
    await fresh.close()
    expect(report.faults[0]).toEqual({ file: path, fault: 'cut' })
    added.push(report.added)
  }
  expect(added[0]).toBeGreaterThan(50)
  expect(added[1]).toBeGreaterThan(Math.max(399, added[0] as number))
  expect(added[2]).toBe(800)
  await writeFile(path, 'PK\x03\x04 and nothing more')
  await expect(importFrom(path, archive)).rejects.toThrow(/cannot be read as a zip/)
  expect(await readdir(folder)).toEqual(['cut.zip'])
  vi.unstubAllEnvs()
})
