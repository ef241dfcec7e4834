import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate'
import type { ArchiveFiles, DataFile, FileFault, MediaFile } from './archive-files.ts'
import { isDataName } from './data-names.ts'
import { FolderFiles } from './folder-files.ts'

/** Bytes of data files that are brought home at most. */
const MAX_BYTES = 2 ** 32
/** Unpacked at one time: X's texts come to some twenty times this. */
const CHUNK_BYTES = 64 * 1024

/**
 * The data files of a zip whose end is lost, and with it the list of its files: what a download leaves that broke off.
 * They are read from its beginning on, as far as it goes, into a folder that goes again when they are closed.
 */
export class SalvagedFiles implements ArchiveFiles {
  readonly data: ReadonlyMap<string, DataFile>
  /** Media files stay in the zip. */
  readonly media: ReadonlySet<string> = new Set()
  readonly faults: readonly FileFault[]
  readonly #files: FolderFiles
  readonly #folder: string

  private constructor(files: FolderFiles, folder: string, faults: readonly FileFault[]) {
    this.#files = files
    this.#folder = folder
    this.data = files.data
    this.faults = faults
  }

  static async open(path: string): Promise<SalvagedFiles> {
    const folder = await mkdtemp(join(tmpdir(), 'x-md-salvaged-'))
    try {
      await mkdir(join(folder, 'data'))
      const isTooLarge = await salvage(path, join(folder, 'data'))
      const faults: FileFault[] = [{ file: path, kind: 'cut' }]
      if (isTooLarge) faults.push({ file: path, kind: 'too-large' })
      return new SalvagedFiles(await FolderFiles.open(folder), folder, faults)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  isIntact(): Promise<boolean> {
    return this.#files.isIntact()
  }

  read(file: DataFile): AsyncIterable<Uint8Array> {
    return this.#files.read(file)
  }

  async *eachMedia(): AsyncGenerator<MediaFile> {}

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** @returns whether there was more than is brought home */
async function salvage(path: string, folder: string): Promise<boolean> {
  const written = new Map<string, FileHandle>()
  // The library gives bytes while it is given some; they are written before it gets more.
  let waiting: { name: string; bytes: Uint8Array }[] = []
  let total = 0
  const unzip = new Unzip((file: UnzipFile) => {
    const name = file.name.slice(file.name.lastIndexOf('/') + 1)
    if (!isDataName(name) || file.name.startsWith('__MACOSX/') || written.has(name)) return
    if (waiting.some((one) => one.name === name)) return
    file.ondata = (error, bytes) => {
      if (!error) waiting.push({ name, bytes })
    }
    waiting.push({ name, bytes: new Uint8Array() })
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      if (!push(unzip, chunk as Buffer)) break
      for (const { name, bytes } of waiting) {
        total += bytes.length
        if (total > MAX_BYTES) return true
        const file = written.get(name) ?? (await open(join(folder, name), 'wx', 0o600))
        written.set(name, file)
        await file.write(bytes)
      }
      waiting = []
    }
  } finally {
    for (const file of written.values()) await file.close()
  }
  return false
}

/** @returns false for bytes that are no zip, after which nothing can be read */
function push(unzip: Unzip, chunk: Uint8Array): boolean {
  try {
    unzip.push(chunk, false)
    return true
  } catch {
    return false
  }
}
