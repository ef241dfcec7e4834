import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const BIN = fileURLToPath(new URL('../../packages/cli/bin/x-md.js', import.meta.url))

export interface Finished {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** The real program in a process of its own. */
export interface Running {
  child: ChildProcess
  /** The first line on stdout that matches, as the match. Rejects when the program ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  finished: Promise<Finished>
}

/**
 * Starts `x-md` as a shell would.
 * @param node the Node to start it with; this one unless given
 */
export function startBin(
  args: readonly string[],
  options: { node?: string; env?: Record<string, string> } = {},
): Running {
  const child = spawn(options.node ?? process.execPath, [BIN, ...args], {
    cwd: ROOT,
    // No test leaves anything in the data folder of whoever runs it.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      X_MD_DATA_DIR: ':memory:',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const finished = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }))
  return {
    child,
    finished,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(stdout)
          if (match) resolve(match)
        }
        child.stdout.on('data', look)
        child.once('close', () => reject(new Error(`Ended before ${pattern}\n${stdout}\n${stderr}`)))
        look()
      }),
  }
}

/** Runs `x-md` to its end. */
export function runBin(args: readonly string[], options?: Parameters<typeof startBin>[1]): Promise<Finished> {
  return startBin(args, options).finished
}
