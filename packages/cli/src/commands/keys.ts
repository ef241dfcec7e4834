import { type ApiKey, ApiKeys } from '@x-md/core/stores/api-keys.ts'
import type { Command } from 'commander'
import { parseCount } from '../count.ts'
import { deliver } from '../deliver.ts'
import { answer, type Io, say } from '../io.ts'
import { openContext } from '../open-context.ts'
import { columns } from '../table.ts'
import { UsageError } from '../usage-error.ts'

interface Settings {
  label?: string
  limit?: number
  imports?: number
}

export function addKeys(program: Command, io: Io): void {
  const keys = program
    .command('keys')
    .summary('make, list and end the keys of callers')
    .description(
      'Keeps the API keys of the service that uses the same store: the data file of this machine, or the Redis that the environment names. A secret is shown once, when it is made.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ x-md keys create --label 'My agent'
  $ x-md keys list
  $ x-md keys revoke 1f2e3d4c5b6a`,
    )

  keys
    .command('list')
    .summary('list all keys')
    .option('--json', 'as JSON')
    .action((flags: { json?: true }) =>
      withKeys(io, async (store) => {
        const list = await store.list()
        await deliver(io, flags.json ? { json: list } : { text: table(list) }, undefined)
      }),
    )
  withSettings(keys.command('create').summary('make a key, and print its secret')).action((flags: Settings) =>
    withKeys(io, async (store, defaultLimit) => {
      const { key, secret } = await store.create({
        label: flags.label,
        limitPer15m: flags.limit ?? defaultLimit,
        importLimit: flags.imports,
      })
      say(io, `Key ${key.id} (${key.label}). This is its secret, which is not shown again:`)
      await answer(io, secret)
    }),
  )
  withSettings(keys.command('set <id>').summary('change a key'))
    .option('--disable', 'refuse it until it is enabled again')
    .option('--enable', 'take it again')
    .action((id: string, flags: Settings & { disable?: true; enable?: true }) => {
      if (flags.disable && flags.enable) throw new UsageError('Give --disable or --enable, not both.')
      const disabled = flags.disable ?? (flags.enable ? false : undefined)
      return withKeys(io, async (store) => {
        const changes = { label: flags.label, limitPer15m: flags.limit, importLimit: flags.imports, disabled }
        await answer(io, table([known(await store.update(id, changes), id)]))
      })
    })
  keys
    .command('rotate <id>')
    .summary('give a key a new secret, and print it')
    .action((id: string) =>
      withKeys(io, async (store) => {
        const { secret } = known(await store.rotate(id), id)
        say(io, `The new secret of key ${id}, which is not shown again; the old one has ended:`)
        await answer(io, secret)
      }),
    )
  keys
    .command('revoke <id>')
    .summary('end a key')
    .action((id: string) =>
      withKeys(io, async (store) => {
        known((await store.revoke(id)) || undefined, id)
        say(io, `Key ${id} has ended; a service may take it for five seconds more.`)
      }),
    )
}

function withSettings(command: Command): Command {
  return command
    .option('--label <text>', 'what it is for, up to 80 characters')
    .option(
      '--limit <count>',
      'account-backed searches in 15 minutes (default: a third of what all accounts may ask)',
      parseCount(1),
    )
    .option('--imports <count>', "imports in 15 minutes (default: everybody's)", parseCount(0))
}

async function withKeys(io: Io, work: (keys: ApiKeys, defaultLimit: number) => Promise<void>): Promise<void> {
  const { context, close } = await openContext({ env: io.env, sandbox: false, quiet: true, durable: true })
  try {
    if (context.store.name === 'memory') {
      throw new UsageError('Keys need a store that outlives this command; set X_MD_DATA_DIR to a folder.')
    }
    await work(new ApiKeys(context.store, context), context.accounts.defaultKeyLimit)
  } finally {
    await close()
  }
}

function known<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new UsageError(`There is no key ${id}; \`x-md keys list\` shows them.`)
  return found
}

function table(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return 'There are no keys. `x-md keys create` makes one.'
  const rows = keys.map(({ id, label, limitPer15m, importLimit, disabled, createdAt, lastUsedAt }) => [
    id,
    disabled ? 'disabled' : 'in force',
    `${limitPer15m} searches`,
    importLimit === undefined ? '' : `${importLimit} imports`,
    `made ${createdAt.slice(0, 10)}`,
    lastUsedAt ? `used ${lastUsedAt.slice(0, 16).replace('T', ' ')}` : 'never used',
    label,
  ])
  return columns(rows)
}
