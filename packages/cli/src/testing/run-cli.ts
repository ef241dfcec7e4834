import { Readable, Writable } from 'node:stream'
import type { Io } from '../io.ts'
import { run } from '../run.ts'

export interface CliResult {
  code: number
  stdout: string
  stderr: string
}

export interface CliOptions {
  /** Instead of this process's environment, so that a test says all that it depends on. */
  env?: Record<string, string>
  stdin?: string | Uint8Array
  /** Whether stdout is a terminal. */
  terminal?: boolean
  /** Whether there is somebody at stdin and stderr. */
  attended?: boolean
}

/** Runs a command line in this process, with streams of its own. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const [stdout, stderr] = [capture(options.terminal), capture(options.attended)]
  const io: Io = {
    stdin: Object.assign(Readable.from([Buffer.from(options.stdin ?? '')]), {
      isTTY: options.attended === true,
    }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: options.env ?? {},
  }
  const code = await run(args, io)
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

function capture(isTTY = false) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream: Object.assign(stream, { isTTY }), text: () => Buffer.concat(chunks).toString('utf8') }
}
