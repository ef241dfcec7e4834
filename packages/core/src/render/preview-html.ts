import type { MediaItem } from '../domain/media.ts'
import { mediaItems } from '../domain/media.ts'
import { isPost, type Post, type Tombstone } from '../domain/post.ts'
import { cleanLine, closeDirections } from './clean-text.ts'
import { formatPercentage, plural } from './format.ts'
import { reasonText } from './post-markdown.ts'
import { escapeHtml } from './reader-html.ts'
import { facetText, plainSpans, postText, spansToText } from './rich-text.ts'
import { bestVideoUrl } from './video.ts'

export interface PreviewOptions {
  /** Address of this service, without a trailing slash. */
  site: string
  /** Whether the reader shows several images of one page. */
  severalImages: boolean
  /** Whether it plays videos; a still stands in otherwise. */
  video: boolean
}

const MAX_IMAGES = 4
/** Graphemes. Chat programs show between 200 and 350 of a description. */
const MAX_TEXT = 600
const MAX_ASIDE = 200
const SITE_NAME = 'x.md'
const COLOUR = '#1d9bf0'

/**
 * A post as the page that a chat program reads to draw a preview: Open Graph (ogp.me) and Twitter card tags,
 * the canonical address, and where its oEmbed document is. Names, texts and addresses in it are by strangers:
 * they lose hidden characters, are escaped, and addresses are http(s) or left out.
 */
export function previewHtml(post: Post, options: PreviewOptions): string {
  const title = previewTitle(post)
  const description = previewDescription(post)
  const source = httpUrl(post.url)
  const { images, video, isPicture } = pictures(post, options)
  const tags = [
    meta('property', 'og:type', video ? 'video.other' : post.article ? 'article' : 'website'),
    meta('property', 'og:site_name', SITE_NAME),
    meta('property', 'og:url', source),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    ...images.flatMap(imageTags),
    ...(video ? videoTags(video) : []),
    meta('name', 'description', description),
    meta('name', 'theme-color', COLOUR),
    meta('name', 'twitter:card', video ? 'player' : isPicture ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', images[0]?.url),
    link('canonical', source),
    link('alternate', oembedUrl(post, description, video !== undefined, options.site), {
      type: 'application/json+oembed',
      title,
    }),
  ].filter(Boolean)
  const heading = escapeHtml(title)
  return [
    '<!doctype html>',
    '<html>',
    '<head>',
    '<meta charset="utf-8">',
    `<title>${heading}</title>`,
    ...tags,
    '</head>',
    '<body>',
    `<h1>${source ? `<a href="${escapeHtml(source)}">${heading}</a>` : heading}</h1>`,
    `<p>${escapeHtml(description)}</p>`,
    '</body>',
    '</html>\n',
  ].join('\n')
}

/** What a page about the post is called: its article's title, or its author. */
export function previewTitle(post: Post): string {
  const article = aside(cleanLine(post.article?.title ?? ''))
  return article || byline(post.author)
}

/** The first graphemes of a text, with an ellipsis where some are missing. */
export function shorten(text: string, graphemes: number): string {
  let count = 0
  for (const { index } of SEGMENTER.segment(text)) {
    // A grapheme may hold any number of marks, so the length in code units is bounded as well.
    if (count++ < graphemes && index < graphemes * MAX_UNITS) continue
    return closeDirections(`${text.slice(0, index).trimEnd()}…`)
  }
  return closeDirections(text.length > graphemes * MAX_UNITS ? cut(text, graphemes * MAX_UNITS) : text)
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Code units that a grapheme has on average at most; a family emoji has 11. */
const MAX_UNITS = 12

function cut(text: string, units: number): string {
  return `${text
    .slice(0, units)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`
}

/** A person on one line: a name, and the handle last, so that no name can pretend to another. */
export function byline(author: { name?: string | null | undefined; screen_name: string }): string {
  const handle = `@${cleanLine(author.screen_name)}`
  const name = shorten(cleanLine(author.name ?? ''), MAX_ASIDE)
  return name ? `${name} (${handle})` : handle
}

function previewDescription(post: Post): string {
  const parent = post.replying_to && `Replying to @${cleanLine(post.replying_to.screen_name)}`
  const parts = [
    post.article?.title && byline(post.author),
    post.reposted_by && `Reposted by ${byline(post.reposted_by)}`,
    parent,
    words(post),
    post.poll && pollText(post.poll),
    post.quote && quoteText(post.quote),
    post.community_note &&
      `Community note: ${aside(spansToText(facetText(post.community_note.text, post.community_note.facets)))}`,
  ]
  return parts.filter(Boolean).join('\n\n')
}

/** The post's own text, with the beginning of its article; a bare link to that article says nothing. */
function words(post: Post): string {
  const text = spansToText(postText(post))
  if (!post.article) return shorten(text, MAX_TEXT)
  const { preview_text: preview, content } = post.article
  const beginning =
    preview || (content?.blocks ?? []).find((block) => block.type !== 'atomic' && block.text.trim())?.text
  const own = /^\S*\/i\/article\/\d+$/.test(text) ? '' : text
  const article = spansToText(plainSpans(beginning ?? ''))
  return shorten([own, article].filter(Boolean).join('\n\n'), MAX_TEXT)
}

function aside(text: string): string {
  return shorten(text, MAX_ASIDE)
}

function pollText(poll: NonNullable<Post['poll']>): string {
  const lines = poll.choices.map(({ label, percentage }) => {
    const share = typeof percentage === 'number' ? ` — ${formatPercentage(percentage)}` : ''
    return `• ${aside(cleanLine(label))}${share}`
  })
  if (typeof poll.total_votes === 'number') lines.push(plural(poll.total_votes, 'vote'))
  return lines.join('\n')
}

function quoteText(quote: Post | Tombstone): string {
  if (!isPost(quote)) return `Quoting: ${`This post is not available: ${reasonText(quote.reason)}.`}`
  return `Quoting ${byline(quote.author)}: ${aside(spansToText(postText(quote)))}`
}

interface Picture {
  url: string
  width?: number | undefined
  height?: number | undefined
  alt?: string | undefined
}

/** What is shown with the words: the post's own media before its article's cover, its quote's, its card's. */
function pictures(
  post: Post,
  { severalImages, video: plays }: PreviewOptions,
): { images: Picture[]; video: Picture | undefined; isPicture: boolean } {
  const quote = post.quote && isPost(post.quote) ? post.quote : undefined
  const own = mediaItems(post.media)
  const cover = coverOf(post)
  const items = own.length > 0 || cover ? own : mediaItems(quote?.media)
  const moving = items.find((item) => item.type !== 'photo')
  const video = plays && moving ? videoOf(moving) : undefined
  // A reader that shows one image beside a video has to get the still of that video.
  const ordered = video && moving ? [moving, ...items.filter((item) => item !== moving)] : items
  const found = [
    ...ordered.map(stillOf),
    own.length > 0 ? undefined : cover,
    items.length > 0 ? undefined : pictureOf(post.card?.image?.url, { alt: post.card?.image?.alt }),
  ].filter((picture) => picture !== undefined)
  if (found.length > 0) {
    return { images: found.slice(0, severalImages ? MAX_IMAGES : 1), video, isPicture: true }
  }
  const avatar = pictureOf(post.author.avatar_url)
  return { images: avatar ? [avatar] : [], video, isPicture: false }
}

function stillOf(item: MediaItem): Picture | undefined {
  return pictureOf(item.type === 'photo' ? item.url : item.thumbnail_url, {
    ...item,
    alt: item.alt ?? item.altText,
  })
}

/** A file that plays by itself: a playlist does not. */
function videoOf(item: MediaItem): Picture | undefined {
  const picture = pictureOf(bestVideoUrl(item), item)
  return picture && /\.(?:mp4|webm)$/i.test(new URL(picture.url).pathname) ? picture : undefined
}

function coverOf(post: Post): Picture | undefined {
  const info = post.article?.cover_media?.media_info as Record<string, unknown> | null | undefined
  const url = info?.original_img_url
  return typeof url === 'string'
    ? pictureOf(url, { width: info?.original_img_width, height: info?.original_img_height })
    : undefined
}

function pictureOf(
  url: string | null | undefined,
  { width, height, alt }: { width?: unknown; height?: unknown; alt?: string | null | undefined } = {},
): Picture | undefined {
  const address = httpUrl(url)
  if (!address) return undefined
  return { url: address, width: size(width), height: size(height), alt: aside(cleanLine(alt ?? '')) }
}

function size(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}

function imageTags({ url, width, height, alt }: Picture): string[] {
  return [
    meta('property', 'og:image', url),
    meta('property', 'og:image:width', width),
    meta('property', 'og:image:height', height),
    meta('property', 'og:image:alt', alt),
  ]
}

function videoTags({ url, width, height }: Picture): string[] {
  return [
    meta('property', 'og:video', url),
    meta('property', 'og:video:secure_url', url),
    meta('property', 'og:video:type', /\.webm$/i.test(new URL(url).pathname) ? 'video/webm' : 'video/mp4'),
    meta('property', 'og:video:width', width),
    meta('property', 'og:video:height', height),
    meta('name', 'twitter:player:stream', url),
    meta('name', 'twitter:player:width', width),
    meta('name', 'twitter:player:height', height),
  ]
}

/**
 * Where the line above the preview comes from. Beside a video chat programs hide the description, so its
 * words go there, and the counts into the place of the provider.
 */
function oembedUrl(post: Post, description: string, isVideo: boolean, site: string): string {
  const handle = cleanLine(post.author.screen_name)
  const query = new URLSearchParams({ url: post.url, author: handle, status: post.id })
  const counts = [
    count(post.replies, 'reply', 'replies'),
    count(post.reposts, 'repost'),
    count(post.likes, 'like'),
  ]
  const numbers = counts.filter(Boolean).join(' · ')
  const text = isVideo ? aside(description) : numbers
  if (text) query.set('text', text)
  if (isVideo) query.set('provider', numbers || SITE_NAME)
  return `${site}/oembed?${query}`
}

/** null and absent are unknown, so they are not shown. */
function count(value: number | null | undefined, one: string, many?: string): string {
  return typeof value === 'number' ? plural(value, one, many) : ''
}

/** An address that a page may link to, or undefined. */
export function httpUrl(text: string | null | undefined): string | undefined {
  const url = text ? URL.parse(text) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function meta(key: 'name' | 'property', name: string, content: string | number | undefined): string {
  if (content === undefined || content === '') return ''
  return `<meta ${key}="${name}" content="${escapeHtml(String(content))}">`
}

function link(rel: string, href: string | undefined, more: Readonly<Record<string, string>> = {}): string {
  if (!href) return ''
  const rest = Object.entries(more).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<link rel="${rel}" href="${escapeHtml(href)}"${rest.join('')}>`
}
