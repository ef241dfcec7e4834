import { stat } from 'node:fs/promises'
import { POST_KINDS, parseKinds, parseRange } from '@x-md/core/request/archive-search-request.ts'
import type { Archive, ArchivedAccount, Selection } from '@x-md/core/stores/archive.ts'
import { type Command, Option } from 'commander'
import { writeAtomically } from '../atomic-write.ts'
import type { RowFormat } from '../export/rows.ts'
import type { VaultCounts } from '../export/vault.ts'
import { type Io, say } from '../io.ts'
import { heldAccounts, withArchive } from '../open-held.ts'
import { pace, withProgress } from '../spinner.ts'
import { UsageError } from '../usage-error.ts'

interface ExportFlags {
  all?: true
  format: RowFormat | 'markdown' | 'obsidian'
  output?: string
  since?: string
  until?: string
  kind?: string
  media?: true
  overwrite?: true
}

/** `x-md export`, and the same below `x-md archive`. */
export function addExport(program: Command, io: Io): void {
  program
    .command('export')
    .summary('write what is kept into files of another kind')
    .description(
      'Writes the posts that were imported as lines, JSON, a table, Markdown files or an Obsidian vault. A second export into the same folder touches only the notes that have changed.',
    )
    .argument('[handles...]', 'accounts whose histories to write, or --all')
    .option('--all', 'all accounts that something is kept of')
    .addOption(
      new Option('--format <format>', 'what to write')
        .choices(['ndjson', 'json', 'csv', 'markdown', 'obsidian'])
        .default('ndjson'),
    )
    .option(
      '-o, --output <path>',
      'file, or folder for markdown and obsidian (a file may be left out: stdout)',
    )
    .option('--since <date>', 'nothing older: a date, a date and time, or a Unix timestamp')
    .option('--until <date>', 'nothing newer')
    .option('--kind <kinds>', 'post, reply or repost, with commas between (default: all)')
    .option('--media', 'markdown and obsidian: fetch pictures and videos, too, instead of linking them')
    .option('--overwrite', 'markdown and obsidian: write over notes that you have changed, too')
    .addHelpText(
      'after',
      `
Interrupted, it leaves no half file under the name of a whole one; the same command goes on.

Examples:
  $ x-md export jack --format csv -o jack.csv
  $ x-md export --all --format ndjson | gzip > all.ndjson.gz
  $ x-md export jack --format obsidian --media -o ~/Vault/X`,
    )
    .action((handles: string[], flags: ExportFlags) => exportHistories(io, handles, flags))
}

async function exportHistories(io: Io, handles: string[], flags: ExportFlags): Promise<void> {
  const { format, output } = flags
  const isFolder = format === 'markdown' || format === 'obsidian'
  if (flags.all ? handles.length > 0 : handles.length === 0) {
    throw new UsageError('Name accounts, or give --all; not both.')
  }
  if (isFolder && output === undefined)
    throw new UsageError(`--format ${format} needs a folder: --output <folder>.`)
  if (!isFolder && (flags.media || flags.overwrite)) {
    throw new UsageError('--media and --overwrite are for --format markdown and obsidian.')
  }
  if (isFolder && (await isFile(output as string)))
    throw new UsageError(`${output} is a file; name a folder.`)
  const selection: Selection = {
    ...parseRange({ since: flags.since, until: flags.until }),
    kinds: parseKinds(flags.kind) ?? POST_KINDS,
  }
  await withArchive(io, async (archive, { media, now }) => {
    const accounts = flags.all
      ? await Array.fromAsync(archive.accounts())
      : await heldAccounts(archive, handles)
    const total = () => totalOf(archive, accounts, selection)
    if (isFolder) {
      const { writeVault } = await import('../export/vault.ts')
      const { counts, posts } = await counted(io, total, (onNote) =>
        writeVault({
          archive,
          accounts,
          format,
          folder: output as string,
          selection,
          now: now(),
          media: flags.media && media,
          overwrite: flags.overwrite === true,
          onNote,
        }),
      )
      say(io, vaultSummary(output as string, posts, counts))
      if (counts.edited > 0)
        say(io, `${counts.edited} notes that you have changed were left alone; --overwrite writes them.`)
      if (counts.failed > 0)
        say(
          io,
          `${counts.failed} files of media could not be fetched and stay linked; the same command tries again.`,
        )
      return
    }
    await exportFile(io, format, { archive, accounts, selection }, total, output)
  })
}

async function exportFile(
  io: Io,
  format: RowFormat,
  what: {
    archive: Archive
    accounts: readonly ArchivedAccount[]
    selection: Selection
  },
  total: () => Promise<number>,
  output: string | undefined,
): Promise<void> {
  const { exportRows } = await import('../export/rows.ts')
  const { counts: size, posts } = await counted(io, total, async (onPosts) => {
    const pieces = exportRows(format, { ...what, onPost: () => onPosts(1) })
    if (output !== undefined) return writeAtomically(output, pieces)
    for await (const piece of pieces) await written(io, piece)
    return undefined
  })
  if (output !== undefined) say(io, `wrote ${output} (${posts} posts, ${size} bytes)`)
}

/** How many posts an export will write. */
async function totalOf(
  archive: Archive,
  accounts: readonly ArchivedAccount[],
  selection: Selection,
): Promise<number> {
  let total = 0
  for (const { account } of accounts) total += await archive.count(account, selection)
  return total
}

/** Counts the posts of an export, and shows on a terminal how far it is of all that there are. */
async function counted<T>(
  io: Io,
  total: () => Promise<number>,
  work: (onPosts: (posts: number) => void) => Promise<T>,
): Promise<{ counts: T; posts: number }> {
  const all = io.stderr.isTTY ? await total() : 0
  const started = performance.now()
  let posts = 0
  const counts = await withProgress(io, 'Writing', (tell) =>
    work((more) => {
      posts += more
      // A spinner that is told of each post does nothing else.
      if (posts % 50 < more) {
        tell(`Writing: ${posts} of ${all} posts${pace(posts, all - posts, performance.now() - started)}`)
      }
    }),
  )
  return { counts, posts }
}

function written(io: Io, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    io.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function vaultSummary(folder: string, posts: number, counts: VaultCounts): string {
  const media = counts.fetched > 0 ? `, ${counts.fetched} files of media fetched` : ''
  return `${folder}: ${posts} posts; notes: ${counts.written} written, ${counts.unchanged} unchanged, ${counts.removed} removed${media}`
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  )
}
