import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Author } from '@x-md/core/domain/author.ts'
import { XmdError } from '@x-md/core/errors.ts'
import { parseArchiveSearchRequest } from '@x-md/core/request/archive-search-request.ts'
import type { Archive, ArchivedAccount } from '@x-md/core/stores/archive.ts'
import type { Command } from 'commander'
import { deliver } from '../deliver.ts'
import { SilentFailure } from '../failure.ts'
import { answer, type Io, say } from '../io.ts'
import { heldAccounts, withArchive } from '../open-held.ts'
import { withProgress, withSpinner } from '../spinner.ts'
import { columns } from '../table.ts'
import { terminalJson } from '../terminal-json.ts'
import { UsageError } from '../usage-error.ts'
import { addExport } from './export.ts'

export function addArchive(program: Command, io: Io): void {
  const archive = program
    .command('archive')
    .summary('search, write out, check and delete what was imported')
    .description('Works with the histories that x-md import has kept, without asking X for anything.')
    .addHelpText(
      'after',
      `
Examples:
  $ x-md archive list
  $ x-md archive search lighthouse keepers --handle jack --since 2025-01-01
  $ x-md archive search '"red light" -storm' --min-likes 10 --json
  $ x-md archive export jack --format obsidian -o vault
  $ x-md archive verify
  $ x-md archive delete jack`,
    )
  addList(archive, io)
  addStats(archive, io)
  addSearch(archive, io)
  addExport(archive, io)
  addVerify(archive, io)
  addDelete(archive, io)
}

function addList(archive: Command, io: Io): void {
  archive
    .command('list')
    .summary('list the accounts that something is kept of')
    .option('--json', 'as JSON')
    .action((flags: { json?: true }) =>
      withArchive(io, async (held) => {
        const rows = await Array.fromAsync(held.accounts(), (account) => accountRow(held, account))
        rows.sort((a, b) => (a.handle.toLowerCase() < b.handle.toLowerCase() ? -1 : 1))
        if (flags.json) return deliver(io, { json: rows }, undefined)
        if (rows.length === 0) return answer(io, 'Nothing is kept. `x-md import <handle>` reads a history.')
        const shown = rows.map(({ handle, count, oldest, newest, updated_at, complete }) => [
          `@${handle}`,
          `${count} posts`,
          oldest && newest ? `${oldest.slice(0, 10)} to ${newest.slice(0, 10)}` : '',
          updated_at ? `read ${updated_at.slice(0, 16).replace('T', ' ')}` : '',
          complete ? 'to the oldest that X serves' : '',
        ])
        await answer(io, columns(shown))
      }),
    )
}

async function accountRow(
  archive: Archive,
  { account, profile, covered, updatedAt, isIncomplete }: ArchivedAccount,
) {
  const { count, oldest, newest } = await archive.summary(account)
  const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())
  return {
    handle: profile.screen_name,
    id: account,
    count,
    oldest: iso(oldest),
    newest: iso(newest),
    updated_at: iso(updatedAt),
    complete: covered.length === 1 && covered[0]?.lo === 0n,
    incomplete: isIncomplete,
  }
}

function addStats(archive: Command, io: Io): void {
  archive
    .command('stats')
    .summary('count what is kept')
    .argument('[handles...]', 'only of these accounts')
    .option('--json', 'as JSON')
    .action((handles: string[], flags: { json?: true }) =>
      withArchive(io, async (held) => {
        const accounts = handles.length > 0 ? await heldAccounts(held, handles) : held.accounts()
        const stats = await statsOf(held, accounts)
        if (flags.json) return deliver(io, { json: stats }, undefined)
        const { oldest, newest } = stats
        await answer(
          io,
          columns([
            ['accounts', `${stats.accounts}`],
            ['posts', `${stats.posts}`],
            ['replies', `${stats.replies}`],
            ['reposts', `${stats.reposts}`],
            ...(oldest && newest ? [['written', `${oldest.slice(0, 10)} to ${newest.slice(0, 10)}`]] : []),
          ]),
        )
      }),
    )
}

async function statsOf(
  archive: Archive,
  accounts: AsyncIterable<ArchivedAccount> | Iterable<ArchivedAccount>,
) {
  const stats = { accounts: 0, posts: 0, replies: 0, reposts: 0 }
  let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for await (const { account } of accounts) {
    stats.accounts++
    stats.posts += await archive.count(account, { kinds: ['post'] })
    stats.replies += await archive.count(account, { kinds: ['reply'] })
    stats.reposts += await archive.count(account, { kinds: ['repost'] })
    const summary = await archive.summary(account)
    oldest = Math.min(oldest, summary.oldest ?? oldest)
    newest = Math.max(newest, summary.newest ?? newest)
  }
  const iso = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : null)
  return { ...stats, oldest: iso(oldest), newest: iso(newest) }
}

interface SearchFlags {
  handle?: string
  since?: string
  until?: string
  kind?: string
  minLikes?: string
  order?: string
  limit?: string
  cursor?: string
  full?: true
  json?: true
  output?: string
}

function addSearch(archive: Command, io: Io): void {
  archive
    .command('search')
    .summary('search the words of what is kept')
    .description(
      'Finds posts by their words, those of their articles, polls and alt texts, and of what they quote. All words have to be there; "words in quotes" stand side by side, -word must not be there, begin* goes on anyhow. Case and accents do not matter.',
    )
    .argument('<words...>', 'what to look for')
    .option('--handle <handle>', 'only in the history of this account, or written by it')
    .option('--since <date>', 'nothing older: a date, a date and time, or a Unix timestamp')
    .option('--until <date>', 'nothing newer')
    .option('--kind <kinds>', 'post, reply or repost, with commas between (default: all)')
    .option('--min-likes <number>', 'only what had so many likes when it was read')
    .option('--order <order>', 'best (default) or newest')
    .option('--limit <number>', 'posts on a page, up to 500 (default 20)')
    .option('--cursor <cursor>', 'go on where an earlier answer ended')
    .option('--full', 'whole posts with all details instead of the places that fit')
    .option('--json', 'as JSON: {finds: [{post, snippet, handles}], nextCursor}')
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .action((words: string[], flags: SearchFlags) => search(io, words, flags))
}

async function search(io: Io, words: string[], flags: SearchFlags): Promise<void> {
  const request = parseArchiveSearchRequest({
    q: words.join(' '),
    handle: flags.handle,
    since: flags.since,
    until: flags.until,
    kind: flags.kind,
    min_likes: flags.minLikes,
    order: flags.order,
    limit: flags.limit,
    cursor: flags.cursor,
    full: flags.full && 'true',
  })
  const { searchArchive } = await import('@x-md/core/operations/search-archive.ts')
  await withArchive(io, async (_, context) => {
    const { markdown, ...found } = await withSpinner(io, 'Searching', searchArchive.run(request, context))
    await deliver(io, flags.json ? { json: found } : { text: markdown }, flags.output)
    if (!flags.json && found.nextCursor) say(io, `More with --cursor ${found.nextCursor}`)
  })
}

/** Faults that are told one by one; of a broken file there may be millions. */
const MAX_FAULTS = 1000

function addVerify(archive: Command, io: Io): void {
  archive
    .command('verify')
    .summary('check that all that is kept is whole')
    .description(
      'Checks the data file itself, that every post can be read and is what it is kept as, that what is covered is well-formed, and that the index for searching holds all posts as they are. Names what is wrong, and ends with 1 if anything is.',
    )
    .option('--reindex', 'make the index for searching anew first')
    .option('--json', 'as JSON: a list of {kind, message}')
    .action((flags: { reindex?: true; json?: true }) =>
      withArchive(io, async (held) => {
        if (!held.verify) throw cannot('be checked')
        if (flags.reindex) {
          if (!held.reindex) throw cannot('be searched, so there is no index')
          await withSpinner(io, 'Indexing', held.reindex())
        }
        const faults = held.verify()
        const found = await withProgress(io, 'Checking', async (tell) => {
          const list: object[] = []
          for await (const fault of faults) {
            list.push(fault)
            if (!flags.json) say(io, `${fault.kind}: ${shown(fault.message)}`)
            tell(`Checking: ${list.length} faults`)
            if (list.length === MAX_FAULTS) break
          }
          return list
        })
        if (flags.json) await deliver(io, { json: found }, undefined)
        if (found.length === 0) return flags.json ? undefined : answer(io, 'All that is kept is whole.')
        if (!flags.json) say(io, `${found.length === MAX_FAULTS ? 'At least ' : ''}${found.length} faults.`)
        throw new SilentFailure()
      }),
    )
}

function addDelete(archive: Command, io: Io): void {
  archive
    .command('delete')
    .summary('forget all that is kept of accounts')
    .argument('<handles...>', 'whose histories to delete')
    .option('--yes', 'without asking')
    .action((handles: string[], flags: { yes?: true }) =>
      withArchive(io, async (held) => {
        const accounts = await heldAccounts(held, handles)
        const named = await Promise.all(
          accounts.map(async ({ account, profile }) => ({
            account,
            profile,
            ...(await held.summary(account)),
          })),
        )
        const what = named.map(({ profile, count }) => `@${profile.screen_name} (${count} posts)`).join(', ')
        if (!flags.yes && !(await isConfirmed(io, `Delete ${what}? It cannot be undone. [y/N] `))) {
          say(io, 'Nothing was deleted.')
          throw new SilentFailure()
        }
        for (const { account, profile } of named) {
          const count = await held.delete(account)
          say(io, `Deleted ${nameOf(profile)}: ${count} posts.`)
        }
      }),
    )
}

async function isConfirmed(io: Io, question: string): Promise<boolean> {
  if ((io.stdin as { isTTY?: boolean }).isTTY !== true) {
    throw new UsageError('Nobody can be asked here; add --yes to delete.')
  }
  const asking = createInterface({ input: io.stdin, output: io.stderr })
  // Who ends their input has not agreed.
  const gone = once(asking, 'close').then(() => '')
  try {
    return /^y(?:es)?$/i.test((await Promise.race([asking.question(question), gone])).trim())
  } finally {
    asking.close()
  }
}

function nameOf({ screen_name: handle }: Author): string {
  return `@${handle}`
}

/** SQLite may quote what stands in the file, which is text by strangers. */
function shown(message: string): string {
  return terminalJson(message, false).slice(1, -1)
}

function cannot(what: string): XmdError {
  return new XmdError(
    'archive_unsearchable',
    `The store that histories are kept in here cannot ${what}; a data file can.`,
  )
}
