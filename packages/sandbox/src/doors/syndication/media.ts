import type { Media, Photo, Post, Variant, Video } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { photoUrl } from '../fxtwitter/media.ts'
import { shortUrl } from '../fxtwitter/wire-writer.ts'
import type { Indices } from './wire.ts'

/** The media of a post in upload order, for every kind of post. */
export function mediaDetails(world: World, post: Post, indices: Indices): object[] {
  const link = world.links(post).media
  if (!link) return []
  return post.media.map((media) => ({
    display_url: `pic.x.com/${link.code}`,
    expanded_url: link.url,
    // Only a photo's description is told.
    ...(media.kind === 'photo' && media.alt !== undefined && { ext_alt_text: media.alt }),
    ext_media_availability: { status: 'Available' },
    indices,
    media_url_https: media.kind === 'photo' ? photoUrl(media) : media.thumbnail,
    original_info: { height: media.height, width: media.width, focus_rects: [] },
    sizes: { large: size(media, 2048), medium: size(media, 1200), small: size(media, 680), thumb: THUMB },
    type: media.kind === 'gif' ? 'animated_gif' : media.kind,
    url: shortUrl(link),
    ...(media.kind !== 'photo' && {
      video_info: {
        aspect_ratio: ratio(media),
        ...(media.kind === 'video' && { duration_millis: media.durationMs }),
        variants: awkward(media).map(({ url, bitrate, contentType }) => ({
          ...(bitrate !== undefined && { bitrate }),
          content_type: contentType,
          url,
        })),
      },
    }),
  }))
}

/** The photos once more, as the page that embeds posts likes them. */
export function photosOf(world: World, post: Post): object[] {
  const expandedUrl = world.links(post).media?.url
  return post.media
    .filter((media): media is Photo => media.kind === 'photo')
    .map((photo) => ({
      backgroundColor: { red: 204, green: 214, blue: 221 },
      cropCandidates: [],
      expandedUrl,
      url: photoUrl(photo),
      width: photo.width,
      height: photo.height,
    }))
}

/** The first video once more. */
export function videoOf(post: Post): object | undefined {
  const video = post.media.find((media): media is Video => media.kind !== 'photo')
  return (
    video && {
      aspectRatio: ratio(video),
      contentType: video.kind === 'gif' ? 'gif' : 'media_entity',
      durationMs: video.durationMs,
      mediaAvailability: { status: 'available' },
      poster: video.thumbnail,
      variants: awkward(video).map(({ url, contentType }) => ({ type: contentType, src: url })),
      videoId: { type: 'tweet', id: post.id },
      viewCount: post.counts.views ?? 0,
    }
  )
}

/** Neither from good to bad nor the other way round: every second one first. */
function awkward({ variants }: Video): Variant[] {
  return [...variants.filter((_, i) => i % 2 === 1), ...variants.filter((_, i) => i % 2 === 0)]
}

const THUMB = { h: 150, w: 150, resize: 'crop' }

function size({ width, height }: Media, limit: number): object {
  const scale = Math.min(1, limit / Math.max(width, height))
  return { h: Math.round(height * scale), w: Math.round(width * scale), resize: 'fit' }
}

function ratio({ width, height }: Video): [number, number] {
  const divisor = gcd(width, height)
  return [width / divisor, height / divisor]
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}
