import { randomBytes } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { UsageError } from './usage-error.ts'

/**
 * Writes a file whole or not at all: into a neighbour first, which then takes the name. A file that is there
 * is replaced and keeps its permissions; a link to one stays a link.
 * @param text all of it, or its pieces as they come
 * @throws UsageError when the path names a folder, or its folder does not exist
 */
export async function writeAtomically(path: string, text: string | AsyncIterable<string>): Promise<void> {
  const target = resolve(path)
  const folder = dirname(target)
  if (!(await kindOf(folder))?.isDirectory()) {
    throw new UsageError(`${path} cannot be written: the folder ${folder} does not exist.`)
  }
  const existing = await kindOf(target)
  if (existing?.isDirectory()) throw new UsageError(`${path} is a folder; name a file in it.`)
  if (existing && !existing.isFile()) {
    // A device or pipe such as /dev/stdout has no neighbour to rename, and nothing to protect.
    const device = await open(target, 'w')
    return device.writeFile(text).finally(() => device.close())
  }
  const file = existing ? await realpath(target) : target
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    const handle = await open(temporary, 'wx', existing ? existing.mode & 0o777 : 0o666)
    try {
      if (existing) await handle.chmod(existing.mode & 0o777)
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
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
