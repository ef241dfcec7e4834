import { type Config, loadConfig } from '@x-md/core/config.ts'
import type { Toolset } from '@x-md/mcp/tools/toolset.ts'
import type { Env } from '../embedded-sandbox.ts'
import { answer, type Io } from '../io.ts'
import { openContext } from '../open-context.ts'
import { untilStopped } from '../until-stopped.ts'
import { UsageError } from '../usage-error.ts'
import { createAccountLog } from './account-log.ts'
import { temporaryMedia } from './sandbox-media.ts'

export interface AccountServerOptions {
  env: Env
  /** Told once there is a log. */
  notices: readonly string[]
  sandbox: boolean
  isReadOnly: boolean
  structured: string | undefined
  toolsets: readonly Toolset[]
  transport?: Config['MCP_TRANSPORT'] | undefined
  host?: string | undefined
  port?: number | undefined
}

/**
 * Serves tools that act on X, over stdio or HTTP, once it is known that the account can be acted for.
 * @throws AccountError that says in one line what whoever sets it up has to do
 */
export async function serveAccount(io: Io, options: AccountServerOptions): Promise<void> {
  const media = options.sandbox && !options.env.MEDIA_ROOT ? temporaryMedia() : undefined
  try {
    const env = media ? { ...options.env, MEDIA_ROOT: media.path } : options.env
    await checked(io, { ...options, env })
  } finally {
    media?.remove()
  }
}

async function checked(io: Io, options: AccountServerOptions): Promise<void> {
  const { env, notices, sandbox, isReadOnly } = options
  const config = loadConfig(env)
  const transport = options.transport ?? config.MCP_TRANSPORT
  if (transport === 'http') requireToken(config, options.host ?? config.X_MD_HOST)
  const log = createAccountLog(config, env, io.stderr)
  for (const notice of notices) log.info(notice)
  const { context, close } = await openContext({ env, sandbox, quiet: false, durable: true, log })
  let isClosed = false
  const closeOnce = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    await close()
  }
  try {
    const { checkAccount } = await import('@x-md/core/operations/x/check-account.ts')
    const { id } = await checkAccount(context, { isReadOnly })
    log.info({ user_id: id }, 'authenticated with the X API')
    const { localLayer } = await import('../local-layer.ts')
    const layer = localLayer(env, options)
    if (transport === 'http') {
      const { startMcp } = await import('@x-md/server/mcp/start-mcp.ts')
      const server = await startMcp(context, layer, {
        host: options.host ?? config.X_MD_HOST,
        port: options.port ?? config.SERVER_PORT,
      })
      log.info({ transport }, 'MCP server has started')
      await answer(io, `listening on ${server.url}`)
      await untilStopped(async () => {
        log.info('shutting down')
        await server.close()
        await closeOnce()
      })
      return
    }
    const { serveLayer } = await import('@x-md/mcp/stdio/serve.ts')
    // Calls under way get the time that they have when the client leaves.
    const stop = (): void => void io.stdin.destroy()
    process.once('SIGTERM', stop)
    log.info({ transport }, 'MCP server has started')
    await serveLayer(layer, {
      input: io.stdin,
      output: io.stdout,
      structured: options.structured,
      context: async () => context,
      log: (err) => log.error({ err }, 'unexpected error'),
    }).finally(() => process.off('SIGTERM', stop))
  } finally {
    await closeOnce()
  }
}

/** @throws UsageError where others than this machine could act as the account without a word */
function requireToken({ MCP_AUTH_TOKEN }: Config, host: string): void {
  if (MCP_AUTH_TOKEN !== undefined || /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)) return
  throw new UsageError(
    `Whoever reaches this server acts as your account, with your money: to listen on ${host}, set MCP_AUTH_TOKEN.`,
  )
}
