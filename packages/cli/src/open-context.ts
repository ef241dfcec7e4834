import { loadConfig } from '@x-md/core/config.ts'
import { type EmbeddedSandbox, type Env, embedSandbox } from './embedded-sandbox.ts'

export interface ContextOptions {
  env: Env
  /** Read from a built-in sandbox, by its clock, instead of from X. */
  sandbox: boolean
  /** A command that tells its own faults logs warnings only, unless the environment says otherwise. */
  quiet: boolean
}

/**
 * What operations need, from the environment. Loaded only here, so that `--help` does not wait for it.
 * @returns the context, the sandbox if one was asked for, and a function that ends both
 * @throws ConfigError
 */
export async function openContext({ env, sandbox: withSandbox, quiet }: ContextOptions) {
  const config = loadConfig(quiet ? { LOG_LEVEL: 'warn', ...env } : env)
  const { createContext } = await import('@x-md/core/operations/create-context.ts')
  const sandbox: EmbeddedSandbox | undefined = withSandbox ? await embedSandbox(config) : undefined
  const { context, close } = createContext(sandbox?.config ?? config, sandbox && { now: sandbox.now })
  return {
    context,
    sandbox,
    close: async (): Promise<void> => {
      await close()
      await sandbox?.close()
    },
  }
}
