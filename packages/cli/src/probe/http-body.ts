import { setTimeout as pause } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { type Answer, MAX_ANSWER_BYTES } from './exchange.ts'
import { isRpc, parseJson, rpcAnswer } from './rpc-answer.ts'

interface BodyOptions {
  /** The Content-Type. */
  type: string
  /** Of the request; without one no answer is waited for in a stream. */
  id: number | undefined
  /** Is given what is read as it comes, so that it is there if the rest does not come. */
  onText: (text: string, bytes: number) => void
}

export interface Body {
  /** Found in an event stream. */
  answer?: Answer
  /** Messages that came before the answer. */
  before: number
  tooLarge: boolean
}

/** How long a stream that owes no answer is listened to. */
const LISTEN_MS = 1_000

/** Reads a body: an event stream up to the answer, anything else whole, and neither beyond the cap. */
export async function readBody(
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  { type, id, onText }: BodyOptions,
): Promise<Body> {
  const stream = type.toLowerCase().startsWith('text/event-stream') ? new EventReader(id) : undefined
  const decoder = new TextDecoder()
  let bytes = 0
  const read = async (): Promise<Body> => {
    for await (const chunk of body) {
      bytes += chunk.length
      const text = decoder.decode(chunk, { stream: true })
      onText(text, chunk.length)
      stream?.feed(text)
      if (stream?.answer) break
      if (bytes > MAX_ANSWER_BYTES) return { before: stream?.before ?? 0, tooLarge: true }
    }
    return { ...(stream?.answer && { answer: stream.answer }), before: stream?.before ?? 0, tooLarge: false }
  }
  if (!stream || id !== undefined) return read()
  // Such a stream may stay open for as long as it likes.
  const done = read().catch(() => undefined)
  const heard = await Promise.race([done, pause(LISTEN_MS, undefined, { ref: false })])
  body.destroy()
  return heard ?? { answer: stream.opened, before: stream.before, tooLarge: false }
}

/** Finds the answer among the events of a stream. */
class EventReader {
  readonly #id: number | undefined
  answer: Answer | undefined
  before = 0
  readonly #parser = createParser({ onEvent: ({ event, data }) => this.#take(event, data) })

  constructor(id: number | undefined) {
    this.#id = id
  }

  get opened(): Answer {
    return { kind: 'other', detail: 'an event stream, open' }
  }

  feed(text: string): void {
    this.#parser.feed(text)
  }

  #take(event: string | undefined, data: string): void {
    if (this.answer) return
    if (this.#id === undefined) {
      // The transport of 2024-11-05 names the address for messages first.
      const old = event === 'endpoint' ? 'HTTP+SSE of 2024-11-05: an event stream that names an endpoint' : ''
      this.answer = old ? { kind: 'other', detail: old } : this.opened
      return
    }
    const parsed = parseJson(data)
    this.answer = parsed && rpcAnswer(parsed.value, this.#id)
    if (!this.answer && parsed && isRpc(parsed.value)) this.before++
  }
}
