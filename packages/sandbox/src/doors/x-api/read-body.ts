import type { Parameter } from './auth/base-string.ts'
import { readParts } from './multipart.ts'
import { invalidRequest, Problem } from './problem.ts'

/** A file and the fields beside it, of a multipart body. */
export interface Upload {
  fields: ReadonlyMap<string, string>
  file: Uint8Array | undefined
}

export interface Body {
  json: unknown
  /** Of a form body, which is signed. */
  form: Parameter[]
  upload: Upload | undefined
}

/** A segment of 5 MB in base64, and what stands around it. */
const LARGEST = 8_000_000
const EMPTY: Body = { json: undefined, form: [], upload: undefined }

/** Reads a body by its content type; throws a 413 past 8 MB and a 400 for one that is broken. */
export async function readBody(request: Request): Promise<Body> {
  if (request.body === null) return EMPTY
  const bytes = await bytesOf(request.body)
  const header = request.headers.get('content-type') ?? ''
  const type = header.split(';')[0]!.trim().toLowerCase()
  if (bytes.length === 0) return EMPTY
  if (type === 'application/x-www-form-urlencoded') {
    return { ...EMPTY, form: [...new URLSearchParams(new TextDecoder().decode(bytes))] }
  }
  if (type === 'multipart/form-data') return { ...EMPTY, upload: readMultipart(bytes, header) }
  try {
    return { ...EMPTY, json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown }
  } catch {
    throw invalidRequest([{ parameters: {}, message: 'Request body contains invalid JSON' }])
  }
}

function readMultipart(bytes: Uint8Array, contentType: string): Upload {
  const parts = readParts(bytes, contentType)
  if (!parts) throw invalidRequest([{ parameters: {}, message: 'Request body contains invalid form data' }])
  const fields = new Map<string, string>()
  let file: Uint8Array | undefined
  for (const { name, content } of parts) {
    if (name === 'media') file = content
    else fields.set(name, new TextDecoder().decode(content))
  }
  return { fields, file }
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    size += piece.length
    if (size > LARGEST) {
      throw new Problem(413, {
        title: 'Request Entity Too Large',
        type: 'about:blank',
        status: 413,
        detail: 'Request Entity Too Large',
      })
    }
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}
