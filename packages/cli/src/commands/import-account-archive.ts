import type { ExtractedMedia } from '@x-md/core/operations/account-archive/extract-media.ts'
import type {
  AccountArchiveReport,
  ReportedFault,
} from '@x-md/core/operations/account-archive/import-account-archive.ts'
import type { PostKind } from '@x-md/core/stores/archive.ts'
import { deliver } from '../deliver.ts'
import { SilentFailure } from '../failure.ts'
import { type Io, say } from '../io.ts'
import { openContext } from '../open-context.ts'
import { withProgress } from '../spinner.ts'
import { UsageError } from '../usage-error.ts'

export interface ArchiveFlags {
  replies: boolean
  reposts: boolean
  onlyReplies?: true
  media?: string
  json?: true
  output?: string
}

/** Options of `import` that an account archive has no use for, as they are typed. */
const ONLY_FOR_HANDLES = [
  'since',
  'until',
  'max',
  'concurrency',
  'refresh',
  'index',
  'format',
  'sandbox',
] as const

/**
 * Puts an account archive, a zip or a folder, into the archive of histories.
 * @throws SilentFailure when some of it could not be read, which has been said then
 */
export async function importAccountArchive(
  io: Io,
  path: string,
  flags: ArchiveFlags & { [name in (typeof ONLY_FOR_HANDLES)[number]]?: unknown },
): Promise<void> {
  const useless = ONLY_FOR_HANDLES.find((name) => flags[name] !== undefined)
  if (useless) throw new UsageError(`--${useless} is for accounts on X, and ${path} is an account archive.`)
  const kinds = kindsOf(flags)
  const { NoArchiveError } = await import('@x-md/core/providers/account-archive/archive-files.ts')
  const { openArchiveFiles } = await import('@x-md/core/providers/account-archive/open-archive-files.ts')
  const operation = await import('@x-md/core/operations/account-archive/import-account-archive.ts')
  const files = await openArchiveFiles(path).catch((error: unknown) => {
    throw error instanceof NoArchiveError ? new UsageError(error.message) : error
  })
  try {
    const { context, close } = await openContext({ env: io.env, sandbox: false, quiet: true, durable: true })
    try {
      if (context.archive.name === 'memory') {
        say(io, 'Histories are kept in memory alone here: what is read goes when this ends.')
      }
      const report = await withProgress(io, 'Reading', (tell) =>
        operation.importAccountArchive(files, context.archive, {
          kinds,
          onProgress: ({ bytes, totalBytes, posts }) =>
            tell(`${bar(bytes, totalBytes)} of ${megabytes(totalBytes)}, ${count(posts)} posts`),
        }),
      )
      const { extractMedia } = await import('@x-md/core/operations/account-archive/extract-media.ts')
      const { media } = flags
      const extracted =
        media === undefined
          ? undefined
          : await withProgress(io, 'Reading', (tell) =>
              extractMedia(files, media, (so) => tell(`${count(so.files)} files, ${megabytes(so.bytes)}`)),
            )
      const json = { ...report, ...(extracted && { extracted: { folder: media, ...extracted } }) }
      await deliver(io, flags.json ? { json } : { text: summaryOf(report, extracted, media) }, flags.output)
      const faults: ReportedFault[] = [...report.faults, ...(extracted?.faults ?? [])]
      for (const fault of faults) say(io, describeFault(fault))
      if (report.fault_count > report.faults.length) {
        say(io, `and ${count(report.fault_count - report.faults.length)} more`)
      }
      if (faults.length > 0) {
        say(io, 'Everything else is kept. Ask X for the archive again if you need the rest.')
        throw new SilentFailure()
      }
    } finally {
      await close()
    }
  } catch (error) {
    throw error instanceof NoArchiveError ? new UsageError(error.message) : error
  } finally {
    await files.close()
  }
}

function kindsOf({ replies, reposts, onlyReplies }: ArchiveFlags): PostKind[] {
  if (onlyReplies && !replies) throw new UsageError('--only-replies and --no-replies exclude each other.')
  if (onlyReplies) return ['reply']
  return ['post', ...(replies ? (['reply'] as const) : []), ...(reposts ? (['repost'] as const) : [])]
}

function summaryOf(
  report: AccountArchiveReport,
  extracted: ExtractedMedia | undefined,
  folder: string | undefined,
): string {
  const { found, notes, media, skipped } = report
  const total = found.posts + found.replies + found.reposts
  const left = [
    [skipped.deleted, 'deleted, which are not kept'],
    [skipped.known_reposts, 'reposts that were read better before'],
    [skipped.unwanted, 'of kinds that were not asked for'],
    [notes.without_post, 'long texts whose posts are not there'],
  ] as const
  return [
    `@${report.handle}: ${count(total)} posts, of them ${count(report.added)} new`,
    `  ${count(found.posts)} posts, ${count(found.replies)} replies, ${count(found.reposts)} reposts`,
    `  ${count(notes.found)} long posts with their whole text`,
    `  ${count(media.items)} pictures and videos, ${count(media.files)} of them in the archive`,
    ...(extracted
      ? [
          `  ${count(extracted.written)} media files written to ${folder}, ${count(extracted.unchanged)} were there`,
          ...(extracted.skipped > 0
            ? [`  ${count(extracted.skipped)} media files left out for their names`]
            : []),
        ]
      : []),
    ...left.flatMap(([number, what]) => (number > 0 ? [`  left out: ${count(number)} ${what}`] : [])),
    ...(report.partial ? ['  X gave this archive in parts; import the others, too'] : []),
    ...(report.generated_at
      ? [`  made by X on ${report.generated_at.slice(0, 10).replace(/[^\d-]/g, '')}`]
      : []),
  ].join('\n')
}

const FAULTS: Readonly<Record<ReportedFault['fault'], string>> = {
  malformed: 'a record is malformed',
  'too-large': 'is too large to be what it says',
  cut: 'breaks off',
  damaged: 'is damaged',
  encrypted: 'is encrypted',
  'unsafe-name': 'has a name that leads out of the archive',
  'no-post': 'a record is no post',
  'missing-file': 'is missing',
  'missing-records': 'is not whole',
}

function describeFault({ file, fault, at, missing }: ReportedFault): string {
  const where = at === undefined ? '' : ` at about byte ${count(at)}`
  const lost = missing === undefined ? '' : `; ${count(missing)} records are missing by X's own count`
  // A name out of a zip is a stranger's.
  return `${file.replace(/[^\x20-\x7e]/g, '?')}: ${FAULTS[fault]}${where}${lost}`
}

function count(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function bar(done: number, total: number): string {
  const share = total > 0 ? Math.min(1, done / total) : 1
  const filled = Math.round(share * 20)
  return `[${'='.repeat(filled)}${' '.repeat(20 - filled)}] ${Math.floor(share * 100)}%`
}
