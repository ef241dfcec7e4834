/** The files of an account archive that X gives its users, in its zip or unpacked. */
export interface ArchiveFiles {
  /** The data files by their names in the data folder, such as `tweets-part1.js`. */
  readonly data: ReadonlyMap<string, DataFile>
  /** Where the media files stand: paths below the data folder, such as `tweets_media/20-abc.jpg`. */
  readonly media: ReadonlySet<string>
  /** What could not be listed. */
  readonly faults: readonly FileFault[]
  /** Whether all bytes of a file come, and are those that were packed. It takes as long as reading them. */
  isIntact(file: DataFile): Promise<boolean>
  /** @throws ArchiveFileError, at once or after some of the bytes */
  read(file: DataFile): AsyncIterable<Uint8Array>
  /** Goes through the media files once more, to read each of them. */
  eachMedia(): AsyncIterable<MediaFile>
  close(): Promise<void>
}

export interface DataFile {
  readonly name: string
  /** Bytes, unpacked. */
  readonly size: number
}

export interface MediaFile {
  /** Below the data folder. */
  readonly path: string
  readonly size: number
  /** @throws ArchiveFileError */
  read(): AsyncIterable<Uint8Array>
}

export type FileFaultKind =
  /** The zip is cut off, and with it the list of its files. */
  | 'cut'
  | 'damaged'
  | 'encrypted'
  /** Larger than anything that X writes, or packed as only a trap is. */
  | 'too-large'
  /** A name that leads out of the archive. */
  | 'unsafe-name'

export interface FileFault {
  readonly file: string
  readonly kind: FileFaultKind
}

/** A file of an account archive that cannot be read, or not to its end. */
export class ArchiveFileError extends Error {
  override readonly name = 'ArchiveFileError'
  readonly fault: FileFaultKind

  constructor(fault: FileFaultKind, message: string) {
    super(message)
    this.fault = fault
  }
}

/** What was named is no account archive. Its message is for whoever named it. */
export class NoArchiveError extends Error {
  override readonly name = 'NoArchiveError'
}
