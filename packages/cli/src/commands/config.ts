import { loadConfig } from '@x-md/core/config.ts'
import type { Command } from 'commander'
import { deliver } from '../deliver.ts'
import { effectiveValues } from '../effective-values.ts'
import type { Io } from '../io.ts'

export function addConfig(program: Command, io: Io): void {
  program
    .command('config')
    .summary('show every setting and where it comes from')
    .description(
      'Shows every environment variable that x.md reads, its value now, and whether that is the default or comes from the environment. Secrets are masked.',
    )
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  $ X_MD_PORT=9000 x-md config')
    .action(async (flags: { json?: true }) => {
      const rows = effectiveValues(io.env)
      if (flags.json) await deliver(io, { json: rows }, undefined)
      else {
        const width = Math.max(...rows.map(({ name }) => name.length))
        const lines = rows.map(({ name, value, from }) => `${name.padEnd(width)}  ${value ?? '-'}  (${from})`)
        await deliver(io, { text: lines.join('\n') }, undefined)
      }
      loadConfig(io.env)
    })
}
