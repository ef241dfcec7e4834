import { parseSearchRequest } from '@x-md/core/request/search-request.ts'
import type { Command } from 'commander'
import type { Io } from '../io.ts'
import { type ListFlags, listOptions, readList, withListOptions } from '../list-command.ts'

interface SearchFlags extends ListFlags {
  feed?: string
  since?: string
  until?: string
  requireLive?: true
}

export function addSearch(program: Command, io: Io): void {
  const command = program
    .command('search')
    .summary('search X for posts or accounts')
    .description('Searches X with its own operators, such as from: and "exact words".')
    .argument('<query...>', 'what to look for, at most 512 characters')
    .option('--feed <feed>', 'latest (default), top, photos, videos or users')
    .option('--since <date>', 'nothing older: a date, a date and time, or a Unix timestamp')
    .option('--until <date>', 'nothing newer, in the same forms')
    .option('--require-live', 'fail rather than give snippets of a web search')
  withListOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ x-md search lighthouse keepers
  $ x-md search 'from:jack since:2024-01-01' --feed top --limit 100 --json
  $ x-md search harbour --feed users`,
    )
    .action((words: string[], flags: SearchFlags) => search(io, words.join(' '), flags))
}

async function search(io: Io, q: string, flags: SearchFlags): Promise<void> {
  const request = parseSearchRequest({
    q,
    feed: flags.feed,
    since: flags.since,
    until: flags.until,
    require_live: flags.requireLive && 'true',
    ...listOptions(flags),
  })
  await readList(
    io,
    flags,
    request,
    async () => (await import('@x-md/core/operations/search-posts.ts')).searchPosts.run,
  )
}
