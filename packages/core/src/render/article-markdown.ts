import type { Article, ArticleBlock, ArticleEntity, ArticleMedia } from '../domain/article.ts'
import { statusUrl } from '../domain/status-url.ts'
import { cleanLine, cleanText, closeDirections } from './clean-text.ts'
import type { Flavour } from './escape-markdown.ts'
import { autolink, linkTarget, longestRun, markdownLines } from './markdown-text.ts'
import { linkWords, single, words } from './pieces.ts'
import { plainSpans, type Span } from './rich-text.ts'
import { type Style, styleRuns } from './style-runs.ts'
import { bestVideoUrl } from './video.ts'

/**
 * An X Article as Markdown lines: title, cover, then its blocks. All of it is the author's, so the caller
 * fences it. Without a body (upstream could not fetch it) the preview stands in, and says so.
 */
export function articleLines(article: Article, flavour: Flavour): string[] {
  const blocks = article.content?.blocks ?? []
  const lines: string[] = []
  const title = cleanLine(article.title ?? '')
  if (title) lines.push(`# ${headingText(single([words(title)], flavour))}`, '')
  const cover = mediaLine(article.cover_media, '', flavour)
  if (cover) lines.push(cover, '')
  if (blocks.length === 0 && article.preview_text) {
    lines.push(...markdownLines(plainSpans(article.preview_text), flavour), '')
  }
  const entities = entityMap(article)
  const media = new Map((article.media_entities ?? []).map((item) => [item.media_id ?? '', item]))
  const list = new ListWriter()
  let before: string | undefined
  for (const block of blocks) {
    const isItem = block.type.endsWith('list-item')
    if (!isItem) list.end()
    const body = blockLines(block, { entities, media, flavour, list })
    if (body.length === 0) continue
    const together = isItem
      ? before?.endsWith('list-item')
      : block.type === 'code-block' && before === 'code-block'
    if (before !== undefined && !together) lines.push('')
    for (const line of body) lines.push(line)
    before = block.type
  }
  while (lines.at(-1) === '') lines.pop()
  return mergeRuns(lines)
}

interface Scope {
  entities: ReadonlyMap<string, ArticleEntity>
  media: ReadonlyMap<string, ArticleMedia>
  flavour: Flavour
  list: ListWriter
}

const HEADINGS: ReadonlyMap<string, string> = new Map([
  ['header-one', '##'],
  ['header-two', '###'],
  ['header-three', '####'],
  ['header-four', '#####'],
  ['header-five', '######'],
  ['header-six', '######'],
])

function blockLines(block: ArticleBlock, scope: Scope): string[] {
  if (block.type === 'atomic') return atomicLines(block, scope)
  if (block.type === 'code-block') return [`${CODE_LINE}${cleanText(block.text)}`]
  const spans = blockSpans(block, scope)
  const heading = HEADINGS.get(block.type)
  if (heading) {
    const flat = spans.map((span) => ({ ...span, text: span.text.replace(/\s*\n\s*/g, ' ') }))
    const line = markdownLines(flat, scope.flavour).join('')
    return line ? [`${heading} ${headingText(line)}`] : []
  }
  const lines = markdownLines(spans, scope.flavour)
  if (lines.every((line) => line === '')) return []
  if (block.type.endsWith('list-item')) return scope.list.item(block, lines)
  if (block.type === 'blockquote') return lines.map((line) => (line ? `> ${line}` : '>'))
  return lines
}

/**
 * Draft.js says how deep an item is, Markdown where its parent's words begin; an item cannot be deeper than
 * one step below the one before, or it would be code. Each list counts from 1: another number cannot begin one.
 */
class ListWriter {
  readonly #open: { type: string; number: number; column: number }[] = []

  item(block: ArticleBlock, lines: readonly string[]): string[] {
    const given = typeof block.depth === 'number' && block.depth > 0 ? Math.trunc(block.depth) : 0
    const depth = Math.min(given, this.#open.length)
    const before = this.#open[depth]
    const number = before?.type === block.type ? before.number + 1 : 1
    const marker = block.type === 'ordered-list-item' ? `${number}. ` : '- '
    const indent = ' '.repeat(this.#open[depth - 1]?.column ?? 0)
    this.#open.length = depth
    this.#open.push({ type: block.type, number, column: indent.length + marker.length })
    const rest = ' '.repeat(marker.length)
    return lines.map((line, index) => (line === '' ? '' : `${indent}${index === 0 ? marker : rest}${line}`))
  }

  end(): void {
    this.#open.length = 0
  }
}

/** A heading's text may not end like the closing row of signs that Markdown takes away. */
function headingText(line: string): string {
  return line.replace(/(?<=^|[ \t])#+$/, '\\$&')
}

const STYLES: ReadonlyMap<string, Style> = new Map([
  ['bold', 'bold'],
  ['italic', 'italic'],
  ['strikethrough', 'strikethrough'],
  ['code', 'code'],
])

/** Draft.js counts in UTF-16 units of a text that is not escaped. */
function blockSpans(block: ArticleBlock, { entities }: Scope): Span[] {
  const { text } = block
  const styles = (block.inlineStyleRanges ?? []).flatMap(({ offset, length, style }) => {
    const value = STYLES.get(style.toLowerCase())
    return value ? [{ start: offset, end: offset + length, value }] : []
  })
  const links = (block.entityRanges ?? []).flatMap(({ offset, length, key }) => {
    const value = linkOf(entities.get(String(key)))
    return value ? [{ start: offset, end: offset + length, value }] : []
  })
  return styleRuns(text.length, styles, links).flatMap(({ start, end, styles: active, link }) => {
    const piece = cleanText(text.slice(start, end))
    return piece ? [{ text: piece, styles: active, ...(link && { href: link }) }] : []
  })
}

function linkOf(entity: ArticleEntity | undefined): string | undefined {
  const url = entity?.data?.url
  return entity?.type.toUpperCase() === 'LINK' && typeof url === 'string' && isWebUrl(url) ? url : undefined
}

function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && !/^https?:\/\/t\.co\//i.test(url)
}

function atomicLines(block: ArticleBlock, scope: Scope): string[] {
  return (block.entityRanges ?? []).flatMap(({ key }) => {
    const entity = scope.entities.get(String(key))
    return entity ? entityLines(entity, scope) : []
  })
}

function entityLines({ type, data }: ArticleEntity, { media, flavour }: Scope): string[] {
  const string = (name: string): string => (typeof data?.[name] === 'string' ? (data[name] as string) : '')
  switch (type.toUpperCase()) {
    case 'DIVIDER':
      return ['---']
    case 'MEDIA': {
      const items = Array.isArray(data?.mediaItems) ? (data.mediaItems as { mediaId?: unknown }[]) : []
      return items.flatMap(({ mediaId }) => {
        const line = mediaLine(media.get(String(mediaId)), string('caption'), flavour)
        return line ? [line] : []
      })
    }
    case 'TWEET':
    case 'POST':
      return /^\d+$/.test(string('tweetId'))
        ? [`Embedded post: ${autolink(statusUrl(string('tweetId')))}`]
        : []
    case 'MARKDOWN':
      return markdownEntity(string('markdown'), flavour)
    case 'LATEX':
    case 'EQUATION':
      return codeBlock(cleanText(string('latex') || string('equation')).split('\n'), 'latex')
    default:
      return isWebUrl(string('url')) ? [autolink(string('url'))] : []
  }
}

/**
 * The Markdown that X lets an article's author write, in practice a block of code. Fenced code is kept as
 * code; anything else becomes text, since raw Markdown could define links for the rest of the document.
 */
/** The info string of a backtick fence holds no backtick: else it is a code span. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`]*)/

function markdownEntity(markdown: string, flavour: Flavour): string[] {
  const result: string[] = []
  let prose: string[] = []
  const flush = () => {
    if (prose.some((line) => line.trim()))
      result.push(...markdownLines(plainSpans(prose.join('\n')), flavour))
    prose = []
  }
  const lines = cleanText(markdown).split('\n')
  for (let at = 0; at < lines.length; at++) {
    const [, fence, language] = FENCE.exec(lines[at] as string) ?? []
    if (!fence) {
      prose.push(lines[at] as string)
      continue
    }
    flush()
    const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`)
    const end = lines.findIndex((line, index) => index > at && closing.test(line))
    const stop = end < 0 ? lines.length : end
    result.push(...codeBlock(lines.slice(at + 1, stop), language))
    at = stop
  }
  flush()
  return result
}

function codeBlock(lines: readonly string[], language = ''): string[] {
  const longest = lines.reduce((most, line) => Math.max(most, longestRun(line)), 2)
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language.replace(/[^\w+#.-]/g, '')}`, ...lines.map(closeDirections), fence]
}

/** Draft.js gives each line of code as a block; they are gathered into one fence. */
const CODE_LINE = '\u0000'

function mergeRuns(lines: readonly string[]): string[] {
  const result: string[] = []
  let code: string[] = []
  for (const line of [...lines, '']) {
    if (line.startsWith(CODE_LINE)) {
      for (const part of line.slice(CODE_LINE.length).split('\n')) code.push(part)
      continue
    }
    if (code.length > 0) for (const part of codeBlock(code)) result.push(part)
    code = []
    result.push(line)
  }
  return result.slice(0, -1)
}

function mediaLine(
  item: ArticleMedia | null | undefined,
  caption: string,
  flavour: Flavour,
): string | undefined {
  const info = item?.media_info as Record<string, unknown> | null | undefined
  if (!info) return undefined
  const label = single([linkWords(caption)], flavour)
  const image = info.original_img_url
  if (typeof image === 'string') return `![${label}](${linkTarget(image)})`
  const variants = (info.video_info as { variants?: unknown } | undefined)?.variants
  const url = bestVideoUrl({
    type: 'video',
    url: '',
    variants: (Array.isArray(variants) ? variants : []).filter((variant) => typeof variant?.url === 'string'),
  })
  return url ? `[Video${label && `: ${label}`}](${linkTarget(url)})` : undefined
}

function entityMap(article: Article): Map<string, ArticleEntity> {
  const map = article.content?.entityMap ?? []
  const entries = Array.isArray(map)
    ? map.map(({ key, value }) => [String(key), value] as const)
    : Object.entries(map)
  return new Map(entries)
}
