import { type ExitReport, StdioConnection, type StdioNoise } from './stdio-connection.ts'
import type { Connection, Target } from './target.ts'

export interface StdioTargetOptions {
  env: Readonly<Record<string, string | undefined>>
  timeoutMs: number
}

/** Lines of a kind that are shown as samples. */
const SAMPLES = 3
const STDERR_KEPT = 2_000

/** What the processes of a command did besides answering. */
export interface StdioFindings {
  starts: number
  /** Lines on stdout that are no JSON-RPC, which the protocol forbids. */
  garbage: { lines: number; samples: string[] }
  stderr: { bytes: number; last: string }
  /** How the processes ended when their stdin was closed. */
  exits: ExitReport[]
}

/** A command that is started anew for each connection, since an opening decides about the era of a process. */
export class StdioTarget implements Target {
  readonly transport = 'stdio'
  readonly #command: readonly string[]
  readonly #options: StdioTargetOptions
  readonly #open = new Set<StdioConnection>()
  readonly findings: StdioFindings = {
    starts: 0,
    garbage: { lines: 0, samples: [] },
    stderr: { bytes: 0, last: '' },
    exits: [],
  }

  constructor(command: readonly string[], options: StdioTargetOptions) {
    this.#command = command
    this.#options = options
  }

  open(): Connection {
    const connection = new StdioConnection(this.#command, this.#options, this.#noise())
    if (connection.started) this.findings.starts++
    this.#open.add(connection)
    return {
      send: (step, call) => connection.send(step, call),
      close: async () => {
        this.#open.delete(connection)
        const exit = await connection.close()
        if (connection.started) this.findings.exits.push(exit)
      },
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((connection) => connection.close()))
  }

  #noise(): StdioNoise {
    const { garbage, stderr } = this.findings
    return {
      onGarbage: (line) => {
        garbage.lines++
        if (garbage.samples.length < SAMPLES) garbage.samples.push(line)
      },
      onStderr: (text, bytes) => {
        stderr.bytes += bytes
        stderr.last = (stderr.last + text).slice(-STDERR_KEPT)
      },
    }
  }
}
