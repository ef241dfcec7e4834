import { mediaItems } from '../domain/media.ts'
import { isPost, type Post } from '../domain/post.ts'
import { cleanLine, closeDirections } from './clean-text.ts'
import { reasonText } from './post-markdown.ts'
import { byline, httpUrl, shorten } from './preview-html.ts'
import { escapeHtml } from './reader-html.ts'
import { postText, type Span, spansToText } from './rich-text.ts'
import { bestVideoUrl } from './video.ts'

/** Graphemes of a post's title. */
const MAX_TITLE = 100

/** What a post is called in a list of titles: its article's title or the beginning of its text. Plain text. */
export function postTitle(post: Post): string {
  const words = cleanLine(post.article?.title ?? '') || cleanLine(spansToText(postText(post)))
  const title = shorten(words, MAX_TITLE) || byline(post.author)
  return post.reposted_by ? `Repost of ${byline(post.author)}: ${title}` : title
}

/**
 * A post as HTML for inside of another page, such as a feed reader's: paragraphs, links, lists, pictures. All
 * words in it are strangers' and escaped, all addresses http(s); nothing in it can run or reach out but pictures.
 */
export function postHtml(post: Post): string {
  return parts(post, 0).join('\n')
}

function parts(post: Post, depth: number): string[] {
  const article = cleanLine(post.article?.title ?? '')
  const preview = cleanLine(post.article?.preview_text ?? '')
  return [
    post.reposted_by ? paragraph(`Reposted by ${escapeHtml(byline(post.reposted_by))}`) : '',
    post.replying_to ? paragraph(`Replying to @${escapeHtml(cleanLine(post.replying_to.screen_name))}`) : '',
    textHtml(postText(post)),
    article && paragraph(`<strong>${escapeHtml(article)}</strong>`),
    preview && paragraph(escapeHtml(preview)),
    ...mediaItems(post.media).map(mediaHtml),
    post.poll
      ? `<ul>${post.poll.choices.map(({ label }) => `<li>${escapeHtml(cleanLine(label))}</li>`).join('')}</ul>`
      : '',
    ...(post.quote ? [quoteHtml(post.quote, depth)] : []),
  ].filter(Boolean)
}

function paragraph(html: string): string {
  return html && `<p>${html}</p>`
}

/** Blank lines part paragraphs, line ends stay line ends. */
function textHtml(spans: readonly Span[]): string {
  const html = spans.map(({ text, href }) => {
    const words = escapeHtml(closeDirections(text))
    const url = httpUrl(href)
    return url ? `<a href="${escapeHtml(url)}" rel="nofollow noopener">${words}</a>` : words
  })
  return html
    .join('')
    .split(/\n{2,}/)
    .map((block) => paragraph(block.trim().replaceAll('\n', '<br>')))
    .filter(Boolean)
    .join('\n')
}

function mediaHtml(item: Parameters<typeof bestVideoUrl>[0]): string {
  const alt = escapeHtml(cleanLine(item.alt ?? item.altText ?? ''))
  const still = httpUrl(item.type === 'photo' ? item.url : item.thumbnail_url)
  const image = still ? `<img src="${escapeHtml(still)}" alt="${alt}">` : ''
  if (item.type === 'photo') return paragraph(image)
  const video = httpUrl(bestVideoUrl(item))
  const label = item.type === 'gif' ? 'GIF' : 'Video'
  return paragraph(
    video ? `${image}<a href="${escapeHtml(video)}" rel="nofollow noopener">${label}</a>` : image,
  )
}

function quoteHtml(quote: NonNullable<Post['quote']>, depth: number): string {
  if (!isPost(quote)) return paragraph(`The quoted post is not available: ${reasonText(quote.reason)}.`)
  const url = httpUrl(quote.url)
  const name = escapeHtml(byline(quote.author))
  const head = paragraph(url ? `<a href="${escapeHtml(url)}" rel="nofollow noopener">${name}</a>` : name)
  return `<blockquote>${[head, ...(depth < 2 ? parts(quote, depth + 1) : [])].join('\n')}</blockquote>`
}
