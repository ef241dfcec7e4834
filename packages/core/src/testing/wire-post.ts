import { Post } from '../domain/post.ts'
import { toPost } from '../providers/fxtwitter/to-domain.ts'

/** A post as FxTwitter would send it, with what a test wants to be different. */
export function wirePost(changes: Record<string, unknown> = {}): Post {
  const text = (changes.text as string | undefined) ?? 'hello'
  const post = toPost({
    type: 'status',
    id: '1900000000000000001',
    url: 'https://x.com/ada_quill/status/1900000000000000001',
    text,
    raw_text: { text, display_text_range: [0, text.length], facets: [] },
    author: { id: '7001', name: 'Ada Quill', screen_name: 'ada_quill' },
    created_at: 'Thu Mar 13 01:44:33 +0000 2025',
    created_timestamp: 1_741_830_273,
    replying_to: null,
    media: {},
    ...changes,
  })
  if (!post) throw new Error(`Not a post: ${JSON.stringify(Post.safeParse(changes).error?.issues)}`)
  return post
}

export function wirePhoto(id: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'photo',
    id,
    url: `https://pbs.twimg.com/media/${id}.jpg?name=orig`,
    width: 10,
    height: 10,
    ...changes,
  }
}
