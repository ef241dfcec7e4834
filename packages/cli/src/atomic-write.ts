import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { UsageError } from './usage-error.ts'

/**
 * Writes a file whole or not at all: into a neighbour first, which then takes the name. A file that is there
 * is replaced and keeps its permissions.
 * @throws UsageError when the path names a folder, or its folder does not exist
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const target = resolve(path)
  const folder = dirname(target)
  if (!(await kindOf(folder))?.isDirectory()) {
    throw new UsageError(`${path} cannot be written: the folder ${folder} does not exist.`)
  }
  const existing = await kindOf(target)
  if (existing?.isDirectory()) throw new UsageError(`${path} is a folder; name a file in it.`)
  if (existing && !existing.isFile()) {
    // A device or pipe such as /dev/stdout has no neighbour to rename, and nothing to protect.
    const file = await open(target, 'w')
    return file.writeFile(text).finally(() => file.close())
  }
  const temporary = join(folder, `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    const file = await open(temporary, 'wx', existing ? existing.mode & 0o777 : 0o666)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function kindOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
