import type { Account, Part, Post } from './model.ts'

/** A post written by hand. Other posts are named by their keys, accounts by their handles. */
export interface Draft
  extends Partial<Omit<Post, 'id' | 'author' | 'at' | 'replyPrefix' | 'edits' | 'source' | 'counts'>> {
  key: string
  by: string
  /** The instant, ISO 8601; otherwise `gap` minutes after the last draft that gives none. */
  at?: string
  /** Minutes since the draft before it; 53 unless given. */
  gap?: number
  /** An id from before snowflakes. */
  legacyId?: string
  replyPrefix?: string[]
  /** Number of earlier versions. */
  editedTimes?: number
  /** Twitter Web App unless given; '' for none. */
  source?: string
  counts?: { [K in keyof Post['counts']]?: Post['counts'][K] | undefined }
  /** In the catalogue under this name; without it the post is only scenery. */
  kind?: string
  note?: string
  /** False: no public record shows that X or the door behaves so. */
  proven?: false
}

/** Drafts of one subject, starting at one instant. */
export interface Family {
  start: string
  drafts: Draft[]
}

/** A hand-written account; what is left out is drawn from the seed. */
export interface Person extends Partial<Omit<Account, 'index' | 'bio' | 'joined'>> {
  handle: string
  name: string
  bio?: Part[] | string
  joined?: string
  /** In the catalogue under this name. */
  kind?: string
  note?: string
}
