import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ArchiveFile } from './archive.ts'

/** Packs files as they are written. @param at the time that each file says it is from, Unix milliseconds */
export function zipOf(files: readonly ArchiveFile[], at: number): Readable {
  const zip = new ZipFile()
  const options = { mtime: new Date(at), mode: 0o100644 }
  for (const { path, content } of files) {
    zip.addReadStreamLazy(path, options, (give) => give(null, Readable.from(bytesOf(content()))))
  }
  zip.end()
  return zip.outputStream as Readable
}

function* bytesOf(texts: Iterable<string>): Generator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}
