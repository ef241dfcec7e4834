import { z } from 'zod'

const MediaFormat = z.looseObject({
  url: z.string(),
  container: z.string().nullish().describe('mp4, webm or m3u8'),
  codec: z.string().nullish().describe('h264, hevc, vp9 or av1'),
  bitrate: z.number().nullish().describe('Bits per second'),
})
export type MediaFormat = z.infer<typeof MediaFormat>

const MediaVariant = z.looseObject({
  url: z.string(),
  content_type: z.string().nullish(),
  bitrate: z.number().nullish(),
})

export const MediaItem = z.looseObject({
  type: z.string().describe('photo, video or gif'),
  id: z.string().nullish(),
  url: z.string(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  alt: z.string().nullish().describe('Description by the author, as altText'),
  altText: z.string().nullish(),
  thumbnail_url: z.string().nullish(),
  duration: z.number().nullish().describe('Seconds; 0 for a GIF'),
  duration_ms: z.number().nullish(),
  format: z.string().nullish(),
  formats: z.array(MediaFormat).nullish(),
  variants: z.array(MediaVariant).nullish(),
})
export type MediaItem = z.infer<typeof MediaItem>

export const Media = z.looseObject({
  all: z.array(MediaItem).nullish().describe('Every attachment, in upload order'),
  photos: z.array(MediaItem).nullish(),
  videos: z.array(MediaItem).nullish().describe('Videos and GIFs'),
  external: z
    .looseObject({ url: z.string(), type: z.string().nullish(), thumbnail_url: z.string().nullish() })
    .nullish(),
  broadcast: z
    .looseObject({ url: z.string().nullish(), title: z.string().nullish(), state: z.string().nullish() })
    .nullish(),
})
export type Media = z.infer<typeof Media>

/** Every attachment once, in upload order. */
export function mediaItems(media: Media | undefined): MediaItem[] {
  if (!media) return []
  return media.all ?? [...(media.photos ?? []), ...(media.videos ?? [])]
}
