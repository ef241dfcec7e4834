import { type Media, type MediaItem, mediaItems } from '../domain/media.ts'
import { formatDuration } from './format.ts'
import { address, linkTarget } from './markdown-text.ts'
import { type Line, linkWords, words } from './pieces.ts'
import { bestVideoUrl } from './video.ts'

/** One line of Markdown for each attachment, with its alt text. */
export function mediaLines(media: Media | undefined, { full }: { full: boolean }): Line[] {
  const lines: Line[] = mediaItems(media).flatMap((item) =>
    item.type === 'photo' ? [photoLine(item)] : videoLines(item, full),
  )
  if (media?.external?.url) lines.push(['External video: ', address(media.external.url)])
  if (media?.broadcast?.url) {
    const title = words(media.broadcast.title)
    lines.push(['Broadcast: ', title, title.piece && ' ', address(media.broadcast.url)])
  }
  return lines
}

function photoLine(item: MediaItem): Line {
  return ['![', linkWords(item.alt ?? item.altText), `](${linkTarget(item.url)})`]
}

function videoLines(item: MediaItem, full: boolean): Line[] {
  const isGif = item.type === 'gif'
  const length = !isGif && item.duration ? ` ${formatDuration(item.duration)}` : ''
  const alt = words(item.alt ?? item.altText)
  const poster = item.thumbnail_url ? ` ([poster](${linkTarget(item.thumbnail_url)}))` : ''
  const label = `${isGif ? 'GIF' : 'Video'}${length}`
  const lines: Line[] = [[`[${label}](${linkTarget(bestVideoUrl(item))})${poster}`, alt.piece && ': ', alt]]
  if (full && item.width && item.height) lines.push([`Size: ${item.width}x${item.height}`])
  if (full) {
    for (const variant of item.variants ?? []) {
      const rate = variant.bitrate ? ` at ${Math.round(variant.bitrate / 1000)} kbit/s` : ''
      lines.push(['File, ', words(variant.content_type ?? 'video'), `${rate}: `, address(variant.url)])
    }
  }
  return lines
}
