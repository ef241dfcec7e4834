import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Io } from './io.ts'
import { UsageError } from './usage-error.ts'

/** More than any answer of an upstream; enough to stop at before memory runs out. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads a JSON document from a file, or from standard input for `-`.
 * @throws UsageError saying why it cannot be read
 */
export async function readJsonInput(io: Io, path: string): Promise<unknown> {
  const name = path === '-' ? 'Standard input' : path
  const text = await readCapped(path === '-' ? io.stdin : await openFile(path), name)
  if (text.trim() === '') throw new UsageError(`${name} is empty; a JSON document is expected.`)
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message quotes the document, which is text by strangers.
    throw new UsageError(`${name} is not JSON.`)
  }
}

async function openFile(path: string): Promise<Readable> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(error.code === 'ENOENT' ? `${path} does not exist.` : `${path}: ${error.message}.`)
  })
  if (found.isDirectory()) throw new UsageError(`${path} is a folder; name a file in it.`)
  return createReadStream(path)
}

async function readCapped(stream: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > MAX_BYTES) {
      stream.destroy()
      throw new UsageError(`${name} is larger than ${MAX_BYTES / 1024 / 1024} MiB.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}
