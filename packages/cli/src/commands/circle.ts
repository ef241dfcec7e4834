import { parseCircleRequest } from '@x-md/core/request/circle-request.ts'
import type { Command } from 'commander'
import { deliver } from '../deliver.ts'
import { type Io, say } from '../io.ts'
import { openContext } from '../open-context.ts'
import { withSpinner } from '../spinner.ts'
import { UsageError } from '../usage-error.ts'

interface CircleFlags {
  days?: string
  since?: string
  until?: string
  limit?: string
  format?: string
  json?: true
  nocache?: true
  output?: string
  sandbox?: true
}

export function addCircle(program: Command, io: Io): void {
  program
    .command('circle')
    .summary('rank whom an account talks with')
    .description(
      'Ranks the accounts that an account answers, quotes, names or reposts, and that do so to it: its own posts from its history, those of others from a search and from replies. As Markdown, JSON or a picture.',
    )
    .argument('<handle>', 'handle of the account, with or without @')
    .option('--days <number>', 'how many days back, up to 365 (default 120)')
    .option('--since <date>', 'nothing older: a date, a date and time, or a Unix timestamp')
    .option('--until <date>', 'nothing newer (default: now)')
    .option('--limit <number>', 'members at most, up to 100 (default 50)')
    .option('--format <format>', 'markdown (default), json or svg')
    .option('--json', 'short for --format json')
    .option('--nocache', 'begin anew, and read everything again')
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .option('--sandbox', 'read from a built-in sandbox instead of X')
    .addHelpText(
      'after',
      `
What others did is a sample; the answer says of what. When it is interrupted, or not complete, the same command goes
on where it ended.

Examples:
  $ x-md circle jack
  $ x-md circle jack --days 30 --json
  $ x-md circle marta_brenkel --sandbox --format svg -o circle.svg   # needs no network`,
    )
    .action((handle: string, flags: CircleFlags) => circle(io, handle, flags))
}

async function circle(io: Io, handle: string, flags: CircleFlags): Promise<void> {
  if (flags.json && flags.format !== undefined && flags.format !== 'json') {
    throw new UsageError(`--json and --format ${flags.format} exclude each other.`)
  }
  const options = {
    handle,
    days: flags.days,
    since: flags.since,
    until: flags.until,
    limit: flags.limit,
    format: flags.json ? 'json' : flags.format,
    nocache: flags.nocache && 'true',
  }
  // What is wrong is said before anything is opened.
  parseCircleRequest(options, Date.now())
  const { getCircle } = await import('@x-md/core/operations/get-circle.ts')
  const { circleSvg } = await import('@x-md/core/render/circle-svg.ts')
  const sandbox = flags.sandbox === true
  const { context, close } = await openContext({ env: io.env, sandbox, quiet: true, durable: true })
  try {
    const request = parseCircleRequest(options, context.now())
    const found = await withSpinner(io, 'Reading', getCircle.run(request, context))
    const { format } = request
    await deliver(
      io,
      format === 'json' ? { json: found } : { text: format === 'svg' ? circleSvg(found) : found.markdown },
      flags.output,
    )
    if (found.coverage.partial && !sandbox) {
      say(io, `Not complete; the same command with --until ${found.window.until} goes on with it.`)
    }
  } finally {
    await close()
  }
}
