import type { Context } from '@x-md/core/operations/operation.ts'
import type { Archive, ArchivedAccount } from '@x-md/core/stores/archive.ts'
import type { Io } from './io.ts'
import { openContext } from './open-context.ts'
import { UsageError } from './usage-error.ts'

/** Opens what is kept, for a command that works with it. @throws UsageError where nothing outlives a command */
export async function withArchive<T>(
  io: Io,
  work: (archive: Archive, context: Context) => Promise<T>,
): Promise<T> {
  const { context, close } = await openContext({ env: io.env, sandbox: false, quiet: true, durable: true })
  try {
    if (context.archive.name === 'memory') {
      throw new UsageError(
        'Histories are kept in the memory of each process here; set X_MD_DATA_DIR to a folder to keep them.',
      )
    }
    return await work(context.archive, context)
  } finally {
    await close()
  }
}

/** The accounts of handles. @throws UsageError that names what is not kept */
export async function heldAccounts(archive: Archive, handles: readonly string[]): Promise<ArchivedAccount[]> {
  const { parseHandle } = await import('@x-md/core/request/handle.ts')
  const accounts = new Map<string, ArchivedAccount>()
  for (const handle of handles.map(parseHandle)) {
    const held = await archive.find(handle)
    if (!held) {
      throw new UsageError(
        `Nothing is kept of @${handle}. \`x-md archive list\` shows what is, \`x-md import ${handle}\` reads it.`,
      )
    }
    accounts.set(held.account, held)
  }
  return [...accounts.values()]
}
