import type { Post } from '../../domain/post.ts'
import { snowflakeToMs } from '../../domain/snowflake.ts'
import { isNoteOf, type Note, toNote, withNote } from '../../providers/account-archive/note.ts'
import type { Archive } from '../../stores/archive.ts'

/** X gives the post its id moments after the note has its time, which is told to the second. */
const NEAR_MS = 60_000
/** More posts within a minute than people write. */
const MAX_CANDIDATES = 100
const BATCH = 100

/**
 * Finds the posts that the notes of an account archive belong to, and gives them their whole texts. The two have no id
 * in common: a post is meant that was written within a minute of the note and whose text is its beginning, of several
 * the nearest.
 */
export class NoteKeeper {
  found = 0
  withoutPost = 0
  readonly #archive: Archive
  readonly #account: string
  #batch: Post[] = []

  constructor(archive: Archive, account: string) {
    this.#archive = archive
    this.#account = account
  }

  /** @returns false for a record that is no note */
  async add(record: unknown): Promise<boolean> {
    const note = toNote(record)
    if (!note) return false
    const post = await this.#postOf(note)
    if (!post) this.withoutPost++
    else {
      this.found++
      // One that is whole already was read by a walk, or from here before.
      if (post.truncated || !(post.is_note_tweet || isWhole(post, note)))
        this.#batch.push(withNote(post, note))
    }
    if (this.#batch.length >= BATCH) await this.end()
    return true
  }

  async end(): Promise<void> {
    const posts = this.#batch
    this.#batch = []
    await this.#archive.add(this.#account, posts)
  }

  async #postOf(note: Note): Promise<Post | undefined> {
    const selection = {
      since: note.at - NEAR_MS,
      until: note.at + NEAR_MS,
      kinds: ['post', 'reply'],
    } as const
    let best: Post | undefined
    for await (const post of this.#archive.posts(this.#account, selection, MAX_CANDIDATES)) {
      if (isNoteOf(note, post) && (!best || distance(note, post) < distance(note, best))) best = post
    }
    return best
  }
}

function distance({ at }: Note, { id }: Post): number {
  return Math.abs((snowflakeToMs(id) ?? 0) - at)
}

/** X keeps a note for a few posts that are no longer than others. */
function isWhole(post: Post, note: Note): boolean {
  return (post.raw_text?.text ?? post.text).length >= note.text.length
}
