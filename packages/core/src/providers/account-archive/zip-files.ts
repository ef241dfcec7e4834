import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import {
  ArchiveFileError,
  type ArchiveFiles,
  type DataFile,
  type FileFault,
  type MediaFile,
  NoArchiveError,
} from './archive-files.ts'
import { dataFolderIn, isDataName, isMediaPath } from './data-names.ts'

/** X writes a new part when a data file comes to about 100 MB; the largest video that it takes has 16 GB. */
const MAX_DATA_BYTES = 2 ** 30
const MAX_MEDIA_BYTES = 2 ** 34
/** Beyond this size, what is packed closer than texts can be is a trap. */
const SMALL_BYTES = 2 ** 26
const MAX_RATIO = 200
/** Media files that are known by name, of an account that posts a hundred a day for thirty years. */
const MAX_MEDIA_FILES = 1_000_000
const MAX_DATA_FILES = 10_000
const MAX_NAMED_FAULTS = 100

interface ZipData extends DataFile {
  readonly entry: Entry
}

/** An account archive as X gives it: a zip, of which nothing is unpacked but what is read. */
export class ZipFiles implements ArchiveFiles {
  readonly data: ReadonlyMap<string, ZipData>
  readonly media: ReadonlySet<string>
  readonly faults: readonly FileFault[]
  readonly #path: string
  readonly #zip: ZipFile
  readonly #folder: string

  private constructor(
    path: string,
    zip: ZipFile,
    found: { folder: string; data: Map<string, ZipData>; media: Set<string>; faults: FileFault[] },
  ) {
    this.#path = path
    this.#zip = zip
    this.#folder = found.folder
    this.data = found.data
    this.media = found.media
    this.faults = found.faults
  }

  /** @throws NoArchiveError when it is no zip */
  static async open(path: string): Promise<ZipFiles> {
    const zip = await openZip(path)
    const entries = new Map<string, Entry>()
    const media: string[] = []
    const faults: FileFault[] = []
    try {
      for await (const entry of zip.eachEntry()) {
        const name = safeName(entry)
        if (name === undefined) {
          if (faults.length < MAX_NAMED_FAULTS) faults.push({ file: rawName(entry), kind: 'unsafe-name' })
        } else if (isDataName(baseOf(name, 1)) && entries.size < MAX_DATA_FILES) entries.set(name, entry)
        else if (isMediaPath(baseOf(name, 2)) && media.length < MAX_MEDIA_FILES) media.push(name)
      }
    } catch (error) {
      // What was listed before the damage can be read still.
      faults.push({ file: path, kind: 'damaged' })
      if (entries.size === 0)
        throw new NoArchiveError(`${path} cannot be read as a zip: ${messageOf(error)}.`)
    }
    const folder = dataFolderIn(entries.keys()) ?? ''
    const data = new Map<string, ZipData>()
    for (const [path, entry] of entries) {
      const name = path.slice(folder.length)
      if (path.startsWith(folder) && isDataName(name))
        data.set(name, { name, size: entry.uncompressedSize, entry })
    }
    const below = media.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length))
    return new ZipFiles(path, zip, { folder, data, media: new Set(below.filter(isMediaPath)), faults })
  }

  async isIntact(file: DataFile): Promise<boolean> {
    try {
      for await (const _ of this.read(file));
      return true
    } catch (error) {
      return error instanceof ArchiveFileError && error.fault !== 'damaged'
    }
  }

  async *read({ name }: DataFile): AsyncGenerator<Uint8Array> {
    const file = this.data.get(name)
    if (file) yield* contentOf(this.#zip, file.entry, MAX_DATA_BYTES)
  }

  async *eachMedia(): AsyncGenerator<MediaFile> {
    const zip = await openZip(this.#path)
    try {
      for await (const entry of zip.eachEntry()) {
        const path = safeName(entry)?.slice(this.#folder.length)
        if (path === undefined || !this.media.has(path)) continue
        yield { path, size: entry.uncompressedSize, read: () => contentOf(zip, entry, MAX_MEDIA_BYTES) }
      }
    } finally {
      zip.close()
    }
  }

  async close(): Promise<void> {
    this.#zip.close()
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    // Names are decoded here, one by one: a bad one must not end the list of the others.
    return await yauzl.openPromise(path, { autoClose: false, decodeStrings: false })
  } catch (error) {
    throw new NoArchiveError(
      `${path} cannot be read as a zip: ${messageOf(error)}. A download that broke off ends so.`,
    )
  }
}

function rawName({ fileNameRaw }: Entry): string {
  return fileNameRaw.toString('latin1')
}

/** @returns undefined for a name that could lead out of a folder */
function safeName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string | undefined {
  const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  return yauzl.validateFileName(name) === null && !name.includes('\0') ? name : undefined
}

/** The last segments of a path. */
function baseOf(path: string, segments: number): string {
  return path.split('/').slice(-segments).join('/')
}

async function* contentOf(zip: ZipFile, entry: Entry, maxBytes: number): AsyncGenerator<Uint8Array> {
  const { uncompressedSize, compressedSize } = entry
  if (entry.isEncrypted()) throw new ArchiveFileError('encrypted', 'It is encrypted')
  if (
    uncompressedSize > maxBytes ||
    (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MAX_RATIO)
  ) {
    throw new ArchiveFileError('too-large', `It says that it unpacks to ${uncompressedSize} bytes`)
  }
  let sum = 0
  try {
    // The library lets no more come out than the entry says.
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum)
      yield chunk as Buffer
    }
  } catch (error) {
    throw new ArchiveFileError('damaged', messageOf(error))
  }
  if (sum !== entry.crc32) throw new ArchiveFileError('damaged', 'Its checksum is another')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
