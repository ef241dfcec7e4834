import type { Author } from '../../domain/author.ts'
import type { Post } from '../../domain/post.ts'
import {
  type ArchiveFiles,
  type DataFile,
  type FileFaultKind,
  NoArchiveError,
} from '../../providers/account-archive/archive-files.ts'
import { compareParts } from '../../providers/account-archive/data-names.ts'
import { ownerOf } from '../../providers/account-archive/owner.ts'
import { type ReadPiece, readManifest, readRecords } from '../../providers/account-archive/read-records.ts'
import { Account, Manifest, Profile } from '../../providers/account-archive/schema.ts'
import type { PieceFault } from '../../providers/account-archive/split-records.ts'
import { toPost } from '../../providers/account-archive/to-domain.ts'
import { parseLeniently } from '../../providers/lenient.ts'
import { type Archive, kindOf, type PostKind } from '../../stores/archive.ts'
import { enterOwner } from './enter-owner.ts'
import { NoteKeeper } from './keep-notes.ts'
import { KnownReposts } from './known-reposts.ts'

export interface ImportOptions {
  /** Which posts are kept; all of them unless given. */
  kinds?: readonly PostKind[]
  /** When a post began to be read, or more of a file: bytes of the data files and posts so far. */
  onProgress?: (progress: { bytes: number; totalBytes: number; posts: number }) => void
}

/** What an import found, and what it could not read. */
export interface AccountArchiveReport {
  handle: string
  account: string
  /** When X made the archive, ISO 8601, as far as it says. */
  generated_at?: string
  /** X gave it in more than one zip, and this is one of them. */
  partial?: true
  /** Posts of the wanted kinds: `posts` are those that are neither answers nor reposts. */
  found: { posts: number; replies: number; reposts: number }
  /** Of them, those that were not held before. */
  added: number
  /** Long posts whose whole text was found, and texts whose post was not. */
  notes: { found: number; without_post: number }
  media: { items: number; files: number }
  skipped: {
    /** What its owner deleted within the last weeks. */
    deleted: number
    /** Reposts that a walk has read better. */
    known_reposts: number
    /** Kinds of posts that were not asked for. */
    unwanted: number
  }
  /** What could not be read, and where; the first hundred. */
  faults: ReportedFault[]
  fault_count: number
}

export interface ReportedFault {
  file: string
  fault:
    | PieceFault
    | FileFaultKind
    /** A record without id or text. */
    | 'no-post'
    /** The manifest names a file that is not there. */
    | 'missing-file'
    /** Fewer records than the manifest says, and no fault to be seen. */
    | 'missing-records'
  /** About where in the file, in bytes. */
  at?: number
  /** Records that are known to be missing. */
  missing?: number
}

const MAX_NAMED_FAULTS = 100
const BATCH = 200
const ALL_KINDS = ['post', 'reply', 'repost'] as const

/**
 * Puts an account archive of X's into the archive of histories, as its bytes come: memory does not grow with it.
 * Posts that are held already stay as they are, since a walk knows more of them; a walk that comes later renews those
 * from here. Nothing is marked as covered: an archive has neither the posts of others that stand in a timeline, nor
 * reposts whole, and a walk must not take it for one.
 * @throws NoArchiveError when it does not say whose archive it is
 */
export async function importAccountArchive(
  files: ArchiveFiles,
  archive: Archive,
  options: ImportOptions = {},
): Promise<AccountArchiveReport> {
  return new AccountArchiveImport(files, archive, options).run()
}

class AccountArchiveImport {
  readonly #files: ArchiveFiles
  readonly #archive: Archive
  readonly #options: ImportOptions
  readonly #faults: ReportedFault[] = []
  #faultCount = 0
  #bytes = 0
  #posts = 0
  readonly #totalBytes: number
  readonly #counts = { post: 0, reply: 0, repost: 0 }
  readonly #media = { items: 0, files: 0 }
  readonly #skipped = { deleted: 0, known_reposts: 0, unwanted: 0 }
  #manifest: Manifest | undefined

  constructor(files: ArchiveFiles, archive: Archive, options: ImportOptions) {
    this.#files = files
    this.#archive = archive
    this.#options = options
    this.#totalBytes = [...files.data.values()].reduce((sum, { size }) => sum + size, 0)
  }

  async run(): Promise<AccountArchiveReport> {
    for (const { file, kind } of this.#files.faults) this.#report({ file, fault: kind })
    this.#manifest = parseLeniently(Manifest, await readManifest(this.#files))
    const owner = await this.#readOwner()
    if (!owner)
      throw new NoArchiveError('The archive does not say whose it is: its data/account.js cannot be read.')
    const { account } = await enterOwner(this.#archive, owner)
    const countHeld = () => this.#archive.count(account, { kinds: ALL_KINDS })
    const before = await countHeld()
    const reposts = await KnownReposts.of(this.#archive, account)
    for (const file of this.#filesOf(/^(?:tweets?|community-tweet)(?:-part\d+)?\.js$/)) {
      await this.#keepPosts(file, account, owner, reposts)
    }
    // Last, since each is looked for among the posts.
    const notes = new NoteKeeper(this.#archive, account)
    for (const file of this.#filesOf(/^note-tweet(?:-part\d+)?\.js$/)) {
      for await (const record of this.#records(file, 'noteTweet')) {
        if (!(await notes.add(record.value)))
          this.#report({ file: file.name, fault: 'no-post', at: record.at })
      }
    }
    await notes.end()
    for (const file of this.#filesOf(/^deleted-tweets?(?:-part\d+)?\.js$/)) {
      for await (const _ of this.#records(file, 'tweet')) this.#skipped.deleted++
    }
    this.#reportMissingFiles()
    const { archiveInfo } = this.#manifest ?? {}
    return {
      handle: owner.screen_name,
      account,
      ...(archiveInfo?.generationDate && { generated_at: archiveInfo.generationDate }),
      ...(archiveInfo?.isPartialArchive && { partial: true }),
      found: { posts: this.#counts.post, replies: this.#counts.reply, reposts: this.#counts.repost },
      added: (await countHeld()) - before,
      notes: { found: notes.found, without_post: notes.withoutPost },
      media: this.#media,
      skipped: this.#skipped,
      faults: this.#faults,
      fault_count: this.#faultCount,
    }
  }

  async #readOwner(): Promise<Author | undefined> {
    const first = async (name: string, wrapper: string): Promise<unknown> => {
      const file = this.#files.data.get(name)
      if (!file) return undefined
      for await (const { value } of this.#records(file, wrapper)) return value
      return undefined
    }
    return ownerOf({
      account: parseLeniently(Account, await first('account.js', 'account')),
      profile: parseLeniently(Profile, await first('profile.js', 'profile')),
      manifest: this.#manifest,
    })
  }

  #filesOf(pattern: RegExp): DataFile[] {
    const names = [...this.#files.data.keys()].filter((name) => pattern.test(name))
    return names.sort(compareParts).map((name) => this.#files.data.get(name) as DataFile)
  }

  async #keepPosts(file: DataFile, account: string, owner: Author, reposts: KnownReposts): Promise<void> {
    const { kinds = ALL_KINDS } = this.#options
    let batch: Post[] = []
    const keep = async () => {
      await this.#archive.add(account, batch, undefined, { isOnlyNew: true })
      batch = []
    }
    for await (const { value, at } of this.#records(file, 'tweet')) {
      const post = toPost(value, owner, this.#files.media)
      this.#posts++
      if (!post) this.#report({ file: file.name, fault: 'no-post', at })
      else if (!kinds.includes(kindOf(post))) this.#skipped.unwanted++
      else {
        this.#count(post)
        if (reposts.has(post)) this.#skipped.known_reposts++
        else batch.push(post)
      }
      if (batch.length >= BATCH) await keep()
    }
    await keep()
  }

  #count(post: Post): void {
    this.#counts[kindOf(post)]++
    const items = post.media?.all ?? []
    this.#media.items += items.length
    this.#media.files += items.filter(({ archive_file }) => archive_file !== undefined).length
  }

  /** The records of a file that can be read; what cannot is reported. */
  async *#records(file: DataFile, wrapper: string): AsyncGenerator<{ value: unknown; at: number }> {
    let read = 0
    let faults = 0
    const tell = (bytes: number) => {
      this.#bytes += bytes
      this.#options.onProgress?.({ bytes: this.#bytes, totalBytes: this.#totalBytes, posts: this.#posts })
    }
    const expected = this.#expectedIn(file.name)
    let last: ReportedFault | undefined
    for await (const piece of readRecords(this.#files, file, wrapper, tell) as AsyncGenerator<ReadPiece>) {
      if ('record' in piece) {
        read++
        yield { value: piece.record, at: piece.at }
      } else {
        faults++
        last = { file: file.name, fault: piece.fault, at: piece.at }
        this.#report(last)
      }
    }
    const missing = (expected ?? 0) - read
    if (missing <= 0) return
    if (last && faults === 1) last.missing = missing
    else if (!last) this.#report({ file: file.name, fault: 'missing-records', missing })
  }

  #expectedIn(name: string): number | undefined {
    return this.#listed().find(({ fileName }) => baseName(fileName) === name)?.count ?? undefined
  }

  #listed() {
    return Object.values(this.#manifest?.dataTypes ?? {}).flatMap(({ files }) => files ?? [])
  }

  #reportMissingFiles(): void {
    for (const { fileName, count } of this.#listed()) {
      const name = baseName(fileName)
      if (!/^(?:tweets?|note-tweet|community-tweet)(?:-part\d+)?\.js$/.test(name)) continue
      if (this.#files.data.has(name) || !count) continue
      this.#report({ file: name, fault: 'missing-file', missing: count })
    }
  }

  #report(fault: ReportedFault): void {
    this.#faultCount++
    if (this.#faults.length < MAX_NAMED_FAULTS) this.#faults.push(fault)
  }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
