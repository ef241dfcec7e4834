/**
 * The body of a request as text.
 * @returns undefined when it is larger than `maxBytes`; then it is not read to its end
 */
export async function readBody(request: Request, maxBytes: number): Promise<string | undefined> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (length > maxBytes) return undefined
  // Its framing holds a body to the length that it tells.
  if (length >= 0) return request.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
