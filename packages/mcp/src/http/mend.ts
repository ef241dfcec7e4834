import { mended } from '../mended.ts'
import type { Id } from './messages.ts'

/** How a line of an event begins that holds a message. */
const DATA = 'data: '

/**
 * A message of the SDK as it should be, and without a null where the newest revision has no id.
 * @param method of the request that it answers to
 */
export function mend(text: string, isLegacy: boolean, method?: string): string {
  if (!/"(?:error|supportedVersions)":/.test(text)) return text
  const message = JSON.parse(text) as { id?: Id | null }
  if (!isLegacy && message.id === null) delete message.id
  return JSON.stringify(mended(message, method))
}

/** The same for a stream of events. */
export function mendedEvents(
  body: ReadableStream<Uint8Array>,
  isLegacy: boolean,
  method?: string,
): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const mendLine = (line: string) =>
    line.startsWith(DATA) ? DATA + mend(line.slice(DATA.length), isLegacy, method) : line
  let rest = ''
  const mending = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) controller.enqueue(encoder.encode(`${lines.map(mendLine).join('\n')}\n`))
    },
    flush(controller) {
      if (rest) controller.enqueue(encoder.encode(mendLine(rest)))
    },
  })
  return body.pipeThrough(mending)
}
