import type { MediaItem } from '../domain/media.ts'

/** A file of a video, as X's own answers name it. */
export interface VideoFile {
  url: string
  content_type?: string | null | undefined
  /** Bits per second. */
  bitrate?: number | null | undefined
}

const CONTAINERS: ReadonlyMap<string, string> = new Map([
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['application/x-mpegURL', 'm3u8'],
  ['application/vnd.apple.mpegurl', 'm3u8'],
])

/**
 * A video or GIF of the domain.
 * @param poster stands in for its address where there is no file
 */
export function videoItem(
  type: 'video' | 'gif',
  files: readonly VideoFile[],
  { poster, durationMs }: { poster: string; durationMs: number },
): MediaItem {
  const formats = files.map(({ url, content_type, bitrate }) => ({
    url,
    container: CONTAINERS.get(content_type ?? '') ?? content_type ?? null,
    codec: /\/hevc\//.test(url) ? 'hevc' : /\.mp4/.test(url) ? 'h264' : null,
    ...(bitrate != null && { bitrate }),
  }))
  return {
    type,
    url: formats.find(({ container }) => container === 'mp4')?.url ?? formats[0]?.url ?? poster,
    thumbnail_url: poster || null,
    duration: durationMs / 1000,
    duration_ms: Math.round(durationMs),
    formats,
    variants: files.map(({ url, content_type, bitrate }) => ({
      url,
      ...(bitrate != null && { bitrate }),
      content_type: content_type ?? null,
    })),
  }
}
