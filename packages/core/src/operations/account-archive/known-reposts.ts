import type { Post } from '../../domain/post.ts'
import { ACCOUNT_ARCHIVE } from '../../providers/account-archive/to-domain.ts'
import { decodeEntities } from '../../render/decode-entities.ts'
import type { Archive } from '../../stores/archive.ts'

/**
 * The reposts of an account that a walk has read. They come as their originals, with the originals' ids, which an
 * account archive seldom tells; so a repost in one is known again by whose it is and how it begins.
 */
export class KnownReposts {
  /** Beginnings of texts by their authors' handles. */
  readonly #beginnings = new Map<string, string[]>()

  static async of(archive: Archive, account: string): Promise<KnownReposts> {
    const known = new KnownReposts()
    const selection = { kinds: ['repost'] } as const
    for await (const post of archive.posts(account, selection, Number.MAX_SAFE_INTEGER)) {
      if (post.imported_from !== ACCOUNT_ARCHIVE) known.#add(post)
    }
    return known
  }

  #add(post: Post): void {
    const handle = post.author.screen_name.toLowerCase()
    const list = this.#beginnings.get(handle) ?? []
    list.push(beginningOf(post))
    this.#beginnings.set(handle, list)
  }

  has(post: Post): boolean {
    if (!post.reposted_by) return false
    const list = this.#beginnings.get(post.author.screen_name.toLowerCase())
    const start = beginningOf(post).replace(/\s*…$/, '')
    return start !== '' && list !== undefined && list.some((text) => text.startsWith(start))
  }
}

/** X cuts a repost after 140 signs, an entity counting as one. */
const LENGTH = 160

function beginningOf(post: Post): string {
  return decodeEntities(post.raw_text?.text ?? post.text)
    .replace(/https?:\/\/t\.co\/\w*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LENGTH)
}
