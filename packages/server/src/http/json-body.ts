import { XmdError } from '@x-md/core/errors.ts'
import type { Context } from 'hono'

/** The largest body of a request that is read, in bytes. */
const MAX_BYTES = 64 * 1024

/**
 * Reads the body of a request as JSON; an empty one is an empty object. It stops reading at the size cap.
 * @throws XmdError `invalid_body`
 */
export async function readJsonBody(c: Context): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new XmdError('invalid_body', `The body is larger than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  if (size === 0) return {}
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw new XmdError('invalid_body', 'The body is not a JSON document in UTF-8.')
  }
}
