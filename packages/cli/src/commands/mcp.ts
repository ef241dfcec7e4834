import type { Context } from '@x-md/core/operations/operation.ts'
import type { Toolset } from '@x-md/mcp/tools/toolset.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Io, say } from '../io.ts'
import { withEnvFile } from '../mcp/env-file.ts'
import { parsePort } from '../port.ts'
import { UsageError } from '../usage-error.ts'

/** Said here, too, so that `--help` loads no tools. */
const TOOLSET_NAMES: readonly Toolset[] = ['read', 'x']

export interface McpFlags {
  sandbox?: true
  url?: URL
  readOnly?: true
  structured?: string
  toolset: Toolset[]
  env?: string
  transport?: 'stdio' | 'http'
  host?: string
  port?: number
}

export function addMcp(program: Command, io: Io): void {
  const command = program
    .command('mcp')
    .summary('run the MCP server over stdin and stdout')
    .description(
      'Speaks the Model Context Protocol, revisions 2026-07-28, 2025-11-25 and 2025-06-18, over stdin and stdout, until stdin ends. It reads X by itself, or hands everything on to a running service; with the toolset x, it acts as the account whose keys it has.',
    )
    .addOption(
      new Option('--toolset <names>', 'which tools to offer, with commas between: read, x')
        .argParser(parseToolsets)
        .default(['read'], 'read'),
    )
    .addOption(
      new Option('--url <address>', 'hand everything on to this service, such as https://x.example/mcp')
        .argParser(parseEndpoint)
        .conflicts(['sandbox', 'env', 'transport', 'host', 'port']),
    )
  addAccountOptions(command)
  command
    .addHelpText(
      'after',
      `
Examples:
  $ x-md mcp
  $ x-md mcp --sandbox --read-only
  $ x-md mcp --toolset read,x --env /home/me/x.env
  $ x-md mcp --url http://127.0.0.1:8787/mcp     # with X_MD_API_KEY, if that asks for one`,
    )
    .action((flags: McpFlags) => mcp(io, flags))
}

/** What `mcp-x` takes, too. */
export function addAccountOptions(command: Command): void {
  command
    .option('--env <file>', 'read settings from this file, too; those of the environment win')
    .option('--sandbox', 'use a built-in sandbox instead of X')
    .option('--read-only', 'leave out the tools that write anything, feedback included')
    .addOption(
      new Option(
        '--structured <how>',
        'whether structured content repeats the text (default: as the client shows it)',
      ).choices(['lean', 'full']),
    )
    .addOption(
      new Option('--transport <how>', 'how it is spoken to (default: MCP_TRANSPORT, stdio)').choices([
        'stdio',
        'http',
      ]),
    )
    .option('--host <address>', 'address to listen on over http (default: X_MD_HOST, 127.0.0.1)')
    .option('--port <number>', 'port; 0 takes a free one (default: SERVER_PORT, 8080)', parsePort)
}

/** Runs the server until its client leaves, or it is told to stop. */
export async function mcp(io: Io, flags: McpFlags): Promise<void> {
  const isReadOnly = flags.readOnly === true
  const streams = { input: io.stdin, output: io.stdout }
  if (flags.url) {
    if (flags.toolset.join() !== 'read') {
      throw new UsageError('A service offers what only reads: --toolset x does not go with --url.')
    }
    const endpoint = new URL(flags.url)
    if (flags.structured) endpoint.searchParams.set('structured', flags.structured)
    const { bridge } = await import('@x-md/mcp/stdio/bridge.ts')
    return bridge({ ...streams, endpoint, apiKey: io.env.X_MD_API_KEY, isReadOnly })
  }
  const { env, notice } = withEnvFile(io.env, flags.env)
  const sandbox = flags.sandbox === true
  if (flags.toolset.includes('x')) {
    const { serveAccount } = await import('../mcp/account-server.ts')
    return serveAccount(io, {
      ...flags,
      env,
      notices: [notice ?? (flags.env === undefined ? NO_FILE : `settings come from ${flags.env}, too`)],
      sandbox,
      isReadOnly,
      structured: flags.structured,
      toolsets: flags.toolset,
    })
  }
  if (flags.transport === 'http') {
    throw new UsageError('What only reads is served over http by x-md serve.')
  }
  if (notice) say(io, notice)
  const { serveLayer } = await import('@x-md/mcp/stdio/serve.ts')
  const { localLayer } = await import('../local-layer.ts')
  const opened = new OpenedLater({ env, stderr: io.stderr }, sandbox)
  try {
    await serveLayer(localLayer(env, { isReadOnly, toolsets: flags.toolset }), {
      ...streams,
      structured: flags.structured,
      context: () => opened.context(),
      log: (err) => opened.log(err),
    })
  } finally {
    await opened.close()
  }
}

const NO_FILE = 'no file of settings was named, so they come from the environment alone'

/** What operations need, opened when it is first asked for: a client that only lists what there is does not wait. */
class OpenedLater {
  readonly #io: Pick<Io, 'env' | 'stderr'>
  readonly #sandbox: boolean
  #opening: ReturnType<typeof import('../open-context.ts')['openContext']> | undefined

  constructor(io: Pick<Io, 'env' | 'stderr'>, sandbox: boolean) {
    this.#io = io
    this.#sandbox = sandbox
  }

  /** @throws ProtocolFailure that says what to do where the data file cannot be used; the next call tries again */
  async context(): Promise<Context> {
    this.#opening ??= import('../open-context.ts').then(({ openContext }) =>
      openContext({ env: this.#io.env, sandbox: this.#sandbox, quiet: true, durable: true }),
    )
    const opening = this.#opening
    try {
      return (await opening).context
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined
      const { StoreError } = await import('@x-md/core/stores/store.ts')
      if (!(error instanceof StoreError)) throw error
      this.log(error)
      const { CODES, ProtocolFailure } = await import('@x-md/mcp/failures.ts')
      throw new ProtocolFailure(CODES.internal, error.message)
    }
  }

  log(err: unknown): void {
    // What failed may be the opening itself.
    const tell = (error: unknown) =>
      this.#io.stderr.write(`x-md mcp: ${error instanceof Error ? error.message : error}\n`)
    if (!this.#opening) return void tell(err)
    this.#opening.then(({ context }) => context.log.error({ err }, 'unexpected error'), tell)
  }

  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined)
    await opened?.close()
  }
}

function parseToolsets(text: string): Toolset[] {
  const names = text.split(',').map((name) => name.trim())
  for (const name of names) {
    if (name === 'twitterapi') throw new InvalidArgumentError('The toolset twitterapi is not there yet.')
    if (!TOOLSET_NAMES.includes(name as Toolset)) {
      throw new InvalidArgumentError(`Allowed are ${TOOLSET_NAMES.join(' and ')}, with commas between.`)
    }
  }
  return [...new Set(names as Toolset[])]
}

function parseEndpoint(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError('It is no http(s) address.')
  // An address of a service is as good as that of its endpoint.
  if (url.pathname === '/') url.pathname = '/mcp'
  return url
}
