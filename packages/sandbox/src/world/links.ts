import { statusUrl } from '@x-md/core/domain/status-url.ts'
import { NO_ORDINAL, type Place } from './ids.ts'
import type { Account, Part, Post } from './model.ts'
import { SLOT, shortCode } from './short-links.ts'

/** The t.co link that stands for an address in a post or a bio. */
export interface ShortLink {
  url: string
  code: string
  scheme: 'http' | 'https'
}

/** The links of a body, in order; equal addresses share one short link, as they do on X. */
export function bodyLinks(seed: number, place: Place, body: Part[], firstSlot = 0): ShortLink[] {
  const byUrl = new Map<string, ShortLink>()
  const links: ShortLink[] = []
  for (const part of body) {
    if (part.kind !== 'link') continue
    const key = `${part.code ?? ''} ${part.url}`
    let link = byUrl.get(key)
    if (!link) {
      const code = part.code ?? shortCode(seed, place, firstSlot + byUrl.size)
      link = { url: part.url, code, scheme: part.scheme ?? 'https' }
      byUrl.set(key, link)
    }
    links.push(link)
  }
  return links
}

/**
 * Every short link of a post by its slot: those in the body, then the ones that X adds by itself. The link to a
 * quoted post is there even where the text does not show it.
 */
export function postLinks(seed: number, place: Place, post: Post, quoted: Account | undefined) {
  const body = bodyLinks(seed, place, post.body)
  const link = (slot: number, url: string, scheme: 'http' | 'https' = 'https', code?: string): ShortLink => ({
    url,
    scheme,
    code: code ?? shortCode(seed, place, slot),
  })
  const first = post.media[0]
  return {
    body,
    media: first
      ? link(
          SLOT.media,
          `${statusUrl(post.id, post.author.handle)}/${first.kind === 'video' ? 'video' : 'photo'}/1`,
          post.mediaLink?.scheme,
          post.mediaLink?.code,
        )
      : undefined,
    quote: post.quote
      ? link(
          SLOT.quote,
          post.quoteLink === 'web'
            ? `https://twitter.com/i/web/status/${post.quote}`
            : `https://twitter.com/${quoted?.handle ?? 'i'}/status/${post.quote}`,
        )
      : undefined,
    article: post.article ? link(SLOT.article, `http://x.com/i/article/${post.article.id}`) : undefined,
    note: post.communityNote ? bodyLinks(seed, place, post.communityNote, SLOT.note) : [],
  }
}

/** The short links of an account's bio. */
export function bioLinks(seed: number, account: Account): ShortLink[] {
  return bodyLinks(seed, { account: account.index, ordinal: NO_ORDINAL }, account.bio)
}
