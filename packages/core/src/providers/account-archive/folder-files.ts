import { createReadStream } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveFiles, DataFile, FileFault, MediaFile } from './archive-files.ts'
import { dataFolderIn, isDataName, isMediaPath } from './data-names.ts'

/** An account archive that was unpacked: the folder that holds `data`, or `data` itself. */
export class FolderFiles implements ArchiveFiles {
  readonly data: ReadonlyMap<string, DataFile>
  readonly media: ReadonlySet<string>
  readonly faults: readonly FileFault[] = []
  readonly #folder: string

  private constructor(folder: string, data: Map<string, DataFile>, media: Set<string>) {
    this.#folder = folder
    this.data = data
    this.media = media
  }

  static async open(path: string): Promise<FolderFiles> {
    const above = await namesIn(path)
    const below = (await namesIn(join(path, 'data'))).map((name) => `data/${name}`)
    const folder = join(path, dataFolderIn([...above, ...below]) ?? 'data')
    const data = new Map<string, DataFile>()
    const media = new Set<string>()
    for (const name of await namesIn(folder)) {
      const found = await lstat(join(folder, name))
      // A link may lead anywhere, and X's archives have none.
      if (found.isFile() && isDataName(name)) data.set(name, { name, size: found.size })
      if (!found.isDirectory() || !isMediaPath(`${name}/file`)) continue
      for (const file of await namesIn(join(folder, name))) media.add(`${name}/${file}`)
    }
    return new FolderFiles(folder, data, media)
  }

  /** A folder has no checksums. */
  async isIntact(): Promise<boolean> {
    return true
  }

  read({ name }: DataFile): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.#folder, name))
  }

  async *eachMedia(): AsyncGenerator<MediaFile> {
    for (const path of this.media) {
      const whole = join(this.#folder, path)
      const found = await lstat(whole)
      if (found.isFile()) yield { path, size: found.size, read: () => createReadStream(whole) }
    }
  }

  async close(): Promise<void> {}
}

/** Nothing for a folder that is not there. */
async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(folder)) names.push(name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return names.sort()
}
