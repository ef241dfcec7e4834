import { type MediaItem, mediaItems } from '../../domain/media.ts'
import { isPost, type Post } from '../../domain/post.ts'
import { accountNote, type NoteLink, postNote } from '../../render/vault-note.ts'
import { bestVideoUrl } from '../../render/video.ts'
import { type Archive, type ArchivedAccount, kindOf, type Selection } from '../../stores/archive.ts'
import { dayOf, mediaName, monthOf, noteName } from './note-names.ts'
import { heldPost, threadRoot, threadsOf } from './threads.ts'

export interface NotesOptions {
  flavour: 'markdown' | 'obsidian'
  selection: Selection
  /** The accounts that are exported, by their ids, and their folders: there is nothing elsewhere to link to. */
  folders: ReadonlyMap<string, string>
  /** Unix milliseconds, to tell whether a poll is open. */
  now: number
}

/** One file to be written. */
export interface Note {
  month: string
  /** Without its ending. */
  name: string
  /** How many posts are in it. */
  posts: number
  media: MediaFile[]
  /** @param local names of media that are there; others are linked where X has them */
  render(local: ReadonlySet<string>): string
}

export interface MediaFile {
  url: string
  name: string
}

/** Where media stand, seen from a note: notes are two folders deep. */
const MEDIA_PATH = '../../media/'

/** Writes the notes of accounts, and the links between them. */
export class NoteWriter {
  readonly #archive: Archive
  readonly #options: NotesOptions
  /** Accounts by handles that were looked for; the same few come up again and again. */
  readonly #accounts = new Map<string, string | undefined>()

  constructor(archive: Archive, options: NotesOptions) {
    this.#archive = archive
    this.#options = options
  }

  /** From new to old. */
  async *notes({ account }: ArchivedAccount): AsyncGenerator<Note> {
    const { selection, flavour, now } = this.#options
    for await (const posts of threadsOf(this.#archive, account, selection)) {
      const links = await this.#links(posts)
      const media = posts.flatMap(mediaFiles)
      yield {
        month: monthOf(posts[0]),
        name: noteName(posts[0]),
        posts: posts.length,
        media,
        render: (local) => {
          const paths = new Map(
            media.flatMap(({ url, name }) => (local.has(name) ? [[url, MEDIA_PATH + name]] : [])),
          )
          return postNote(posts, {
            flavour,
            now,
            links,
            account: this.#options.folders.get(account) ?? '',
            localMedia: (url) => paths.get(url),
          })
        },
      }
    }
  }

  /** What is known of an account, as a note of its own, named like its folder. */
  async accountNote({ account, profile }: ArchivedAccount): Promise<string> {
    return accountNote(profile, { flavour: this.#options.flavour, ...(await this.#archive.summary(account)) })
  }

  async #links(posts: readonly Post[]): Promise<NoteLink[]> {
    const inside = new Set(posts.map(({ id }) => id))
    const links: NoteLink[] = []
    const add = async (
      relation: NoteLink['relation'],
      handle: string | undefined,
      id: string | null | undefined,
    ) => {
      if (!handle || !id || (relation !== 'original' && inside.has(id))) return
      const target = await this.#locate(handle, id)
      if (target) links.push({ relation, ...target })
    }
    for (const post of posts) {
      if (kindOf(post) === 'repost') await add('original', post.author.screen_name, post.id)
      else await add('answers', post.replying_to?.screen_name, post.replying_to?.status)
      if (post.quote && isPost(post.quote)) await add('quotes', post.quote.author.screen_name, post.quote.id)
    }
    return links
  }

  /** The note that holds a post, where this export writes one. */
  async #locate(handle: string, id: string): Promise<Omit<NoteLink, 'relation'> | undefined> {
    const { selection, folders } = this.#options
    const account = await this.#accountOf(handle)
    const folder = account && folders.get(account)
    if (!folder) return undefined
    const post = await heldPost(this.#archive, account, id, selection)
    if (!post) return undefined
    const root = await threadRoot(this.#archive, account, post, selection)
    if (!selection.kinds.includes(kindOf(root))) return undefined
    return {
      folder,
      month: monthOf(root),
      name: noteName(root),
      handle: post.author.screen_name,
      day: dayOf(post),
    }
  }

  async #accountOf(handle: string): Promise<string | undefined> {
    const key = handle.toLowerCase()
    if (!this.#accounts.has(key)) {
      // A bound on what is remembered; whoever talks to more people than this is looked up again.
      if (this.#accounts.size > 10_000) this.#accounts.clear()
      this.#accounts.set(key, (await this.#archive.find(key))?.account)
    }
    return this.#accounts.get(key)
  }
}

/** The files of a post's attachments and of what it quotes. */
function mediaFiles(post: Post): MediaFile[] {
  const own = mediaItems(post.media).flatMap(filesOf)
  return post.quote && isPost(post.quote) ? [...own, ...mediaFiles(post.quote)] : own
}

function filesOf(item: MediaItem): MediaFile[] {
  const [file, poster] = [mediaName(item, 'file'), mediaName(item, 'poster')]
  if (!file || !poster) return []
  if (item.type === 'photo') return [{ url: item.url, name: file }]
  return [
    { url: bestVideoUrl(item), name: file },
    ...(item.thumbnail_url ? [{ url: item.thumbnail_url, name: poster }] : []),
  ]
}
