import type { Command } from 'commander'
import { answer, type Io, say } from '../io.ts'
import { openContext } from '../open-context.ts'
import { parsePort } from '../port.ts'
import { untilStopped } from '../until-stopped.ts'

interface ServeFlags {
  host?: string
  port?: number
  sandbox?: true
}

export function addServe(program: Command, io: Io): void {
  program
    .command('serve')
    .summary('run the HTTP service')
    .description(
      'Runs the HTTP service: the path of a post on X is its path here. Logs go to stderr as JSON lines.',
    )
    .option('--host <address>', 'address to listen on (default: X_MD_HOST, 127.0.0.1)')
    .option('--port <number>', 'port; 0 takes a free one (default: X_MD_PORT, 8787)', parsePort)
    .option('--sandbox', 'read from a built-in sandbox instead of X')
    .addHelpText(
      'after',
      `
Examples:
  $ x-md serve
  $ x-md serve --sandbox --port 0
  $ curl http://127.0.0.1:8787/jack/status/20`,
    )
    .action((flags: ServeFlags) => serve(io, flags))
}

async function serve(io: Io, flags: ServeFlags): Promise<void> {
  const { startServer } = await import('@x-md/server/start.ts')
  const { context, sandbox, close } = await openContext({
    env: io.env,
    sandbox: flags.sandbox === true,
    quiet: false,
    durable: true,
  })
  if (sandbox) say(io, `sandbox on ${sandbox.url}`)
  const server = await startServer(context, {
    host: flags.host ?? context.config.X_MD_HOST,
    port: flags.port ?? context.config.X_MD_PORT,
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  await answer(io, `listening on ${server.url}`)
  await untilStopped(async () => {
    context.log.info('shutting down')
    await server.close()
    await close()
  })
}
