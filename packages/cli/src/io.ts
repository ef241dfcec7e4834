import type { Readable, Writable } from 'node:stream'

/** What a command may touch of the process that it runs in. */
export interface Io {
  readonly stdin: Readable
  /** Answers only. */
  readonly stdout: Writable & { readonly isTTY?: boolean }
  /** Everything else. */
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Writes a line for people. */
export function say(io: Io, line: string): void {
  io.stderr.write(`${line}\n`)
}

/** Writes an answer, with one newline at its end, and waits until it is out. */
export function answer(io: Io, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    io.stdout.write(text.endsWith('\n') ? text : `${text}\n`, (error) => (error ? reject(error) : resolve()))
  })
}
