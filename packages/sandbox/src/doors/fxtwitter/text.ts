import type { Post } from '../../world/model.ts'
import { displayUrl } from '../../world/parts.ts'
import type { World } from '../../world/world.ts'
import type { WireFacet, WireRawText } from './wire.ts'
import { shortUrl, WireWriter } from './wire-writer.ts'

/**
 * The raw text of a post as X delivers it: escaped, links shortened, media link and reply prefix in place.
 * @param lostQuote the quoted post cannot be shown beside the text, so that its address stays to be seen
 */
export function rawText(world: World, post: Post, lostQuote = false): WireRawText {
  const links = world.links(post)
  const writer = new WireWriter()
  for (const mention of post.long ? [] : (post.replyPrefix ?? [])) {
    writer.facet(`@${mention.handle}`, { type: 'mention', original: mention.handle, id: mention.id })
    writer.plain(' ')
  }
  const start = writer.at
  writer.body(
    post.body,
    links.body,
    post.media.map((media) => media.id),
  )
  if (links.article) {
    const short = shortUrl(links.article)
    if (post.article?.linkUntold) writer.plain(short)
    else writer.link(links.article, displayUrl(links.article.url))
  }
  let end = writer.at
  if (links.quote && (post.quoteLink || lostQuote)) {
    if (writer.at > 0) writer.plain(' ')
    writer.link(links.quote, displayUrl(links.quote.url))
    if (post.quoteLink === 'web' || lostQuote) end = writer.at
  }
  if (links.media && !post.long) {
    if (writer.at > start) writer.plain(post.mediaLink?.before ?? ' ')
    const from = writer.at
    const short = shortUrl(links.media)
    writer.plain(short)
    for (const media of post.media) {
      writer.facets.push({
        type: 'media',
        indices: [from, writer.at],
        id: media.id,
        display: `pic.x.com/${links.media.code}`,
        original: short,
        replacement: links.media.url,
      })
    }
    // Seen on a recorded GIF post: the displayed range took in the link.
    if (post.media[0]?.kind === 'gif') end = writer.at
  }
  return {
    text: writer.text,
    // Long posts get the whole string, counted in UTF-16 units, while their facets count code points.
    display_text_range: post.long ? [0, writer.text.length] : [Math.min(start, end), end],
    facets: writer.sorted(),
  }
}

/**
 * The readable text that FxTwitter makes of a raw text, with its public flaws: `$&` in an address is taken
 * for a replacement pattern, only links of ten characters are dropped, a shorter code that begins a longer
 * one may be replaced in its place.
 */
export function readableText(raw: string, facets: WireFacet[]): string {
  let text = raw
  for (const { type, original, replacement } of facets) {
    if (type !== 'url' || !original || replacement === undefined) continue
    const hidden = /^https?:\/\/(?:www\.)?(?:x|twitter)\.com\/i\/(?:web\/status|article)\//.test(replacement)
    text = text.replace(original, hidden ? '' : replacement)
  }
  text = text.replace(/ ?https?:\/\/t\.co\/\w{10}/g, '')
  return unescapeText(text)
}

function unescapeText(text: string): string {
  return text
    .replace(/&#34;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}
