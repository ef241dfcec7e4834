import type { Media, MediaItem } from '../domain/media.ts'
import { cleanLine } from './clean-text.ts'
import { escapeInline, type Flavour } from './escape-markdown.ts'
import { formatDuration } from './format.ts'
import { autolink, linkTarget } from './markdown-text.ts'
import { bestVideoUrl } from './video.ts'

/** Every attachment once, in upload order. */
export function mediaItems(media: Media | undefined): MediaItem[] {
  if (!media) return []
  return media.all ?? [...(media.photos ?? []), ...(media.videos ?? [])]
}

/** One line of Markdown for each attachment, with its alt text. */
export function mediaLines(media: Media | undefined, options: { flavour: Flavour; full: boolean }): string[] {
  const lines = mediaItems(media).flatMap((item) =>
    item.type === 'photo' ? [photoLine(item, options.flavour)] : videoLines(item, options),
  )
  if (media?.external?.url) lines.push(`External video: ${autolink(media.external.url)}`)
  if (media?.broadcast?.url) {
    const title = inline(media.broadcast.title, options.flavour)
    lines.push(`Broadcast: ${title ? `${title} ` : ''}${autolink(media.broadcast.url)}`)
  }
  return lines
}

function photoLine(item: MediaItem, flavour: Flavour): string {
  return `![${inline(item.alt ?? item.altText, flavour)}](${linkTarget(item.url)})`
}

function videoLines(item: MediaItem, { flavour, full }: { flavour: Flavour; full: boolean }): string[] {
  const isGif = item.type === 'gif'
  const length = !isGif && item.duration ? ` ${formatDuration(item.duration)}` : ''
  const alt = inline(item.alt ?? item.altText, flavour)
  const poster = item.thumbnail_url ? ` ([poster](${linkTarget(item.thumbnail_url)}))` : ''
  const label = `${isGif ? 'GIF' : 'Video'}${length}`
  const lines = [`[${label}](${linkTarget(bestVideoUrl(item))})${poster}${alt && `: ${alt}`}`]
  if (full && item.width && item.height) lines.push(`Size: ${item.width}x${item.height}`)
  if (full) {
    for (const variant of item.variants ?? []) {
      const rate = variant.bitrate ? ` at ${Math.round(variant.bitrate / 1000)} kbit/s` : ''
      lines.push(`- ${variant.content_type ?? 'video'}${rate}: ${autolink(variant.url)}`)
    }
  }
  return lines
}

function inline(text: string | null | undefined, flavour: Flavour): string {
  return text ? escapeInline(cleanLine(text), flavour, true) : ''
}
