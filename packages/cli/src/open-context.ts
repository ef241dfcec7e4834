import { type Config, loadConfig } from '@x-md/core/config.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import type { Archive } from '@x-md/core/stores/archive.ts'
import type { Store } from '@x-md/core/stores/store.ts'
import { type EmbeddedSandbox, type Env, embedSandbox } from './embedded-sandbox.ts'

export interface ContextOptions {
  env: Env
  /** Read from a built-in sandbox, by its clock, instead of from X. */
  sandbox: boolean
  /** A command that tells its own faults logs warnings only, unless the environment says otherwise. */
  quiet: boolean
  /** Keep what outlives a process in the store that the settings name; a sandbox has nothing to keep. */
  durable?: boolean
  /** In place of JSON lines on stderr. */
  log?: Context['log']
}

/**
 * What operations need, from the environment. Loaded only here, so that `--help` does not wait for it.
 * @returns the context, the sandbox if one was asked for, and a function that ends both
 * @throws ConfigError, or StoreError when the store cannot be used
 */
export async function openContext({
  env,
  sandbox: withSandbox,
  quiet,
  durable = false,
  ...options
}: ContextOptions) {
  const config = loadConfig(quiet ? { LOG_LEVEL: 'warn', ...env } : env)
  const { createContext, createLog } = await import('@x-md/core/operations/create-context.ts')
  const sandbox: EmbeddedSandbox | undefined = withSandbox ? await embedSandbox(config) : undefined
  const log = options.log ?? createLog(config)
  const { context, close } = createContext(sandbox?.config ?? config, {
    log,
    ...(sandbox && { now: sandbox.now }),
    // What is paid for is written down where other processes find it.
    ...((durable || config.X_PAID_READS) && !sandbox && (await openStoresFor(config, log))),
  })
  return {
    context,
    sandbox,
    close: async (): Promise<void> => {
      await close()
      await sandbox?.close()
    },
  }
}

async function openStoresFor(
  config: Config,
  log: Context['log'],
): Promise<{ store: Store; archive: Archive }> {
  const { openStore } = await import('@x-md/core/stores/open-store.ts')
  const { openArchiveBeside } = await import('@x-md/core/operations/create-context.ts')
  const store = await openStore(config, {
    now: Date.now,
    report: (fault) => (fault ? log.warn(fault.message) : log.info('The store works again')),
  })
  return { store, archive: await openArchiveBeside(config, store) }
}
