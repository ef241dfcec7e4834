import type { Context } from '@x-md/core/operations/operation.ts'
import type { Toolset } from '@x-md/mcp/tools/toolset.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Io } from '../io.ts'

/** Said here, too, so that `--help` loads no tools. */
const TOOLSET_NAMES: readonly Toolset[] = ['read', 'x']

interface McpFlags {
  sandbox?: true
  url?: URL
  readOnly?: true
  structured?: string
  toolset: Toolset[]
}

export function addMcp(program: Command, io: Io): void {
  program
    .command('mcp')
    .summary('run the MCP server over stdin and stdout')
    .description(
      'Speaks the Model Context Protocol, revisions 2026-07-28, 2025-11-25 and 2025-06-18, over stdin and stdout, until stdin ends. It reads X by itself, or hands everything on to a running service.',
    )
    .option('--sandbox', 'read from a built-in sandbox instead of X')
    .addOption(
      new Option('--url <address>', 'hand everything on to this service, such as https://x.example/mcp')
        .argParser(parseEndpoint)
        .conflicts('sandbox'),
    )
    .option('--read-only', 'leave out the tools that write anything, feedback included')
    .addOption(
      new Option(
        '--structured <how>',
        'whether structured content repeats the text (default: as the client shows it)',
      ).choices(['lean', 'full']),
    )
    .addOption(
      new Option('--toolset <names>', 'which tools to offer, with commas between: read, x')
        .argParser(parseToolsets)
        .default(['read'], 'read'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ x-md mcp
  $ x-md mcp --sandbox --read-only
  $ x-md mcp --url http://127.0.0.1:8787/mcp     # with X_MD_API_KEY, if that asks for one`,
    )
    .action((flags: McpFlags) => mcp(io, flags))
}

async function mcp(io: Io, flags: McpFlags): Promise<void> {
  const isReadOnly = flags.readOnly === true
  const streams = { input: io.stdin, output: io.stdout }
  if (flags.url) {
    const endpoint = new URL(flags.url)
    if (flags.structured) endpoint.searchParams.set('structured', flags.structured)
    const { bridge } = await import('@x-md/mcp/stdio/bridge.ts')
    return bridge({ ...streams, endpoint, apiKey: io.env.X_MD_API_KEY, isReadOnly })
  }
  const { serveLayer } = await import('@x-md/mcp/stdio/serve.ts')
  const { localLayer } = await import('../local-layer.ts')
  const opened = new OpenedLater(io, flags.sandbox === true)
  try {
    await serveLayer(localLayer(io.env, { isReadOnly, toolsets: flags.toolset }), {
      ...streams,
      structured: flags.structured,
      context: () => opened.context(),
      log: (err) => opened.log(err),
    })
  } finally {
    await opened.close()
  }
}

/** What operations need, opened when it is first asked for: a client that only lists what there is does not wait. */
class OpenedLater {
  readonly #io: Io
  readonly #sandbox: boolean
  #opening: ReturnType<typeof import('../open-context.ts')['openContext']> | undefined

  constructor(io: Io, sandbox: boolean) {
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
