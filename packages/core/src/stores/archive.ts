import type { Author } from '../domain/author.ts'
import type { Interval } from '../domain/intervals.ts'
import type { Post } from '../domain/post.ts'
import type { Phrase } from '../domain/search-words.ts'
import type { StoreName } from './store.ts'

/** What is kept of the histories of accounts: posts as they were read, and which stretches were read whole. */
export interface Archive {
  readonly name: StoreName
  /** @param handle in any case; an earlier one of the account, too, as long as nobody else has it */
  find(handle: string): Promise<ArchivedAccount | undefined>
  /** Makes an account known by its handle, or renews what is known of it. @returns how it stands */
  enter(profile: Author): Promise<ArchivedAccount>
  /** All accounts that something is kept of, by their ids. */
  accounts(): AsyncIterable<ArchivedAccount>
  /**
   * Keeps posts of an account and that a stretch was read whole: both, or neither when it fails.
   * @param covered the stretch; absent when nothing is said about what else there was
   */
  add(account: string, posts: readonly Post[], covered?: Interval, options?: AddOptions): Promise<void>
  /** A walk has ended. @param at Unix milliseconds */
  finish(account: string, walk: { at: number; isIncomplete: boolean }): Promise<void>
  /** How much is kept; the times leave out reposts, whose own time nobody tells. */
  summary(account: string): Promise<ArchiveSummary>
  /** Posts of different ids that are selected. */
  count(account: string, selection: Selection): Promise<number>
  /** The newest that are selected, from new to old, each id once. */
  posts(account: string, selection: Selection, limit: number): AsyncIterable<Post>
  /** Forgets an account, its handles and its posts. @returns how many different posts were kept */
  delete(account: string): Promise<number>
  /** Looks for words in what is kept, of all accounts. Absent: this store cannot. */
  search?(query: ArchiveQuery): Promise<ArchiveFinds>
  /** Looks at all that is kept for what is wrong with it. Absent: this store cannot. */
  verify?(): AsyncIterable<ArchiveFault>
  /** Makes the index for searching anew, of the posts. Absent: this store has none. */
  reindex?(): Promise<void>
  close(): Promise<void>
}

export interface AddOptions {
  /** Posts that are kept already stay as they are: what is added knows less of them. */
  isOnlyNew?: boolean
}

export interface ArchivedAccount {
  /** Its id on X, which a change of its handle leaves as it is. */
  readonly account: string
  readonly profile: Author
  /** Newest first. A stretch from 0 on reaches the oldest post that X serves. */
  readonly covered: readonly Interval[]
  /** When something was last read, Unix milliseconds; absent until a walk has ended. */
  readonly updatedAt?: number
  /** Whether the last walk lost a page. */
  readonly isIncomplete: boolean
}

export interface ArchiveSummary {
  count: number
  /** Unix milliseconds. */
  oldest?: number
  newest?: number
}

/** Posts that are looked for; the range and the kinds are those of a selection. */
export interface ArchiveQuery extends Selection {
  /** At least one that is not excluded. */
  phrases: readonly Phrase[]
  /** Only what is kept of the history of this account, or was written by it. */
  handle?: string | undefined
  minLikes?: number | undefined
  /** `best`: by how well it fits (BM25). */
  order: 'best' | 'newest'
  limit: number
  /** Only what comes after this. */
  after?: ArchivePlace | undefined
}

/** Where a find stands in its order. */
export interface ArchivePlace {
  id: string
  /** Smaller is better; 0 in the order of time. */
  rank: number
}

export interface ArchiveFinds {
  /** Each post once, whoever's history holds it. */
  finds: { post: Post; place: ArchivePlace; handles: string[] }[]
  isMore: boolean
}

/** What is wrong with what is kept, in our words. */
export interface ArchiveFault {
  kind: 'file' | 'post' | 'account' | 'coverage' | 'index'
  message: string
}

export type PostKind = 'post' | 'reply' | 'repost'

/** Which posts are meant, by the time of the post itself: of a repost that is its original's. */
export interface Selection {
  /** Unix milliseconds, both inclusive. */
  since?: number | undefined
  until?: number | undefined
  kinds: readonly PostKind[]
}

export function kindOf(post: Post): PostKind {
  if (post.reposted_by) return 'repost'
  return post.replying_to ? 'reply' : 'post'
}
