import { parseProfileRequest } from '@x-md/core/request/profile-request.ts'
import type { Command } from 'commander'
import type { Io } from '../io.ts'
import { type ListFlags, listOptions, readList, withListOptions } from '../list-command.ts'

interface ProfileFlags extends ListFlags {
  posts: boolean
  withReplies?: true
  withReposts?: true
  until?: string
}

export function addProfile(program: Command, io: Io): void {
  const command = program
    .command('profile')
    .summary('read an account and its recent posts')
    .description('Reads a public account on X and its posts from new to old, as Markdown or JSON.')
    .argument('<handle>', 'handle of the account, with or without @')
    .option('--no-posts', 'the profile alone')
    .option('--with-replies', 'its answers to others too')
    .option('--with-reposts', 'what it reposted too')
    .option('--until <date>', 'only what is older: a date, a date and time, or a Unix timestamp')
  withListOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ x-md profile jack
  $ x-md profile jack --with-replies --limit 100 --pages 5 --json
  $ x-md profile jack --until 2024-01-01
  $ x-md profile marta_brenkel --sandbox   # needs no network`,
    )
    .action((handle: string, flags: ProfileFlags) => profile(io, handle, flags))
}

async function profile(io: Io, handle: string, flags: ProfileFlags): Promise<void> {
  const request = parseProfileRequest({
    handle,
    include_posts: String(flags.posts),
    with_replies: flags.withReplies && 'true',
    with_reposts: flags.withReposts && 'true',
    until: flags.until,
    ...listOptions(flags),
  })
  await readList(
    io,
    flags,
    request,
    async () => (await import('@x-md/core/operations/get-profile.ts')).getProfile.run,
  )
}
