import type { Facet } from '../domain/facet.ts'
import { isPost, type Post } from '../domain/post.ts'
import { statusUrlId } from '../domain/status-url.ts'
import { cleanText } from './clean-text.ts'
import { encodeUrl } from './encode-url.ts'
import { type LocatedFacet, type LocatedText, locateFacets } from './locate-facets.ts'
import { type Style, styleRuns } from './style-runs.ts'

/** A stretch of visible text of one style; with `href`, a link. Never holds a t.co link. */
export interface Span {
  text: string
  href?: string
  styles?: ReadonlySet<Style> | undefined
}

/**
 * The words of a post as a reader on X sees them: links expanded, the hidden reply prefix, the links of its
 * media and the trailing link of its rendered quote or article taken out, entities decoded, hidden characters removed.
 */
export function postText(post: Post): Span[] {
  const raw = post.raw_text
  if (!raw) return tidy([{ text: withoutShortLinks(post.text) }])
  const located = locateFacets(raw.text, raw.facets ?? [])
  const quoteId = post.quote ? (post.quote.id ?? (isPost(post.quote) ? undefined : null)) : undefined
  const from = replyPrefixEnd(located, raw.display_text_range?.[0] ?? 0)
  return tidy(spansOf(located, { from, quoteId, hasArticle: Boolean(post.article) }))
}

/**
 * Any other text with facets: a bio, a community note.
 * @param form whether the text is escaped as X escapes it
 */
export function facetText(
  text: string,
  facets: readonly Facet[] | null | undefined,
  form: 'escaped' | 'plain' = 'escaped',
): Span[] {
  return tidy(spansOf(locateFacets(text, facets ?? [], form), { from: 0 }))
}

/** A raw text with its links expanded and its escaping undone, and nothing else changed. */
export function expandedText(raw: string, facets: readonly Facet[]): string {
  return spansToText(spansOf(locateFacets(raw, facets), { from: 0 })).trimEnd()
}

/** Text that carries no facets and was never escaped. */
export function plainSpans(text: string): Span[] {
  return tidy([{ text: withoutShortLinks(text) }])
}

/** The visible text of spans. */
export function spansToText(spans: readonly Span[]): string {
  return spans.map((span) => span.text).join('')
}

interface SpanOptions {
  /** Where the visible text begins. */
  from: number
  quoteId?: string | null | undefined
  hasArticle?: boolean
}

function spansOf(located: LocatedText, options: SpanOptions): Span[] {
  const { text } = located
  const links = withUnexplained(
    text,
    located.facets.filter(({ facet }) => facet.type === 'url' || facet.type === 'media'),
  )
  const runs = styleRuns(
    text.length,
    located.facets.flatMap(({ facet, start, end }) => {
      const value = STYLES.get(facet.type)
      return value ? [{ start, end, value }] : []
    }),
  )
  const spans: Span[] = []
  let run = 0
  const stylesAt = (position: number): Span['styles'] => {
    while ((runs[run]?.end ?? Number.POSITIVE_INFINITY) <= position) run++
    return runs[run]?.styles
  }
  const addText = (start: number, end: number) => {
    for (let at = start; at < end; ) {
      const styles = stylesAt(at)
      const stop = Math.min(end, runs[run]?.end ?? end)
      spans.push({ text: text.slice(at, stop), styles })
      at = stop
    }
  }
  const lastLink = links.findLastIndex(({ facet }) => facet.type !== 'media')
  let position = options.from
  for (const [index, link] of links.entries()) {
    if (link.start < position) continue
    const isRendered = isQuoteLink(link, options.quoteId) || (options.hasArticle && isArticleLink(link))
    const goes =
      link.facet.type === 'media' ||
      (index === lastLink && isRendered && onlyLinksAfter(text, links.slice(index)))
    const span = goes ? undefined : linkSpan(link)
    // With a link goes the space that set it apart.
    const space =
      !span && text[link.start - 1] === ' ' && /^(?:[\s…]|$)/.test(text.slice(link.end, link.end + 1))
    addText(position, link.start - (space && link.start > position ? 1 : 0))
    if (span) spans.push({ ...span, styles: stylesAt(link.start) })
    position = link.end
  }
  addText(position, text.length)
  return spans
}

/**
 * Adds the t.co links that no facet covers. One that a facet explains elsewhere in the text leads to the same
 * place; any other leads nowhere a reader could know, so it goes like those of media.
 */
function withUnexplained(text: string, links: readonly LocatedFacet[]): LocatedFacet[] {
  const known = new Map(links.map(({ facet }) => [facet.original, facet]))
  const result = [...links]
  let next = 0
  for (const { 0: link, index: start } of text.matchAll(SHORT_LINKS)) {
    const end = start + link.length
    while ((links[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    if ((links[next]?.start ?? Number.POSITIVE_INFINITY) < end) continue
    result.push({ facet: known.get(link) ?? { type: 'media', indices: [start, end] }, start, end })
  }
  return result.sort((a, b) => a.start - b.start)
}

const STYLES: ReadonlyMap<string, Style> = new Map([
  ['bold', 'bold'],
  ['italic', 'italic'],
  ['strikethrough', 'strikethrough'],
])

function isQuoteLink({ facet }: LocatedFacet, quoteId: string | null | undefined): boolean {
  return typeof quoteId === 'string' && statusUrlId(facet.replacement ?? '') === quoteId
}

function isArticleLink({ facet }: LocatedFacet): boolean {
  return /^https?:\/\/(?:x|twitter)\.com\/i\/article\/\d+/i.test(facet.replacement ?? '')
}

/** Whether nothing but white space stands between and after these links. */
function onlyLinksAfter(text: string, links: readonly LocatedFacet[]): boolean {
  return links.every(({ end }, index) => text.slice(end, links[index + 1]?.start).trim() === '')
}

function linkSpan({ facet }: LocatedFacet): Span | undefined {
  const target = facet.replacement ?? ''
  if (/^https?:\/\//i.test(target) && !SHORT_LINK.test(target)) {
    const url = encodeUrl(target)
    return { text: url, href: url }
  }
  const shown = facet.display ?? target
  return shown && !shown.includes('t.co/') ? { text: shown } : undefined
}

const SHORT_LINK = /^https?:\/\/t\.co\//i
const SHORT_LINKS = /https?:\/\/t\.co\/\w*/gi

function withoutShortLinks(text: string): string {
  return text.replace(/ ?https?:\/\/t\.co\/\w*/gi, '')
}

/**
 * Where the visible text of a reply begins. X hides the mentions that a reply starts with by a display
 * range; its unit is as doubtful as any, so it counts only where what it hides is mentions indeed.
 */
function replyPrefixEnd({ text, toOffset }: LocatedText, displayStart: number): number {
  if (displayStart <= 0) return 0
  for (const end of [toOffset(displayStart), displayStart]) {
    if (/^(?:[@＠]\w{1,20}\s+)+$/.test(text.slice(0, end))) return end
  }
  return 0
}

/** Cleans each span, joins neighbours of one style, and trims the blank edges of the whole. */
function tidy(spans: readonly Span[]): Span[] {
  const result = joinSpans(spans.map((span) => (span.href ? span : { ...span, text: cleanText(span.text) })))
  const first = result[0]
  if (first) first.text = first.text.trimStart()
  const last = result.at(-1)
  if (last) last.text = last.text.trimEnd()
  return result.filter(({ text }) => text !== '')
}

/** Makes one span of neighbours of the same style and target; empty ones go. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (span.text === '') continue
    if (last && !last.href && !span.href && sameStyles(last, span)) last.text += span.text
    else result.push({ ...span })
  }
  return result
}

function sameStyles(a: Span, b: Span): boolean {
  return (
    (a.styles?.size ?? 0) === (b.styles?.size ?? 0) && [...(a.styles ?? [])].every((s) => b.styles?.has(s))
  )
}
