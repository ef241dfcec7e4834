import { VERSION } from '@x-md/core/version.ts'
import { Command } from 'commander'
import { addArchive } from './commands/archive.ts'
import { addCircle } from './commands/circle.ts'
import { addConfig } from './commands/config.ts'
import { addFollowers, addFollowing } from './commands/connections.ts'
import { addDemo } from './commands/demo.ts'
import { addDoctor } from './commands/doctor.ts'
import { addExport } from './commands/export.ts'
import { addImport } from './commands/import.ts'
import { addKeys } from './commands/keys.ts'
import { addLogin } from './commands/login.ts'
import { addMcp } from './commands/mcp.ts'
import { addProbe } from './commands/probe.ts'
import { addProfile } from './commands/profile.ts'
import { addRead } from './commands/read.ts'
import { addRender } from './commands/render.ts'
import { addReplies } from './commands/replies.ts'
import { addSandbox } from './commands/sandbox.ts'
import { addSearch } from './commands/search.ts'
import { addServe } from './commands/serve.ts'
import { addSpend } from './commands/spend.ts'
import type { Io } from './io.ts'

/** The whole command line. Nothing runs before it is parsed; every way out is thrown, not exited. */
export function createProgram(io: Io): Command {
  const program = new Command('x-md')
    .description('X (Twitter) posts as Markdown and JSON, for agents and people')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showHelpAfterError('Add --help for what is possible.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    })
    .addHelpText(
      'after',
      `
Examples:
  $ x-md read https://x.com/jack/status/20
  $ x-md profile jack
  $ x-md search lighthouse
  $ x-md serve
  $ x-md demo            # everything on this machine: no network, no account

Exit codes: 0 done, 1 failed, 2 bad arguments, 3 rate limited (stderr says how long to wait)`,
    )
  for (const add of [
    addRead,
    addProfile,
    addFollowers,
    addFollowing,
    addSearch,
    addReplies,
    addImport,
    addCircle,
    addArchive,
    addExport,
    addRender,
    addServe,
    addMcp,
    addSandbox,
    addDemo,
    addKeys,
    addSpend,
    addLogin,
    addConfig,
    addDoctor,
    addProbe,
  ]) {
    add(program, io)
  }
  return program
}
