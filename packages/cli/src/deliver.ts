import { once } from 'node:events'
import { writeAtomically } from './atomic-write.ts'
import { answer, type Io, say } from './io.ts'
import { terminalJson } from './terminal-json.ts'

/** What a command found: text as it is, or a value that is shown as JSON. */
export type Answer = { text: string } | { json: unknown }

/**
 * Brings an answer to stdout or into a file, and says on stderr what was written. JSON is indented for a
 * person at a terminal and compact for everything else.
 */
export async function deliver(io: Io, found: Answer, file: string | undefined): Promise<void> {
  const text = 'text' in found ? found.text : terminalJson(found.json, file === undefined && isTerminal(io))
  if (file === undefined) return answer(io, text)
  const whole = text.endsWith('\n') ? text : `${text}\n`
  await writeAtomically(file, whole)
  say(io, `wrote ${file} (${Buffer.byteLength(whole)} bytes)`)
}

/** Brings an answer out piece by piece as it is made. A file gets all of it or stays as it was. */
export async function deliverPieces(
  io: Io,
  pieces: AsyncIterable<string>,
  file: string | undefined,
): Promise<void> {
  if (file === undefined) {
    for await (const piece of pieces) {
      if (!io.stdout.write(piece)) await once(io.stdout, 'drain')
    }
    return
  }
  let bytes = 0
  async function* counted(): AsyncGenerator<string> {
    for await (const piece of pieces) {
      bytes += Buffer.byteLength(piece)
      yield piece
    }
  }
  await writeAtomically(file, counted())
  say(io, `wrote ${file} (${bytes} bytes)`)
}

export function isTerminal(io: Io): boolean {
  return io.stdout.isTTY === true
}
