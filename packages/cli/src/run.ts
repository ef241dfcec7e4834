import { describeFailure, EXIT } from './failure.ts'
import type { Io } from './io.ts'
import { createProgram } from './program.ts'

/**
 * Runs one command line.
 * @param args what follows the program's name
 * @returns the exit code; whatever went wrong has been said on stderr
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync(args, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    const { code, lines } = describeFailure(error)
    for (const line of lines) io.stderr.write(`${line}\n`)
    return code
  }
}
