import { describeFailure, EXIT } from './failure.ts'
import type { Io } from './io.ts'
import { createProgram } from './program.ts'

/**
 * Runs the command line in this process and sets its exit code.
 * @param args what follows the program's name
 */
export async function main(args: readonly string[]): Promise<void> {
  const io: Io = process
  process.stdout.on('error', endQuietlyOnClosedPipe)
  process.stderr.on('error', endQuietlyOnClosedPipe)
  // Commands that have something to shut down take the signals over.
  process.once('SIGINT', interrupted)
  try {
    await createProgram(io).parseAsync(args, { from: 'user' })
  } catch (error) {
    const { code, lines } = describeFailure(error)
    for (const line of lines) io.stderr.write(`${line}\n`)
    process.exitCode = code
  }
}

/** `x-md read … | head -1` closes the pipe early; that is no fault. */
function endQuietlyOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok)
  throw error
}

function interrupted(): void {
  process.exit(EXIT.interrupted)
}
