import { compareIds } from '@x-md/core/domain/snowflake.ts'
import { statusUrl } from '@x-md/core/domain/status-url.ts'
import { plausibleCounts } from './counts.ts'
import type { Draft, Family } from './draft.ts'
import { FIRST_NAMED_ORDINAL, type Place, postId } from './ids.ts'
import { linkify } from './linkify.ts'
import type { Account, MentionPart, Part, Post } from './model.ts'
import { displayUrl } from './parts.ts'
import { Dice, hashText } from './random.ts'
import { ORDINARY_WEIGHT, weight } from './weight.ts'

/** A hand-written post in its place, with what the catalogue says of it. */
export interface NamedPost {
  key: string
  place: Place
  post: Post
  kind?: string
  note?: string
  proven?: false
}

const MINUTE = 60_000

/**
 * Turns drafts into posts: gives ids, resolves keys to ids and handles to accounts. Throws on a key or handle
 * that does not exist, since that is a mistake in a hand-written file.
 */
export function assemble(
  seed: number,
  families: Family[],
  account: (handle: string) => Account | undefined,
): NamedPost[] {
  const placed = families.flatMap((family) => place(family))
  const nextOrdinal = new Map<string, number>()
  const ids = new Map<string, { id: string; at: number; place: Place; author: Account }>()
  const author = (handle: string): Account => {
    const found = account(handle)
    if (!found) throw new Error(`No account @${handle} in the world`)
    return found
  }
  for (const { draft, at } of placed) {
    const by = author(draft.by)
    const ordinal = nextOrdinal.get(by.handle) ?? FIRST_NAMED_ORDINAL
    nextOrdinal.set(by.handle, ordinal + 1)
    const where = { account: by.index, ordinal }
    if (ids.has(draft.key)) throw new Error(`Two drafts are called ${draft.key}`)
    ids.set(draft.key, { id: draft.legacyId ?? postId(at, where), at, place: where, author: by })
  }
  const ref = (key: string) => {
    const found = ids.get(key)
    if (!found) throw new Error(`No draft is called ${key}`)
    return found
  }
  const resolve = (part: Part): Part => {
    if (part.kind === 'mention' && !part.id) return { ...part, id: author(part.handle).id }
    if (part.kind !== 'link' || !part.url.startsWith('post:')) return part
    const target = ref(part.url.slice('post:'.length))
    const url = statusUrl(target.id, target.author.handle)
    return { ...part, url, display: displayUrl(url) }
  }

  return placed.map(({ draft, at }) => {
    const own = ref(draft.key)
    const {
      key,
      by,
      at: _at,
      gap,
      legacyId,
      editedTimes,
      kind,
      note,
      proven,
      counts,
      replyPrefix,
      ...rest
    } = draft
    for (const other of [draft.replyTo, draft.quote, draft.repostOf]) {
      if (other && ref(other).at >= at) throw new Error(`${key} leans on ${other}, which is written later`)
    }
    const parent = draft.replyTo ? ref(draft.replyTo) : undefined
    const prefix = replyPrefix ?? (parent && parent.author !== own.author ? [parent.author.handle] : [])
    const post: Post = {
      ...rest,
      id: own.id,
      author: own.author,
      at,
      lang: draft.lang ?? own.author.lang,
      body: (draft.body ?? []).map(resolve).flatMap((part) => linkify(part, account)),
      media: draft.media ?? [],
      counts: Object.assign(plausibleCounts(new Dice(hashText(`${seed} ${key}`)), own.author, at), counts),
    }
    if (weight(post.body) > ORDINARY_WEIGHT) post.long = true
    if (draft.source === undefined) post.source = 'Twitter Web App'
    if (draft.source === '') delete post.source
    if (parent) post.replyTo = parent.id
    if (draft.quote) post.quote = ref(draft.quote).id
    if (draft.repostOf) post.repostOf = ref(draft.repostOf).id
    if (draft.article) post.article = resolveArticle(draft.article, (tweetKey) => ref(tweetKey).id)
    if (draft.communityNote) post.communityNote = draft.communityNote.map(resolve)
    if (prefix.length > 0) {
      post.replyPrefix = prefix.map((handle): MentionPart => {
        const { id, handle: exact } = author(handle)
        return { kind: 'mention', handle: exact, id }
      })
    }
    if (editedTimes) {
      const earlier = Array.from({ length: editedTimes }, (_, i) =>
        postId(at - (editedTimes - i) * 7 * MINUTE, own.place),
      )
      post.edits = [...earlier, own.id]
    }
    const named: NamedPost = { key, place: own.place, post }
    if (kind) named.kind = kind
    if (note) named.note = note
    if (proven === false) named.proven = false
    return named
  })
}

function place(family: Family): { draft: Draft; at: number }[] {
  let clock = Date.parse(family.start)
  return family.drafts.map((draft) => {
    if (draft.at) return { draft, at: Date.parse(draft.at) }
    clock += (draft.gap ?? 53) * MINUTE + 417
    return { draft, at: clock }
  })
}

function resolveArticle(article: NonNullable<Draft['article']>, ref: (key: string) => string) {
  const entities = article.entities.map((entity) =>
    entity.type === 'TWEET' && !/^\d+$/.test(entity.postId)
      ? { ...entity, postId: ref(entity.postId) }
      : entity,
  )
  return { ...article, entities }
}

/** The ids of the answers to each post that has any, from old to new. */
export function repliesByParent(named: NamedPost[]): Map<string, string[]> {
  const replies = new Map<string, string[]>()
  for (const { post } of named) {
    if (!post.replyTo) continue
    const list = replies.get(post.replyTo)
    if (list) list.push(post.id)
    else replies.set(post.replyTo, [post.id])
  }
  for (const list of replies.values()) list.sort(compareIds)
  return replies
}
