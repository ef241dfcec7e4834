import type { Command } from 'commander'
import { EXIT } from './failure.ts'
import type { Io } from './io.ts'
import { createMcpX, goFlags } from './mcp-x.ts'
import { createProgram } from './program.ts'
import { run } from './run.ts'

/**
 * Runs the command line in this process and sets its exit code.
 * @param args what follows the program's name
 */
export function main(args: readonly string[]): Promise<void> {
  return runHere(args, createProgram)
}

/** The same for `mcp-x`. */
export function mcpX(args: readonly string[]): Promise<void> {
  return runHere(goFlags(args), createMcpX)
}

async function runHere(args: readonly string[], create: (io: Io) => Command): Promise<void> {
  process.stdout.on('error', endQuietlyOnClosedPipe)
  process.stderr.on('error', endQuietlyOnClosedPipe)
  // Commands that have something to shut down take the signals over.
  process.once('SIGINT', interrupted)
  process.exitCode = await run(args, process, create)
}

/** `x-md read … | head -1` closes the pipe early; that is no fault. */
function endQuietlyOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok)
  throw error
}

function interrupted(): void {
  process.exit(EXIT.interrupted)
}
