import { parseRepliesRequest } from '@x-md/core/request/replies-request.ts'
import { parseStatusUrl } from '@x-md/core/request/status-url.ts'
import type { Command } from 'commander'
import type { Io } from '../io.ts'
import { type ListFlags, listOptions, readList } from '../list-command.ts'
import { postTarget } from '../post-target.ts'

export function addReplies(program: Command, io: Io): void {
  program
    .command('replies')
    .summary('read the newest replies to a post')
    .description('Reads direct replies to a post, newest first: what X shows of them, at most 100.')
    .argument('<post>', 'permalink, handle/id or id')
    .option('--limit <number>', 'replies at most, up to 100 (default 20)')
    .option('--full', 'dates, counts and details too')
    .option('--format <format>', 'markdown (default) or json')
    .option('--json', 'short for --format json')
    .option('--nocache', 'read anew instead of from the cache')
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .option('--sandbox', 'read from a built-in sandbox instead of X')
    .addHelpText(
      'after',
      `
Examples:
  $ x-md replies https://x.com/jack/status/20
  $ x-md replies jack/20 --limit 100 --json`,
    )
    .action((post: string, flags: ListFlags) => replies(io, post, flags))
}

async function replies(io: Io, post: string, flags: ListFlags): Promise<void> {
  const target = postTarget(post)
  const { id } = 'id' in target ? target : parseStatusUrl(target.url)
  const request = parseRepliesRequest({ id, ...listOptions(flags) })
  await readList(
    io,
    flags,
    request,
    async () => (await import('@x-md/core/operations/get-replies.ts')).getReplies.run,
  )
}
