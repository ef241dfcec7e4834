import type { ShortLink } from '../../world/links.ts'
import type { Part } from '../../world/model.ts'
import { hashText } from '../../world/random.ts'
import type { WireFacet } from './wire.ts'

/** Escapes as X does in the texts that it delivers: these three and no quotes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'))
}

export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--
      i++
    }
  }
  return count
}

/** Writes the raw text that X delivers, and its facets, whose indices count code points. */
export class WireWriter {
  text = ''
  /** Code points written so far. */
  at = 0
  readonly facets: WireFacet[] = []
  readonly #styles: Record<'bold' | 'italic', number | undefined> = { bold: undefined, italic: undefined }

  /** Writes text that means nothing but itself. */
  plain(text: string): void {
    const escaped = escapeText(text)
    this.text += escaped
    this.at += codePoints(escaped)
  }

  /** Writes a literal and gives the facet that covers it. */
  facet(literal: string, facet: Omit<WireFacet, 'indices'>): void {
    const start = this.at
    this.plain(literal)
    const { type, ...rest } = facet
    this.facets.push({ type, indices: [start, this.at], ...rest })
  }

  link(link: ShortLink, display: string): void {
    const short = shortUrl(link)
    this.facet(short, { type: 'url', original: short, replacement: link.url, display })
  }

  /** Writes a body; `links` are the short links of its link parts, in order. */
  body(parts: Part[], links: ShortLink[], mediaIds: string[] = []): void {
    let next = 0
    for (const part of parts) {
      if (part.kind === 'inline-media') {
        const id = mediaIds[part.media]
        // The end that upstream gives is the start plus the length of the id, and means nothing.
        if (id) this.facets.push({ type: 'inline_media', indices: [this.at, this.at + id.length], id })
        continue
      }
      if (part.kind === 'cut-link') {
        this.plain(`https://t.co/${hashText(part.url).toString(36).slice(0, part.kept)}…`)
        continue
      }
      this.#style('bold', part.bold === true)
      this.#style('italic', part.italic === true)
      switch (part.kind) {
        case 'text':
          this.plain(part.text)
          break
        case 'link': {
          const link = links[next++]
          if (link) this.link(link, part.display)
          break
        }
        case 'mention':
          this.facet(`${part.sign ?? '@'}${part.typed ?? part.handle}`, {
            type: 'mention',
            original: part.handle,
            id: part.id,
          })
          break
        case 'hashtag':
          this.facet(`${part.sign ?? '#'}${part.tag}`, { type: 'hashtag', original: part.tag })
          break
        case 'cashtag':
          this.facet(`$${part.tag}`, { type: 'symbol', original: part.tag })
          break
      }
    }
    this.#style('bold', false)
    this.#style('italic', false)
  }

  /** The facets in the order of their starts. */
  sorted(): WireFacet[] {
    return this.facets.sort((x, y) => x.indices[0] - y.indices[0])
  }

  #style(type: 'bold' | 'italic', on: boolean): void {
    const start = this.#styles[type]
    if (on && start === undefined) this.#styles[type] = this.at
    if (!on && start !== undefined) {
      this.facets.push({ type, indices: [start, this.at] })
      this.#styles[type] = undefined
    }
  }
}

export function shortUrl(link: ShortLink): string {
  return `${link.scheme}://t.co/${link.code}`
}
