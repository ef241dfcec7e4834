import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { AccountError } from '../../../errors.ts'

/** A file that may be read, open; whoever has it closes it. */
export interface OpenFile {
  readonly handle: FileHandle
  readonly size: number
}

/** What is wrong with a MEDIA_ROOT, as a sentence without its end; undefined where it can be used. */
export async function mediaRootFault(root: string): Promise<string | undefined> {
  if (!isAbsolute(root)) return 'MEDIA_ROOT has to be an absolute path'
  const found = await stat(root).catch(() => undefined)
  if (!found) return 'MEDIA_ROOT is a folder that does not exist, or cannot be looked into'
  return found.isDirectory() ? undefined : 'MEDIA_ROOT has to be a folder'
}

/**
 * Opens a plain file below a folder, and nothing else: no way out of the folder leads to a file, whatever is renamed
 * or linked meanwhile. Of what lies outside it tells nothing, not even whether it is there.
 * @param path absolute; a link is refused even where it leads to a file inside
 * @throws AccountError `media_outside_root`, or `invalid_argument` where there is no such file inside
 */
export async function openInside(root: string, path: string): Promise<OpenFile> {
  const border = await realpath(root)
  const isSpelledOut =
    isAbsolute(path) && !path.includes('\0') && !path.split(/[\\/]/).includes('..') && !/[\\/]\.?$/.test(path)
  if (!isSpelledOut || !(isInside(resolve(root), path) || isInside(border, path))) throw outside()
  const parent = await realpath(dirname(path)).catch(() => undefined)
  if (parent === undefined || (parent !== border && !isInside(border, parent))) throw outside()
  const file = resolve(parent, basename(path))
  const listed = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw outside()
    throw new AccountError('invalid_argument', 'There is no such file in MEDIA_ROOT.')
  })
  // Not even opened: a device may do something when it is.
  if (!listed.isFile()) throw outside()
  const handle = await open(file, FLAGS).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw outside()
    throw new AccountError('invalid_argument', 'The file in MEDIA_ROOT may not be read by this server.')
  })
  try {
    const found = await handle.stat()
    if (!found.isFile() || !(await isStillInside(handle, border, file))) throw outside()
    return { handle, size: found.size }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** A link in place of the file is not followed, a pipe in place of it not waited for. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Whether what was opened, not what had the name before or after, lies below the border. */
async function isStillInside(handle: FileHandle, border: string, file: string): Promise<boolean> {
  const opened = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined)
  if (opened !== undefined) return isInside(border, opened)
  // Where no path of an open file is to be had, the one that leads to the same file has to be inside.
  const [real, held] = await Promise.all([realpath(file), handle.stat({ bigint: true })])
  const there = await lstat(real, { bigint: true })
  return isInside(border, real) && there.dev === held.dev && there.ino === held.ino
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function outside(): AccountError {
  return new AccountError('media_outside_root')
}
