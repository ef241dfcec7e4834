import { type Media, type MediaItem, mediaItems } from '../domain/media.ts'
import { formatDuration } from './format.ts'
import { address, linkTarget } from './markdown-text.ts'
import { type Line, linkWords, words } from './pieces.ts'
import { bestVideoUrl } from './video.ts'

interface MediaOptions {
  full: boolean
  localMedia?: ((url: string) => string | undefined) | undefined
}

/** One line of Markdown for each attachment, with its alt text. */
export function mediaLines(media: Media | undefined, { full, localMedia }: MediaOptions): Line[] {
  const target = (url: string) => localMedia?.(url) ?? linkTarget(url)
  const lines: Line[] = mediaItems(media).flatMap((item) =>
    item.type === 'photo' ? [photoLine(item, target)] : videoLines(item, full, target),
  )
  if (media?.external?.url) lines.push(['External video: ', address(media.external.url)])
  if (media?.broadcast?.url) {
    const title = words(media.broadcast.title)
    lines.push(['Broadcast: ', title, title.piece && ' ', address(media.broadcast.url)])
  }
  return lines
}

type Target = (url: string) => string

function photoLine(item: MediaItem, target: Target): Line {
  return ['![', linkWords(item.alt ?? item.altText), `](${target(item.url)})`]
}

function videoLines(item: MediaItem, full: boolean, target: Target): Line[] {
  const isGif = item.type === 'gif'
  const length = !isGif && item.duration ? ` ${formatDuration(item.duration)}` : ''
  const alt = words(item.alt ?? item.altText)
  const poster = item.thumbnail_url ? ` ([poster](${target(item.thumbnail_url)}))` : ''
  const label = `${isGif ? 'GIF' : 'Video'}${length}`
  const lines: Line[] = [[`[${label}](${target(bestVideoUrl(item))})${poster}`, alt.piece && ': ', alt]]
  if (full && item.width && item.height) lines.push([`Size: ${item.width}x${item.height}`])
  if (full) {
    for (const variant of item.variants ?? []) {
      const rate = variant.bitrate ? ` at ${Math.round(variant.bitrate / 1000)} kbit/s` : ''
      lines.push(['File, ', words(variant.content_type ?? 'video'), `${rate}: `, address(variant.url)])
    }
  }
  return lines
}
