import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../atomic-write.ts'

/** What has become of the files of an export. */
export interface NoteCounts {
  written: number
  unchanged: number
  /** Somebody has changed them since they were written, so they were left alone. */
  edited: number
  removed: number
}

export interface NoteFolderOptions {
  /** Where the notes are. */
  folder: string
  /** The file that remembers which of them are ours, and what we wrote. */
  record: string
  counts: NoteCounts
  /** Write over what somebody has changed, too. */
  overwrite: boolean
}

/**
 * A folder of notes that is brought up to date. What it holds already stays untouched, to the time of its last
 * change; what somebody else wrote or changed stays, too. The record is a line a note, `hash name`; while notes are
 * written it only grows, so that after a crash any hash that stands there for a note is known to be ours.
 */
export class NoteFolder {
  readonly #options: NoteFolderOptions
  readonly #known = new Map<string, Set<string>>()
  readonly #now = new Map<string, string>()
  #isChanged = false

  private constructor(options: NoteFolderOptions) {
    this.#options = options
  }

  static async open(options: NoteFolderOptions): Promise<NoteFolder> {
    const notes = new NoteFolder(options)
    await mkdir(options.folder, { recursive: true })
    const lines = ((await textOf(options.record)) ?? '').split('\n')
    for (const line of lines) {
      const [, hash, name] = /^([0-9a-f]{16}) (\S+)$/.exec(line) ?? []
      if (hash && name) notes.#known.set(name, (notes.#known.get(name) ?? new Set()).add(hash))
    }
    return notes
  }

  /** @param name of the note, without its ending */
  async put(name: string, text: string): Promise<void> {
    const { record, counts, overwrite } = this.#options
    const hash = hashOf(text)
    const path = this.#pathOf(name)
    const current = await textOf(path)
    if (current === text) {
      counts.unchanged++
      this.#now.set(name, hash)
      this.#isChanged ||= !this.#known.get(name)?.has(hash)
      return
    }
    if (current !== undefined && !overwrite && !this.#isOurs(name, current)) {
      counts.edited++
      const [last] = [...(this.#known.get(name) ?? [])].slice(-1)
      if (last) this.#now.set(name, last)
      return
    }
    await appendFile(record, `${hash} ${name}\n`)
    await replaceFile(path, text)
    this.#now.set(name, hash)
    this.#isChanged = true
    counts.written++
  }

  /**
   * Ends the work on this folder.
   * @param isStale whether a note of ours that was not put again is to go: its post is in another note now, or gone
   */
  async finish(isStale: (name: string) => boolean): Promise<void> {
    for (const [name, hashes] of this.#known) {
      if (this.#now.has(name)) continue
      const current = await textOf(this.#pathOf(name))
      const [last] = [...hashes].slice(-1)
      if (current === undefined) this.#isChanged = true
      else if (isStale(name) && this.#isOurs(name, current)) {
        await rm(this.#pathOf(name))
        this.#options.counts.removed++
        this.#isChanged = true
      } else if (last) this.#now.set(name, last)
    }
    if (!this.#isChanged && [...this.#known.values()].every((hashes) => hashes.size === 1)) return
    const lines = [...this.#now].map(([name, hash]) => `${hash} ${name}\n`).sort()
    await replaceFile(this.#options.record, lines.join(''))
  }

  #isOurs(name: string, text: string): boolean {
    return this.#known.get(name)?.has(hashOf(text)) ?? false
  }

  #pathOf(name: string): string {
    return join(this.#options.folder, `${name}.md`)
  }
}

/** Names in a folder; none where there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

export async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
