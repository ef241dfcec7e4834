import { Author } from '../../domain/author.ts'
import { isPost, type Post, type ThreadItem } from '../../domain/post.ts'
import { ListAnswer, PostAnswer, ProfileAnswer } from './schema.ts'
import { toPost, toThreadItem } from './to-domain.ts'

/** What a saved answer of FxTwitter holds. */
export type SavedAnswer =
  | { kind: 'conversation'; post: ThreadItem; thread: ThreadItem[]; replies: Post[] }
  | { kind: 'list'; items: ThreadItem[] }
  | { kind: 'profile'; author: Author }
  | { kind: 'about'; about: NonNullable<Author['about_account']> }

/**
 * Reads an answer of any FxTwitter route that gives posts or a profile, v1 or v2, as it was saved to a file.
 * @returns undefined when it is none
 */
export function readSavedAnswer(body: unknown): SavedAnswer | undefined {
  const answer = PostAnswer.safeParse(body).data
  const post = toThreadItem(answer?.status ?? answer?.tweet)
  if (answer && post) {
    return {
      kind: 'conversation',
      post,
      thread: (answer.thread ?? [post]).flatMap((item) => toThreadItem(item) ?? []),
      replies: (answer.replies ?? []).flatMap((item) => toPost(item) ?? []),
    }
  }
  const list = ListAnswer.safeParse(body).data
  if (list) return { kind: 'list', items: list.results.flatMap(listItems) }
  const profile = ProfileAnswer.safeParse(body).data
  const author = Author.safeParse(profile?.user).data
  if (author)
    return {
      kind: 'profile',
      author: { ...author, about_account: profile?.about_account ?? author.about_account },
    }
  return profile?.about_account ? { kind: 'about', about: profile.about_account } : undefined
}

/** A list holds posts, or groups of them when it was asked to group threads. */
function listItems(item: unknown): ThreadItem[] {
  const group = item as { type?: unknown; statuses?: unknown }
  if (group?.type === 'thread' && Array.isArray(group.statuses)) return group.statuses.flatMap(listItems)
  const read = toThreadItem(item)
  return read && (isPost(read) || read.id) ? [read] : []
}
