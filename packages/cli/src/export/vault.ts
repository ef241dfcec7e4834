import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { snowflakeToMs } from '@x-md/core/domain/snowflake.ts'
import { accountFolder, noteId } from '@x-md/core/operations/export/note-names.ts'
import { NoteWriter } from '@x-md/core/operations/export/notes.ts'
import type { Archive, ArchivedAccount, Selection } from '@x-md/core/stores/archive.ts'
import type { MediaFiles } from '@x-md/core/upstream/media-files.ts'
import { z } from 'zod'
import { replaceFile } from '../atomic-write.ts'
import { UsageError } from '../usage-error.ts'
import { keepMemoryFlat } from './flat-memory.ts'
import { type MediaCounts, MediaFolder } from './media-folder.ts'
import { type NoteCounts, NoteFolder, namesIn, textOf } from './note-folder.ts'

export interface VaultOptions {
  archive: Archive
  accounts: readonly ArchivedAccount[]
  format: 'markdown' | 'obsidian'
  folder: string
  selection: Selection
  now: number
  /** Where media are fetched from; absent: they are linked where X has them. */
  media?: MediaFiles | undefined
  overwrite: boolean
  /** Told of each note. */
  onNote: (posts: number) => void
}

export type VaultCounts = NoteCounts & MediaCounts

/** Ours, in each folder that we write to; programs for notes pass over what begins with a dot. */
const RECORDS = '.x-md'
const ACCOUNT_NOTES = 'accounts'

const Manifest = z.object({
  version: z.literal(1),
  format: z.enum(['markdown', 'obsidian']),
  folders: z
    .record(z.string(), z.string())
    .describe('Folders by ids of accounts; one keeps its name for good'),
})

/**
 * Writes the notes of accounts into a folder, or brings one up to date: a note that would be the same is not touched,
 * and one whose post stands in another note now, or is not kept any more, goes.
 * @throws UsageError when the folder holds an export of another format
 */
export async function writeVault(options: VaultOptions): Promise<VaultCounts> {
  const { archive, accounts, format, folder, selection, now, overwrite } = options
  keepMemoryFlat()
  const counts: VaultCounts = { written: 0, unchanged: 0, edited: 0, removed: 0, fetched: 0, failed: 0 }
  const folders = await openManifest(options)
  const chosen = new Map(accounts.map(({ account }) => [account, folders[account] as string]))
  const writer = new NoteWriter(archive, { flavour: format, selection, folders: chosen, now })
  const media = options.media && new MediaFolder(join(folder, 'media'), options.media, counts)
  const open = (path: string, record: string) =>
    NoteFolder.open({ folder: join(folder, path), record: join(folder, RECORDS, record), counts, overwrite })
  const isStale = staleness(selection)
  const accountNotes = await open('.', ACCOUNT_NOTES)
  for (const account of accounts) {
    const name = chosen.get(account.account) as string
    await mkdir(join(folder, RECORDS, name), { recursive: true })
    await accountNotes.put(name, await writer.accountNote(account))
    const seen = new Set<string>()
    let month: { name: string; notes: NoteFolder } | undefined
    const openMonth = async (of: string) => {
      seen.add(of)
      return { name: of, notes: await open(join(name, of), join(name, of)) }
    }
    for await (const note of writer.notes(account)) {
      if (month?.name !== note.month) {
        await month?.notes.finish(isStale)
        month = await openMonth(note.month)
      }
      const local = (await media?.fill(note.media)) ?? new Set()
      await month.notes.put(note.name, note.render(local))
      options.onNote(note.posts)
    }
    await month?.notes.finish(isStale)
    for (const of of await namesIn(join(folder, RECORDS, name))) {
      if (/^\d{4}-\d\d$/.test(of) && !seen.has(of)) await (await openMonth(of)).notes.finish(isStale)
    }
  }
  // Of accounts that are not exported this time, all stays.
  await accountNotes.finish(() => false)
  return counts
}

/** A note goes only where this export would have written it: within its range, and if it takes all kinds. */
function staleness({ since, until, kinds }: Selection): (name: string) => boolean {
  if (kinds.length < 3) return () => false
  return (name) => {
    const id = noteId(name)
    const at = id === undefined ? undefined : snowflakeToMs(id)
    if (at === undefined) return id !== undefined && since === undefined && until === undefined
    return (since ?? 0) <= at && at <= (until ?? Number.POSITIVE_INFINITY)
  }
}

async function openManifest({ folder, format, accounts }: VaultOptions): Promise<Record<string, string>> {
  await mkdir(join(folder, RECORDS), { recursive: true })
  const path = join(folder, RECORDS, 'export.json')
  const text = await textOf(path)
  const known = text === undefined ? { version: 1, format, folders: {} } : readManifest(text)
  if (!known) throw new UsageError(`${path} is damaged or of another version; export into another folder.`)
  if (known.format !== format) {
    throw new UsageError(
      `${folder} holds an export as ${known.format}; export ${format} into another folder.`,
    )
  }
  const folders = { ...known.folders }
  const taken = new Set(Object.values(folders))
  for (const { account, profile } of accounts) {
    if (folders[account] !== undefined) continue
    const wanted = accountFolder(profile.screen_name)
    folders[account] = taken.has(wanted) ? `${wanted}-${account.replace(/\W/g, '_')}` : wanted
    taken.add(folders[account])
  }
  const now = `${JSON.stringify({ version: 1, format, folders }, undefined, 2)}\n`
  if (now !== text) await replaceFile(path, now)
  return folders
}

function readManifest(text: string): z.infer<typeof Manifest> | undefined {
  try {
    return Manifest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
