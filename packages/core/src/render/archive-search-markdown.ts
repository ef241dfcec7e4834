import type { Post } from '../domain/post.ts'
import { document } from './conversation-markdown.ts'
import { formatDate, plural } from './format.ts'
import { postListBlocks } from './list-markdown.ts'
import { address } from './markdown-text.ts'
import { type Line, paragraph, single } from './pieces.ts'
import { fence, person } from './post-markdown.ts'
import type { Span } from './rich-text.ts'

interface Find {
  post: Post
  snippet: { text: string; marks: readonly (readonly [number, number])[] }
}

const FLAVOUR = 'markdown'

/** What a search in the archive found: the places that fit, in bold, or whole posts. */
export function archiveSearchMarkdown(
  finds: readonly Find[],
  { full, now }: { full: boolean; now: number },
): string {
  if (finds.length === 0) return document([['No posts.']])
  if (full) {
    const posts = finds.map(({ post }) => post)
    return document(postListBlocks(posts, { full, now, level: 2, warnings: [] }))
  }
  return document(
    finds.flatMap(({ post, snippet }, index) => {
      const label = `${index + 1}/${finds.length} · `
      return [
        [`## ${single([label, person(post.author)], FLAVOUR)}`],
        paragraph(headLines(post), FLAVOUR),
        fence(snippetSpans(snippet), FLAVOUR),
      ]
    }),
  )
}

function headLines(post: Post): Line[] {
  const date = formatDate(post.created_timestamp ?? post.created_at)
  const likes = typeof post.likes === 'number' ? plural(post.likes, 'like') : ''
  const facts = [date, likes].filter(Boolean).join(' · ')
  return [['Source: ', address(post.url)], ...(facts ? [[facts]] : [])]
}

function snippetSpans({ text, marks }: Find['snippet']): Span[] {
  const spans: Span[] = []
  let at = 0
  for (const [start, end] of marks) {
    spans.push({ text: text.slice(at, start) }, { text: text.slice(start, end), styles: new Set(['bold']) })
    at = end
  }
  return [...spans, { text: text.slice(at) }].filter((span) => span.text !== '')
}
