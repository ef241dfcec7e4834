import { VERSION } from '@x-md/core/version.ts'
import { Command } from 'commander'
import { addAccountOptions, type McpFlags, mcp } from './commands/mcp.ts'
import type { Io } from './io.ts'

/** `mcp-x`: the account tools under the name and the flags of the server that they succeed. */
export function createMcpX(io: Io): Command {
  const program = new Command('mcp-x')
    .description(
      'An MCP server that acts on X as the account whose keys it has. The same as x-md mcp --toolset x.',
    )
    .version(VERSION, '--version', 'print the version, which needs no keys')
    .helpOption('-h, --help', 'print help')
    .showHelpAfterError('Add --help for what is possible.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    })
  addAccountOptions(program)
  return program
    .addHelpText(
      'after',
      `
One dash is as good as two.

Examples:
  $ mcp-x -env /home/me/x.env
  $ mcp-x -sandbox             # needs nothing: an invented X, pretend keys
  $ mcp-x -version`,
    )
    .action((flags: Omit<McpFlags, 'toolset'>) => mcp(io, { ...flags, toolset: ['x'] }))
}

/** Flags as Go programs take them: a word after one dash is as good as after two. */
export function goFlags(args: readonly string[]): string[] {
  return args.map((arg) => (/^-[a-z][a-z-]+(?:=|$)/.test(arg) ? `-${arg}` : arg))
}
