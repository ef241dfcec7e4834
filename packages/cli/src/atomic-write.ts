import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type FileHandle, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { UsageError } from './usage-error.ts'

/**
 * Writes a file whole or not at all: into a neighbour first, which then takes the name. A file that is there
 * is replaced and keeps its permissions; a link to one stays a link.
 * What ends the process takes the unfinished neighbour away, but for a kill that cannot be caught.
 * @param text all of it, or its pieces as they come
 * @returns bytes that were written
 * @throws UsageError when the path names a folder, or its folder does not exist
 */
export async function writeAtomically(
  path: string,
  text: string | AsyncIterable<string> | Iterable<string>,
): Promise<number> {
  const pieces = typeof text === 'string' ? [text] : text
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
    return writePieces(device, pieces).finally(() => device.close())
  }
  const file = existing ? await realpath(target) : target
  return withNeighbour(file, async (temporary) => {
    const handle = await open(temporary, 'wx', existing ? existing.mode & 0o777 : 0o666)
    try {
      if (existing) await handle.chmod(existing.mode & 0o777)
      const size = await writePieces(handle, pieces)
      await handle.sync()
      return size
    } finally {
      await handle.close()
    }
  })
}

/**
 * Writes one small file among many in a folder of ours: whole or not at all, but not yet on the disk when it returns.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  await withNeighbour(path, (temporary) => writeFile(temporary, text, { flag: 'wx' }))
}

async function withNeighbour<T>(file: string, write: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`)
  const remove = (): void => rmSync(temporary, { force: true })
  process.once('exit', remove)
  try {
    const result = await write(temporary)
    await rename(temporary, file)
    return result
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    process.removeListener('exit', remove)
  }
}

async function writePieces(
  handle: FileHandle,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<number> {
  let size = 0
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    await handle.writeFile(bytes)
    size += bytes.length
  }
  return size
}

async function kindOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
