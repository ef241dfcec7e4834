import { type PostRequest, parsePostRequest } from '@x-md/core/request/post-request.ts'
import type { Command } from 'commander'
import { deliver } from '../deliver.ts'
import type { Io } from '../io.ts'
import { openContext } from '../open-context.ts'
import { postTarget } from '../post-target.ts'
import { withSpinner } from '../spinner.ts'
import { UsageError } from '../usage-error.ts'

interface ReadFlags {
  thread?: string
  maxPosts?: string
  context?: string
  replies?: string
  userinfo?: string
  full?: true
  format?: string
  json?: true
  nocache?: true
  output?: string
  sandbox?: true
}

export function addRead(program: Command, io: Io): void {
  program
    .command('read')
    .summary('read a post, with its thread and replies')
    .description('Reads a public post on X and what stands around it, as Markdown, JSON or an Obsidian note.')
    .argument('<post>', 'permalink, t.co link, handle/id or id')
    .option('--thread <what>', 'off, full (default) or a number of posts from 2 to 100')
    .option('--max-posts <number>', 'posts at most, from 2 to 100')
    .option('--context <what>', "full (default), or thread: only the author's own chain")
    .option('--replies <which>', 'top (default), recent or off')
    .option('--userinfo <whose>', 'off (default), author or all: whose profile to describe')
    .option('--full', 'dates, counts and details too')
    .option('--format <format>', 'markdown (default), json or obsidian')
    .option('--json', 'short for --format json')
    .option('--nocache', 'read anew instead of from the cache')
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .option('--sandbox', 'read from a built-in sandbox instead of X')
    .addHelpText(
      'after',
      `
Examples:
  $ x-md read https://x.com/jack/status/20
  $ x-md read jack/20 --thread off --json
  $ x-md read jack/20 --format obsidian -o jack-20.md
  $ x-md read jack/20 --sandbox          # needs no network`,
    )
    .action((post: string, flags: ReadFlags) => read(io, post, flags))
}

async function read(io: Io, post: string, flags: ReadFlags): Promise<void> {
  const request = readRequest(post, flags)
  const { getPost } = await import('@x-md/core/operations/get-post.ts')
  const { context, close } = await openContext({
    env: io.env,
    sandbox: flags.sandbox === true,
    quiet: true,
  })
  try {
    const found = await withSpinner(io, 'Reading', getPost.run(request, context))
    await deliver(io, request.format === 'json' ? { json: found } : { text: found.markdown }, flags.output)
  } finally {
    await close()
  }
}

/** Options go as text through the parser that HTTP uses, so both refuse the same with the same words. */
function readRequest(post: string, flags: ReadFlags): PostRequest {
  if (flags.json && flags.format !== undefined && flags.format !== 'json') {
    throw new UsageError(`--json and --format ${flags.format} exclude each other.`)
  }
  return parsePostRequest({
    ...postTarget(post),
    format: flags.json ? 'json' : flags.format,
    thread: flags.thread,
    max_posts: flags.maxPosts,
    context: flags.context,
    replies: flags.replies,
    userinfo: flags.userinfo,
    full: flags.full && 'true',
    nocache: flags.nocache && 'true',
  })
}
