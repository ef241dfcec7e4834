import { open, stat } from 'node:fs/promises'
import { type ArchiveFiles, NoArchiveError } from './archive-files.ts'
import { FolderFiles } from './folder-files.ts'
import { SalvagedFiles } from './salvaged-files.ts'
import { ZipFiles } from './zip-files.ts'

/**
 * Opens an account archive: a zip, or the folder that it was unpacked to.
 * @throws NoArchiveError when there is nothing, or something else
 */
export async function openArchiveFiles(path: string): Promise<ArchiveFiles> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new NoArchiveError(`There is no ${path}.`)
  const files = found.isDirectory() ? await FolderFiles.open(path) : await openZip(path)
  if (files.data.size > 0) return files
  await files.close()
  throw new NoArchiveError(
    `${path} is no account archive of X: it has no data/account.js and no data/tweets.js.`,
  )
}

async function openZip(path: string): Promise<ArchiveFiles> {
  try {
    return await ZipFiles.open(path)
  } catch (error) {
    if (!(error instanceof NoArchiveError) || !(await beginsAsZip(path))) throw error
    const salvaged = await SalvagedFiles.open(path)
    if (salvaged.data.size > 0) return salvaged
    await salvaged.close()
    throw error
  }
}

async function beginsAsZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}
