import { mediaItems } from '../../domain/media.ts'
import { isPost, type Post } from '../../domain/post.ts'
import type { XApiAnswer } from '../../providers/x-api/client.ts'
import { Beside, toPost } from '../../providers/x-api/to-domain.ts'
import { toIso } from '../../render/format.ts'
import { postText, spansToText } from '../../render/rich-text.ts'
import { told } from './told.ts'

/** A post as results show it: its whole words and what a model decides by. What is not known is left out. */
export interface PostView {
  id: string
  url: string
  author: string
  name?: string
  created_at?: string
  /** Links lead where they lead; those to what is attached are gone. */
  text: string
  lang?: string
  reply_to_id?: string
  reply_to?: string
  conversation_id?: string
  quoted_id?: string
  quoted?: PostView
  reposted_by?: string
  repost_of_id?: string
  metrics?: Partial<Record<'replies' | 'reposts' | 'likes' | 'quotes' | 'bookmarks' | 'views', number>>
  media?: { type: string; url: string; alt?: string }[]
  poll?: { options: { label: string; votes?: number }[]; ends_at?: string }
}

/** The posts of an answer, one or a page of them. */
export function postsView({ data, includes }: XApiAnswer['body']): PostView[] {
  const beside = new Beside(includes)
  return [data ?? []].flat().flatMap((tweet) => postView(tweet, beside) ?? [])
}

/**
 * @param tweet as the X API gives it, in the words of tweets
 * @param beside what the same answer includes
 * @returns undefined for what is no post, or has no author
 */
export function postView(tweet: unknown, beside: Beside): PostView | undefined {
  const post = toPost(tweet, beside)
  if (!post) return undefined
  const references = (tweet as { referenced_tweets?: { type: string; id: string }[] }).referenced_tweets ?? []
  const idOf = (kind: string) => references.find(({ type }) => type === kind)?.id
  const quoted_id = idOf('quoted')
  // The link to a quoted post is no words of this one, whether that post is beside it or not.
  const quote =
    post.quote ?? (quoted_id && !post.reposted_by ? { type: 'tombstone' as const, id: quoted_id } : null)
  return {
    ...viewOf({ ...post, quote }),
    ...told({
      reply_to_id: idOf('replied_to'),
      quoted_id,
      // Of a repost whose original is not beside it, X gives the beginning of the text only.
      repost_of_id: post.reposted_by ? undefined : idOf('retweeted'),
    }),
  }
}

type Rest = Omit<PostView, 'id' | 'url' | 'author' | 'text'>

function viewOf(post: Post): PostView {
  const { id, url, author, poll, quote } = post
  return {
    id,
    url,
    author: author.screen_name,
    text: spansToText(postText(post)),
    ...told<Rest>({
      name: author.name,
      created_at: toIso(post.created_timestamp),
      lang: post.lang,
      reply_to: post.replying_to?.screen_name,
      conversation_id: typeof post.conversation_id === 'string' ? post.conversation_id : undefined,
      quoted: quote && isPost(quote) ? viewOf(quote) : undefined,
      reposted_by: post.reposted_by?.screen_name,
      metrics: told({
        replies: post.replies,
        reposts: post.reposts,
        likes: post.likes,
        quotes: post.quotes,
        bookmarks: post.bookmarks,
        views: post.views,
      }),
      media: mediaItems(post.media).map(({ type, url, alt }) => told({ type, url, alt })),
      poll: poll && {
        options: poll.choices.map(({ label, count }) => told({ label, votes: count })),
        ...told({ ends_at: poll.ends_at }),
      },
    }),
  }
}
