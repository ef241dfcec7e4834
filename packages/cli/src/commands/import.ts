import { withSignal } from '@x-md/core/operations/derived-context.ts'
import type { ImportProgress } from '@x-md/core/operations/history/import-history.ts'
import type { ImportMeta } from '@x-md/core/operations/import-posts.ts'
import { parseImportRequest } from '@x-md/core/request/import-request.ts'
import type { Command } from 'commander'
import { isArchivePath, looksLikeArchive } from '../archive-path.ts'
import { deliver, deliverPieces, isTerminal } from '../deliver.ts'
import { Interrupted } from '../failure.ts'
import { interruptible } from '../interruptible.ts'
import { type Io, say } from '../io.ts'
import { openContext } from '../open-context.ts'
import { pace, withProgress } from '../spinner.ts'
import { UsageError } from '../usage-error.ts'
import { importAccountArchive } from './import-account-archive.ts'

interface ImportFlags {
  since?: string
  until?: string
  max?: string
  concurrency?: string
  replies: boolean
  reposts: boolean
  onlyReplies?: true
  refresh?: true
  index?: true
  format?: string
  json?: true
  media?: string
  output?: string
  sandbox?: true
}

export function addImport(program: Command, io: Io): void {
  program
    .command('import')
    .summary("import an account's whole post history, or X's own archive of it")
    .description(
      "Reads the posts of an account as far back as X serves them, and keeps them where the store is, by default in the data file: the next time only what is new is read. JSON, or a line a post. Given X's own archive of an account, the .zip or its folder, it keeps what is in that.",
    )
    .argument(
      '<handle>',
      "handle of the account, with or without @; or X's archive: a .zip, or a folder with a / or . in it",
    )
    .option('--since <date>', 'nothing older: a date, a date and time, or a Unix timestamp')
    .option('--until <date>', 'nothing newer')
    .option('--max <number>', 'posts at most, the newest first, up to 5000 (default 500)')
    .option('--no-replies', 'without its answers to others')
    .option('--no-reposts', 'without what it reposted')
    .option('--only-replies', 'its answers to others alone')
    .option('--concurrency <number>', 'pages that are read at one time, up to 32 (default 16)')
    .option('--refresh', 'read what is kept, too, for its counts of today')
    .option('--index', 'tell what is kept, and read nothing')
    .option('--format <format>', 'json (default) or ndjson: a line a post, then one with meta')
    .option('--json', 'short for --format json; of an archive, what was found in it')
    .option('--media <folder>', 'of an archive: write its pictures and videos there, too')
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .option('--sandbox', 'read from a built-in sandbox instead of X')
    .addHelpText(
      'after',
      `
What was read stays when it is interrupted; the same command then goes on where it ended.

Examples:
  $ x-md import jack --max 5000 -o jack.json
  $ x-md import jack --since 2026-01-01 --format ndjson
  $ x-md import marta_brenkel --sandbox   # needs no network
  $ x-md import twitter-2026-11-01.zip --media pictures
  $ x-md import ./twitter-2026-11-01      # the same, unpacked`,
    )
    .action((named: string, flags: ImportFlags) =>
      isArchivePath(named) ? importAccountArchive(io, named, flags) : importHistory(io, named, flags),
    )
}

async function importHistory(io: Io, handle: string, flags: ImportFlags): Promise<void> {
  if (flags.media !== undefined) throw new UsageError('--media is for account archives: a .zip, or a folder.')
  if (flags.json && flags.format !== undefined && flags.format !== 'json') {
    throw new UsageError(`--json and --format ${flags.format} exclude each other.`)
  }
  if (looksLikeArchive(handle)) {
    say(io, `${handle} is taken for a handle; write ./${handle} for the archive in the folder of that name.`)
  }
  const options = {
    handle,
    since: flags.since,
    until: flags.until,
    max_posts: flags.max,
    with_replies: String(flags.replies),
    with_reposts: String(flags.reposts),
    only_replies: flags.onlyReplies && 'true',
    concurrency: flags.concurrency,
    format: flags.format,
    refresh: flags.refresh && 'true',
    index: flags.index && 'true',
  }
  // What is wrong is said before anything is opened.
  parseImportRequest(options, Date.now())
  const { importAnswer, importDocument, importPosts } = await import('@x-md/core/operations/import-posts.ts')
  const { beginImport } = await import('@x-md/core/operations/history/import-history.ts')
  const { context, close } = await openContext({
    env: io.env,
    sandbox: flags.sandbox === true,
    quiet: true,
    durable: true,
  })
  try {
    const request = parseImportRequest(options, context.now())
    if (request.index)
      return await deliver(io, { json: await importPosts.run(request, context) }, flags.output)
    const history = await interruptible(async (signal) => {
      const begun = await beginImport(request, withSignal(context, signal))
      const started = performance.now()
      const collecting = withProgress(io, 'Reading', (tell) =>
        begun.collect((progress) => tell(progressLine(progress, performance.now() - started))),
      )
      return collecting.catch(async (error: unknown) => {
        if (!signal.aborted) throw error
        const held = await context.archive.find(request.handle)
        const kept = held ? (await context.archive.summary(held.account)).count : 0
        say(io, `Interrupted. ${kept} posts of @${request.handle} are kept. Go on with:`)
        say(io, `  ${commandLine(handle, flags)}`)
        throw new Interrupted()
      })
    })
    const { profile } = history
    const answer = importAnswer(request, history, context)
    let told: ImportMeta | undefined
    const meta = async (): Promise<ImportMeta> => {
      told ??= await answer.meta()
      return told
    }
    const isForPeople = isTerminal(io) && flags.output === undefined && request.format !== 'ndjson'
    if (isForPeople) {
      const posts: object[] = []
      for await (const post of answer.posts) posts.push(post)
      await deliver(io, { json: { profile, posts, meta: await meta() } }, undefined)
    } else {
      const pieces =
        request.format === 'ndjson'
          ? lines(profile, answer.posts, meta)
          : ended(importDocument(profile, answer.posts, meta))
      await deliverPieces(io, pieces, flags.output)
    }
    const { warnings, next_until } = await meta()
    if (warnings) say(io, 'Some pages could not be read; the same command reads only those.')
    else if (next_until) say(io, `More with --until ${next_until}`)
  } finally {
    await close()
  }
}

async function* lines(
  profile: object,
  posts: AsyncIterable<object>,
  meta: () => Promise<object>,
): AsyncGenerator<string> {
  for await (const post of posts) yield `${JSON.stringify({ post })}\n`
  yield `${JSON.stringify({ meta: await meta(), profile })}\n`
}

async function* ended(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield* pieces
  yield '\n'
}

/** The command again, as it was given. */
function commandLine(handle: string, flags: ImportFlags): string {
  const words = ['x-md', 'import', handle]
  const give = (name: string, value: string | true | undefined): void => {
    if (value !== undefined) words.push(name, ...(value === true ? [] : [quoted(value)]))
  }
  give('--since', flags.since)
  give('--until', flags.until)
  give('--max', flags.max)
  give('--no-replies', flags.replies ? undefined : true)
  give('--no-reposts', flags.reposts ? undefined : true)
  give('--only-replies', flags.onlyReplies)
  give('--concurrency', flags.concurrency)
  give('--refresh', flags.refresh)
  give('--format', flags.format)
  give('--output', flags.output)
  give('--sandbox', flags.sandbox)
  return words.join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** How far a walk is, for people. */
function progressLine({ entries, pages, left }: ImportProgress, ms: number): string {
  return `Reading: ${entries} posts on ${pages} pages${pace(entries, left, ms)}`
}
