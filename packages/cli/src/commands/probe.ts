import { VERSION } from '@x-md/core/version.ts'
import type { Command } from 'commander'
import { deliver } from '../deliver.ts'
import { SilentFailure } from '../failure.ts'
import { answer, type Io, say } from '../io.ts'
import { parseHeader, parseTarget, parseTimeout, parseWantedCall } from '../probe/options.ts'
import { withSpinner } from '../spinner.ts'
import { UsageError } from '../usage-error.ts'

interface ProbeFlags {
  json?: true
  save?: string
  header: [string, string][]
  keyEnv?: string
  timeout: number
  call?: string
  args?: string
}

export function addProbe(program: Command, io: Io): void {
  program
    .command('probe')
    .summary('measure any MCP server, over HTTP or stdio')
    .description(
      'Asks an MCP server everything a client could, old or new, and tells what it answered: the era, sessions, headers, five timed round trips, and what each tool costs a model in bytes and tokens. Only tools that say that they read are called, without credentials, unless --call names one.',
    )
    .showHelpAfterError('A command with options of its own comes after --. Add --help for what is possible.')
    .argument('<target...>', 'address of a server, or the command that starts one')
    .option('--json', 'the whole report as JSON')
    .option('--save <dir>', 'keep every request and answer in a new folder, without secrets')
    .option(
      '--header <header>',
      "a header for every request, 'Name: value'; may be repeated",
      parseHeader,
      [],
    )
    .option('--key-env <name>', 'variable that holds a key, sent as Authorization: Bearer')
    .option('--timeout <seconds>', 'for each request, from 0.1 to 600', parseTimeout, 10)
    .option('--call <tool>', 'call this tool once, too, and time it')
    .option('--args <json>', 'its arguments, a JSON object')
    .addHelpText(
      'after',
      `
A command with options of its own comes after --. It is started four times at most, with this environment.

Examples:
  $ x-md probe https://mcp.example.com/mcp
  $ x-md probe https://mcp.example.com/mcp --key-env EXAMPLE_KEY --save probed
  $ x-md probe --json -- npx -y @modelcontextprotocol/server-everything
  $ x-md probe https://mcp.example.com/mcp --call search --args '{"query":"lighthouse"}'

Exit codes: 0 it answered as an MCP server, 1 it did not, 2 bad arguments`,
    )
    .action((target: string[], flags: ProbeFlags) => probe(io, target, flags))
}

async function probe(io: Io, words: string[], flags: ProbeFlags): Promise<void> {
  const target = parseTarget(words)
  const call = parseWantedCall(flags.call, flags.args)
  const headers = { ...keyHeader(io, flags.keyEnv), ...Object.fromEntries(flags.header) }
  const { Redactor, redactCommand, redactUrl, secretsOf } = await import('../probe/redact.ts')
  const { Saver } = await import('../probe/save.ts')
  const { runProbe } = await import('../probe/run-probe.ts')
  const redactor = new Redactor(headers, secretsOf(target))
  const saver = flags.save === undefined ? undefined : await Saver.into(flags.save)
  const timeoutMs = flags.timeout * 1_000
  const options = {
    shown: target instanceof URL ? redactUrl(target) : redactCommand(target),
    call,
    keep: async (exchange: Parameters<Parameters<typeof runProbe>[1]['keep']>[0]) =>
      saver?.exchange(redactor.exchange(exchange)),
  }
  const found = await withSpinner(
    io,
    'Probing',
    runProbe(await open(io, target, headers, timeoutMs), options),
  )
  const report = redactor.value(found)
  await saver?.report(report)
  if (flags.json) await deliver(io, { json: report }, undefined)
  else {
    const { reportTable } = await import('../probe/table.ts')
    await answer(io, reportTable(report))
  }
  if (saver) say(io, `wrote ${saver.files} files into ${saver.folder}`)
  if (!report.mcp) throw new SilentFailure('No MCP server')
}

async function open(io: Io, target: URL | string[], headers: Record<string, string>, timeoutMs: number) {
  if (target instanceof URL) {
    const { HttpTarget } = await import('../probe/http-target.ts')
    return new HttpTarget(target, { headers, timeoutMs, userAgent: `x-md/${VERSION} (probe)` })
  }
  const { StdioTarget } = await import('../probe/stdio-target.ts')
  return new StdioTarget(target, { env: io.env, timeoutMs })
}

function keyHeader(io: Io, name: string | undefined): Record<string, string> {
  if (name === undefined) return {}
  const key = io.env[name]?.trim()
  if (!key) throw new UsageError(`--key-env: ${name} is not set.`)
  const [, value] = parseHeader(`authorization: Bearer ${key}`, [])[0] ?? []
  return { authorization: value ?? '' }
}
