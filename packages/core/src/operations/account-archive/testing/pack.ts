import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ArchiveFile } from '@x-md/sandbox/account-archive/archive.ts'
import { zipOf } from '@x-md/sandbox/account-archive/zip.ts'

/** Packs files into a zip in a folder of its own. @returns its path */
export async function packed(files: readonly ArchiveFile[], at = Date.UTC(2026, 10, 1)): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'x-md-account-archive-')), 'twitter.zip')
  await pipeline(zipOf(files, at), createWriteStream(path))
  return path
}

/** Writes files into a folder of its own, as whoever unpacks a zip does. @returns the folder */
export async function unpacked(files: readonly ArchiveFile[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'x-md-account-archive-'))
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), [...content()].join(''))
  }
  return folder
}

/** The smallest archive: an account and these data files. */
export function archiveOf(data: Readonly<Record<string, string>>): ArchiveFile[] {
  const files = {
    'account.js': `window.YTD.account.part0 = [{"account":{"username":"wren_example","accountId":"4711","createdAt":"2011-06-23T13:04:14.000Z","accountDisplayName":"Wren"}}]`,
    ...data,
  }
  return Object.entries(files).map(([name, text]) => ({ path: `data/${name}`, content: () => [text] }))
}

/** A data file that holds posts. */
export function tweetsFile(tweets: readonly object[], part = 0): string {
  return `window.YTD.tweets.part${part} = ${JSON.stringify(
    tweets.map((tweet) => ({ tweet })),
    undefined,
    2,
  )}`
}
