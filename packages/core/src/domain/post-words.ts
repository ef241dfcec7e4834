import { mediaItems } from './media.ts'
import { isPost, type Post } from './post.ts'

/** What a reader sees of a post, as plain text to search in. */
export interface PostWords {
  /** The author's: text, article, poll, and what its media are said to show. */
  own: string
  /** What stands with it: quoted posts, the link's card, the readers' note. */
  around: string
}

/** Quotes within quotes that are looked into. */
const MAX_DEPTH = 4

export function postWords(post: Post): PostWords {
  return { own: joined(ownWords(post)), around: joined(aroundWords(post, 0)) }
}

type Words = (string | null | undefined)[]

function ownWords({ text, article, poll, media }: Post): Words {
  const blocks = article?.content?.blocks ?? []
  const entities = Object.values(article?.content?.entityMap ?? {})
  return [
    text,
    article?.title,
    ...(blocks.length > 0 ? blocks.map((block) => block.text) : [article?.preview_text]),
    ...entities.map((entry) => markdownOf('value' in entry ? entry.value : entry)),
    ...(poll?.choices.map(({ label }) => label) ?? []),
    ...mediaItems(media).map(({ alt, altText }) => alt ?? altText),
  ]
}

/** Code stands in articles as Markdown. */
function markdownOf(entity: unknown): string | undefined {
  const { data } = entity as { data?: { markdown?: unknown } | null }
  return typeof data?.markdown === 'string' ? data.markdown : undefined
}

function aroundWords({ quote, card, community_note: note }: Post, depth: number): Words {
  return [
    card?.title,
    card?.description,
    note?.text,
    ...(quote && isPost(quote) && depth < MAX_DEPTH
      ? [...ownWords(quote), ...aroundWords(quote, depth + 1)]
      : []),
  ]
}

function joined(words: Words): string {
  return words.filter(Boolean).join('\n')
}
