/** A part of a multipart body. */
export interface MultipartPart {
  name: string
  content: Uint8Array
}

const BREAK = Buffer.from('\r\n\r\n')

/**
 * Reads a multipart body (RFC 7578). What `Request.formData` reads too, but for one thing: clients send files
 * without a name, which that takes for text.
 * @returns undefined for a body that is none
 */
export function readParts(bytes: Uint8Array, contentType: string): MultipartPart[] | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: MultipartPart[] = []
  // The first delimiter may open the body.
  let at = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2)) ? -2 : body.indexOf(delimiter)
  if (at < -2 || at === -1) return undefined
  for (;;) {
    const start = at + delimiter.length
    if (body.subarray(start, start + 2).toString() === '--') return parts
    const end = body.indexOf(delimiter, start)
    const head = body.indexOf(BREAK, start)
    if (end < 0 || head < 0 || head > end) return undefined
    const name = /^content-disposition:\s*form-data\s*;.*?\bname="([^"]*)"/im.exec(
      body.subarray(start, head).toString(),
    )?.[1]
    if (name === undefined) return undefined
    // Content that is empty ends where its head does.
    parts.push({ name, content: body.subarray(Math.min(head + BREAK.length, end), end) })
    at = end
  }
}
