import type { ConnectionKind } from '@x-md/core/providers/provider.ts'
import { parseConnectionsRequest } from '@x-md/core/request/connections-request.ts'
import type { Command } from 'commander'
import type { Io } from '../io.ts'
import { type ListFlags, listOptions, readList, withListOptions } from '../list-command.ts'

export function addFollowers(program: Command, io: Io): void {
  add(program, io, 'followers', {
    summary: 'list who follows an account',
    title: 'Lists who follows an account',
  })
}

export function addFollowing(program: Command, io: Io): void {
  add(program, io, 'following', {
    summary: 'list whom an account follows',
    title: 'Lists whom an account follows',
  })
}

function add(
  program: Command,
  io: Io,
  kind: ConnectionKind,
  { summary, title }: { summary: string; title: string },
): void {
  const command = program
    .command(kind)
    .summary(summary)
    .description(`${title}, as Markdown or JSON.`)
    .argument('<handle>', 'handle of the account, with or without @')
  withListOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ x-md ${kind} jack
  $ x-md ${kind} jack --limit 100 --pages 10 --json
  $ x-md ${kind} marta_brenkel --sandbox   # needs no network`,
    )
    .action((handle: string, flags: ListFlags) => list(io, kind, handle, flags))
}

async function list(io: Io, kind: ConnectionKind, handle: string, flags: ListFlags): Promise<void> {
  const request = parseConnectionsRequest({ handle, ...listOptions(flags) })
  await readList(io, flags, request, async () => {
    const { getFollowers, getFollowing } = await import('@x-md/core/operations/get-connections.ts')
    return (asked, context) =>
      kind === 'followers' ? getFollowers.run(asked, context) : getFollowing.run(asked, context)
  })
}
