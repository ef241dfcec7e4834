import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaFiles } from '@x-md/core/upstream/media-files.ts'
import { UpstreamError } from '@x-md/core/upstream/upstream-error.ts'
import { fileTypeFromFile } from 'file-type'

export interface MediaCounts {
  fetched: number
  /** They stay linked where X has them. */
  failed: number
}

/** A folder of pictures and videos. What is there is not fetched again; what was broken off goes on where it ended. */
export class MediaFolder {
  readonly #folder: string
  readonly #media: MediaFiles
  readonly #counts: MediaCounts

  constructor(folder: string, media: MediaFiles, counts: MediaCounts) {
    this.#folder = folder
    this.#media = media
    this.#counts = counts
  }

  /**
   * Fetches what is missing.
   * @returns the names of those that are there then
   */
  async fill(files: readonly { url: string; name: string }[]): Promise<Set<string>> {
    const there = new Set<string>()
    if (files.length > 0) await mkdir(this.#folder, { recursive: true })
    for (const { url, name } of files) {
      const path = join(this.#folder, name)
      if ((await sizeOf(path)) > 0) there.add(name)
      else if (this.#media.canFetch(url)) {
        try {
          await this.#fetch(url, path)
          there.add(name)
          this.#counts.fetched++
        } catch (error) {
          // A file that is gone keeps no note from being written.
          if (!(error instanceof UpstreamError)) throw error
          this.#counts.failed++
        }
      }
    }
    return there
  }

  async #fetch(url: string, path: string): Promise<void> {
    const part = `${path}.part`
    const { from, kind, bytes } = await this.#begin(url, part)
    const file = await open(part, from > 0 ? 'a' : 'w')
    try {
      for await (const chunk of bytes) await file.write(chunk)
    } finally {
      await file.close()
    }
    // A page that says why there is no picture may call itself one.
    const found = await fileTypeFromFile(part)
    if (found?.mime.split('/')[0] !== kind) {
      await rm(part)
      throw new UpstreamError('body', 'A media host sent something that is neither a picture nor a video')
    }
    await rename(part, path)
  }

  async #begin(url: string, part: string) {
    const from = await sizeOf(part)
    try {
      return await this.#media.fetch(url, { from })
    } catch (error) {
      // 416: there is nothing behind what we have, so that is not the file.
      if (from === 0 || !(error instanceof UpstreamError) || error.status !== 416) throw error
      await rm(part)
      return this.#media.fetch(url)
    }
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
