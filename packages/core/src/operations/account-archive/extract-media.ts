import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  ArchiveFileError,
  type ArchiveFiles,
  type FileFaultKind,
  type MediaFile,
} from '../../providers/account-archive/archive-files.ts'

export interface ExtractedMedia {
  written: number
  bytes: number
  /** Files that stood there already, of the same size. */
  unchanged: number
  /** Names that X gives no media file. */
  skipped: number
  /** Files that could not be read; the first hundred. */
  faults: { file: string; fault: FileFaultKind }[]
}

/** As X names them: the post's id, then letters and digits; and nothing but pictures and films. */
const SAFE_NAME = /^\d{1,19}-[\w-]{1,120}\.(?:jpe?g|png|gif|webp|mp4|mov)$/i
const MAX_NAMED_FAULTS = 100

/**
 * Writes the media files of an account archive into a folder, by their own names. A file is there whole or not at all,
 * and one that is there already is not written again.
 * @throws Error of the file system when the folder cannot be written
 */
export async function extractMedia(
  files: ArchiveFiles,
  folder: string,
  onProgress?: (progress: { files: number; bytes: number }) => void,
): Promise<ExtractedMedia> {
  await mkdir(folder, { recursive: true })
  const result: ExtractedMedia = { written: 0, bytes: 0, unchanged: 0, skipped: 0, faults: [] }
  for await (const file of files.eachMedia()) {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    if (!SAFE_NAME.test(name)) result.skipped++
    else if ((await sizeOf(join(folder, name))) === file.size) result.unchanged++
    else {
      try {
        await writeWhole(file, join(folder, name))
        result.written++
        result.bytes += file.size
      } catch (error) {
        if (!(error instanceof ArchiveFileError)) throw error
        if (result.faults.length < MAX_NAMED_FAULTS)
          result.faults.push({ file: file.path, fault: error.fault })
      }
    }
    onProgress?.({ files: result.written + result.unchanged, bytes: result.bytes })
  }
  return result
}

async function writeWhole(file: MediaFile, path: string): Promise<void> {
  const part = `${path}.part`
  try {
    await pipeline(file.read(), createWriteStream(part, { mode: 0o600 }))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}
