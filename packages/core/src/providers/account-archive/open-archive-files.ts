import { stat } from 'node:fs/promises'
import { type ArchiveFiles, NoArchiveError } from './archive-files.ts'
import { FolderFiles } from './folder-files.ts'
import { ZipFiles } from './zip-files.ts'

/**
 * Opens an account archive: a zip, or the folder that it was unpacked to.
 * @throws NoArchiveError when there is nothing, or something else
 */
export async function openArchiveFiles(path: string): Promise<ArchiveFiles> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new NoArchiveError(`There is no ${path}.`)
  const files = found.isDirectory() ? await FolderFiles.open(path) : await ZipFiles.open(path)
  if (files.data.size > 0) return files
  await files.close()
  throw new NoArchiveError(
    `${path} is no account archive of X: it has no data/account.js and no data/tweets.js.`,
  )
}
