import { sleep } from './delay.ts'

const PIECES = 20
const GIBIBYTE = 2 ** 30
const CHUNK = 65_536

/** A body in twenty pieces, with a wait before each. */
export function slowBody(body: Uint8Array<ArrayBuffer>, wait: () => number): ReadableStream<Uint8Array> {
  const size = Math.max(1, Math.ceil(body.length / PIECES))
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      await sleep(wait())
      if (at < body.length) controller.enqueue(body.subarray(at, at + size))
      at += size
      if (at >= body.length) controller.close()
    },
  })
}

/** The beginning of a body, then `cut` resets the connection: the rest is awaited in vain. */
export function cutBody(body: Uint8Array<ArrayBuffer>, cut: () => void): ReadableStream<Uint8Array> {
  let sent = false
  return new ReadableStream({
    async pull(controller) {
      if (!sent && body.length > 0) {
        sent = true
        controller.enqueue(body)
        return
      }
      // Time for the bytes to leave, since a reset takes what still waits along.
      await sleep(20)
      cut()
      await new Promise(() => {})
    },
  })
}

/** A JSON text of a size, made as it is read: nobody holds it whole. */
export function hugeBody(bytes = GIBIBYTE): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const filler = encoder.encode('a'.repeat(CHUNK))
  const head = encoder.encode('{"code":200,"status":{"type":"status","text":"')
  const tail = encoder.encode('"}}')
  let left = Math.max(0, bytes - head.length - tail.length)
  let opened = false
  return new ReadableStream(
    {
      pull(controller) {
        if (!opened) {
          opened = true
          controller.enqueue(head)
        } else if (left > 0) {
          controller.enqueue(filler.subarray(0, Math.min(left, CHUNK)))
          left -= CHUNK
        } else {
          controller.enqueue(tail)
          controller.close()
        }
      },
    },
    { highWaterMark: 1 },
  )
}
