import type { Context } from '@x-md/core/operations/operation.ts'
import type { TextOptions } from '@x-md/core/request/post-request.ts'
import type { Command } from 'commander'
import { deliver } from './deliver.ts'
import { type Io, say } from './io.ts'
import { openContext } from './open-context.ts'
import { withSpinner } from './spinner.ts'
import { UsageError } from './usage-error.ts'

/** What all commands that read a list take. */
export interface ListFlags {
  limit?: string
  pages?: string
  page?: string
  cursor?: string
  full?: true
  format?: string
  json?: true
  nocache?: true
  output?: string
  sandbox?: true
}

/** What the answers of all lists have. */
interface ListResult {
  markdown: string
  nextCursor?: string | undefined
  posts?: unknown[] | undefined
  users?: unknown[] | undefined
  warnings?: string[] | undefined
}

const MAX_PAGES = 1000

/** Adds the options that every list has, after its own. */
export function withListOptions(command: Command): Command {
  return command
    .option('--limit <number>', 'items on a page, up to 100 (default 20)')
    .option('--pages <number>', 'how many pages to read, one after the other (default 1)')
    .option('--page <number>', 'start at this page, up to 10; --cursor is cheaper')
    .option('--cursor <cursor>', 'go on where an earlier answer ended')
    .option('--full', 'dates, counts and details too')
    .option('--format <format>', 'markdown (default) or json')
    .option('--json', 'short for --format json')
    .option('--nocache', 'read anew instead of from the cache')
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .option('--sandbox', 'read from a built-in sandbox instead of X')
}

/** The shared options as text, for the parser that HTTP uses. */
export function listOptions(flags: ListFlags): TextOptions {
  if (flags.json && flags.format !== undefined && flags.format !== 'json') {
    throw new UsageError(`--json and --format ${flags.format} exclude each other.`)
  }
  return {
    limit: flags.limit,
    page: flags.page,
    cursor: flags.cursor,
    full: flags.full && 'true',
    format: flags.json ? 'json' : flags.format,
    nocache: flags.nocache && 'true',
  }
}

/**
 * Reads as many pages of a list as were asked for and brings them out as one. Where it goes on after them is in
 * the JSON, and said on stderr beside Markdown.
 */
export async function readList<Request extends { format: 'markdown' | 'json' }>(
  io: Io,
  flags: ListFlags,
  request: Request,
  load: () => Promise<(request: Request, context: Context) => Promise<ListResult>>,
): Promise<void> {
  const wanted = flags.pages === undefined ? 1 : parsePages(flags.pages)
  const run = await load()
  const { context, close } = await openContext({ env: io.env, sandbox: flags.sandbox === true, quiet: true })
  try {
    const answers: ListResult[] = []
    let next: Request | undefined = request
    while (next && answers.length < wanted) {
      const answer: ListResult = await withSpinner(
        io,
        wanted > 1 ? `Reading page ${answers.length + 1}` : 'Reading',
        run(next, context),
      )
      answers.push(answer)
      next = answer.nextCursor === undefined ? undefined : { ...request, page: 1, cursor: answer.nextCursor }
    }
    const whole = joined(answers)
    await deliver(io, request.format === 'json' ? { json: whole } : { text: whole.markdown }, flags.output)
    if (request.format !== 'json' && whole.nextCursor !== undefined) {
      say(io, `More with --cursor '${whole.nextCursor}'`)
    }
  } finally {
    await close()
  }
}

function parsePages(text: string): number {
  const pages = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (pages >= 1 && pages <= MAX_PAGES) return pages
  throw new UsageError(`--pages ${text} is not a number from 1 to ${MAX_PAGES}.`)
}

/** Several pages as one answer: the items of all, the end of the last. */
function joined(answers: readonly ListResult[]): ListResult {
  const last = answers.at(-1) as ListResult
  if (answers.length === 1) return last
  const warnings = [...new Set(answers.flatMap((answer) => answer.warnings ?? []))]
  return {
    ...last,
    ...(last.posts && { posts: answers.flatMap((answer) => answer.posts ?? []) }),
    ...(last.users && { users: answers.flatMap((answer) => answer.users ?? []) }),
    ...(warnings.length > 0 && { warnings }),
    markdown: answers.map((answer) => answer.markdown).join('\n'),
  }
}
