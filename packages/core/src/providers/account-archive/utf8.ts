/**
 * The bytes of a text file as UTF-8. X writes that; an editor in between may have made UTF-16 of it, which a mark at
 * its beginning tells.
 */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst) {
      const encoding = encodingOf(chunk)
      if (encoding) decoder = new TextDecoder(encoding)
    }
    isFirst = false
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
  }
}

function encodingOf([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}
