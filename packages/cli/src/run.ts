import type { Command } from 'commander'
import { describeFailure, EXIT } from './failure.ts'
import type { Io } from './io.ts'
import { createProgram } from './program.ts'

/**
 * Runs one command line.
 * @param args what follows the program's name
 * @param create the program; `x-md` unless given
 * @returns the exit code; whatever went wrong has been said on stderr
 */
export async function run(
  args: readonly string[],
  io: Io,
  create: (io: Io) => Command = createProgram,
): Promise<number> {
  const program = create(io)
  try {
    await program.parseAsync(args, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    const { code, lines } = describeFailure(error, program.name())
    for (const line of lines) io.stderr.write(`${line}\n`)
    return code
  }
}
