import { EXIT } from './failure.ts'
import { run } from './run.ts'

/**
 * Runs the command line in this process and sets its exit code.
 * @param args what follows the program's name
 */
export async function main(args: readonly string[]): Promise<void> {
  process.stdout.on('error', endQuietlyOnClosedPipe)
  process.stderr.on('error', endQuietlyOnClosedPipe)
  // Commands that have something to shut down take the signals over.
  process.once('SIGINT', interrupted)
  process.exitCode = await run(args, process)
}

/** `x-md read … | head -1` closes the pipe early; that is no fault. */
function endQuietlyOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok)
  throw error
}

function interrupted(): void {
  process.exit(EXIT.interrupted)
}
