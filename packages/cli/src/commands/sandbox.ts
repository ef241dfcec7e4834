import { type Command, InvalidArgumentError } from 'commander'
import { answer, type Io } from '../io.ts'
import { parsePort } from '../port.ts'
import { untilStopped } from '../until-stopped.ts'

interface SandboxFlags {
  host: string
  port: number
  seed?: number
  now?: number
}

export function addSandbox(program: Command, io: Io): void {
  program
    .command('sandbox')
    .summary('run X on loopback')
    .description(
      'Runs the sandbox: an invented X on this machine, behind the addresses of the sources that x.md reads. GET / lists its doors, GET /_sandbox/world names a post of every kind.',
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port; 0 takes a free one', parsePort, 8788)
    .option('--seed <number>', 'another seed, another world', parseSeed)
    .option('--now <date>', "the world's clock, such as 2026-11-01T12:00:00Z", parseDate)
    .addHelpText('after', '\nExample:\n  $ x-md sandbox --port 0 --seed 7')
    .action(async (flags: SandboxFlags) => {
      const { startSandbox } = await import('@x-md/sandbox/start.ts')
      const sandbox = await startSandbox(flags)
      await answer(io, `listening on ${sandbox.url}`)
      await untilStopped(sandbox.close)
    })
}

function parseSeed(text: string): number {
  const seed = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(seed)) throw new InvalidArgumentError('A seed is a whole number.')
  return seed
}

function parseDate(text: string): number {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Give a date such as 2026-11-01T12:00:00Z.')
  return ms
}
