import type { Facet } from '../domain/facet.ts'
import { isPost, type Post } from '../domain/post.ts'
import { statusUrlId } from '../domain/status-url.ts'
import { cleanText } from './clean-text.ts'
import { type LocatedFacet, type LocatedText, locateFacets } from './locate-facets.ts'

export type Style = 'bold' | 'italic' | 'strikethrough' | 'code'

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

/** Any other text with facets: a bio, a community note. */
export function facetText(text: string, facets: readonly Facet[] | null | undefined): Span[] {
  return tidy(spansOf(locateFacets(text, facets ?? []), { from: 0 }))
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
  const styles = located.facets.flatMap(({ facet, start, end }) => {
    const style = STYLES[facet.type]
    return style ? [{ style, start, end }] : []
  })
  const spans: Span[] = []
  const addText = (start: number, end: number) => {
    const cuts = new Set([start, end])
    for (const { start: from, end: to } of styles) {
      for (const cut of [from, to]) if (cut > start && cut < end) cuts.add(cut)
    }
    const edges = [...cuts].sort((a, b) => a - b)
    for (const [index, edge] of edges.slice(0, -1).entries()) {
      spans.push({ text: text.slice(edge, edges[index + 1]), ...stylesAt(edge) })
    }
  }
  const stylesAt = (position: number): Pick<Span, 'styles'> => {
    const active = styles.filter(({ start, end }) => start <= position && position < end)
    return active.length > 0 ? { styles: new Set(active.map(({ style }) => style)) } : {}
  }
  let position = options.from
  for (const [index, link] of links.entries()) {
    if (link.start < position) continue
    addText(position, link.start)
    position = link.end
    if (link.facet.type === 'media') continue
    const last = links.slice(index + 1).every(({ facet }) => facet.type === 'media')
    const isRendered = isQuoteLink(link, options.quoteId) || (options.hasArticle && isArticleLink(link))
    if (last && isRendered && onlyLinksAfter(text, link.end, links)) continue
    const span = linkSpan(link)
    if (span) spans.push({ ...span, ...stylesAt(link.start) })
  }
  if (position < text.length) addText(position, text.length)
  return spans
}

/**
 * Adds the t.co links that no facet explains: they lead nowhere a reader could know, so they go like those of
 * media, with the space before them.
 */
function withUnexplained(text: string, links: readonly LocatedFacet[]): LocatedFacet[] {
  const result = [...links]
  for (const { 0: link, index } of text.matchAll(SHORT_LINKS)) {
    const [start, end] = [index, index + link.length]
    if (links.some((other) => other.start < end && start < other.end)) continue
    result.push({ facet: { type: 'media', indices: [start, end] }, start, end })
  }
  return result.sort((a, b) => a.start - b.start)
}

const STYLES: Readonly<Record<string, Style>> = {
  bold: 'bold',
  italic: 'italic',
  strikethrough: 'strikethrough',
}

function isQuoteLink({ facet }: LocatedFacet, quoteId: string | null | undefined): boolean {
  return typeof quoteId === 'string' && statusUrlId(facet.replacement ?? '') === quoteId
}

function isArticleLink({ facet }: LocatedFacet): boolean {
  return /^https?:\/\/(?:x|twitter)\.com\/i\/article\/\d+/i.test(facet.replacement ?? '')
}

function onlyLinksAfter(text: string, from: number, links: readonly LocatedFacet[]): boolean {
  let rest = text.slice(from)
  for (const { facet } of links) if (facet.original) rest = rest.replace(facet.original, '')
  return rest.trim() === ''
}

function linkSpan({ facet }: LocatedFacet): Span | undefined {
  const target = facet.replacement ?? ''
  if (/^https?:\/\//i.test(target) && !SHORT_LINK.test(target)) return { text: target, href: target }
  const shown = facet.display ?? target
  return shown && !shown.includes('t.co/') ? { text: shown } : undefined
}

const SHORT_LINK = /^https?:\/\/t\.co\//i
const SHORT_LINKS = / ?https?:\/\/t\.co\/\w*/gi

function withoutShortLinks(text: string): string {
  return text.replace(SHORT_LINKS, '')
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
  const result = joinSpans(
    spans.map((span) => ({ ...span, text: cleanText(span.text).replace(span.href ? /\s/g : '', '') })),
  )
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
