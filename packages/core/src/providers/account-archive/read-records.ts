import { ArchiveFileError, type ArchiveFiles, type DataFile, type FileFaultKind } from './archive-files.ts'
import { type Piece, RecordSplitter } from './split-records.ts'
import { asUtf8 } from './utf8.ts'

export type ReadPiece = Piece | { at: number; fault: FileFaultKind }

/**
 * Reads a data file of an account archive, record by record. What cannot be read comes as a fault in its place, with
 * about how many bytes stand before it; it throws nothing. A file that is damaged is read up to the first fault: what
 * follows may look like a post and not be what was written.
 * @param wrapper the name that each record stands under, such as `tweet`; it is taken off
 */
export async function* readRecords(
  files: ArchiveFiles,
  file: DataFile,
  wrapper: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<ReadPiece> {
  const splitter = new RecordSplitter(wrapper)
  const isIntact = await files.isIntact(file)
  try {
    for await (const chunk of asUtf8(counted(files.read(file), onBytes))) {
      for (const piece of splitter.push(chunk)) {
        if (!isIntact && 'fault' in piece) return yield { at: piece.at, fault: 'damaged' }
        yield unwrapped(piece, wrapper)
      }
    }
  } catch (error) {
    const fault = error instanceof ArchiveFileError ? error.fault : 'damaged'
    yield { at: splitter.length, fault }
    return
  }
  yield* splitter.end().map((piece) => unwrapped(piece, wrapper))
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes?.(chunk.length)
    yield chunk
  }
}

function unwrapped(piece: Piece, wrapper: string): Piece {
  if (!('record' in piece)) return piece
  const { [wrapper]: inner } = piece.record as Record<string, unknown>
  return inner === undefined ? piece : { at: piece.at, record: inner }
}

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

/** The manifest is one object, `window.__THAR_CONFIG = {…}`. @returns undefined for one that cannot be read */
export async function readManifest(files: ArchiveFiles): Promise<unknown> {
  const file = files.data.get('manifest.js')
  if (!file || file.size > MAX_MANIFEST_BYTES) return undefined
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of asUtf8(files.read(file))) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
