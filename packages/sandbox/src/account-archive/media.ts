import { photoUrl } from '../doors/fxtwitter/media.ts'
import { shortUrl } from '../doors/fxtwitter/wire-writer.ts'
import type { Indices } from '../doors/syndication/wire.ts'
import type { Media, Post } from '../world/model.ts'
import type { World } from '../world/world.ts'
import type { ArchiveMedia } from './wire.ts'

/**
 * The media of a post in upload order, without their descriptions, which archives lack.
 * @param indices where their link stands in the text; absent where it does not
 * @param isReposted whether they came with a repost, of which they alone tell the original
 */
export function archiveMedia(
  world: World,
  post: Post,
  indices: Indices | undefined,
  isReposted: boolean,
): ArchiveMedia[] {
  const link = world.links(post).media
  if (!link || (isReposted && !indices)) return []
  const [from, to] = indices ?? [0, 0]
  return post.media.map((media) => ({
    expanded_url: link.url,
    ...(isReposted && {
      source_status_id_str: post.id,
      source_status_id: post.id,
      source_user_id_str: post.author.id,
    }),
    indices: [String(from), String(to)],
    url: shortUrl(link),
    media_url: addressOf(media).replace('https:', 'http:'),
    id_str: media.id,
    id: media.id,
    media_url_https: addressOf(media),
    sizes: {
      large: size(media, 2048),
      small: size(media, 680),
      thumb: { w: '150', h: '150', resize: 'crop' },
    },
    type: media.kind === 'gif' ? 'animated_gif' : media.kind,
    display_url: `pic.x.com/${link.code}`,
    ...(media.kind !== 'photo' && {
      video_info: {
        aspect_ratio: [String(media.width), String(media.height)],
        ...(media.kind === 'video' && { duration_millis: String(media.durationMs) }),
        // The best neither first nor last.
        variants: [...media.variants].reverse().map(({ url, bitrate, contentType }) => ({
          ...(bitrate !== undefined && { bitrate: String(bitrate) }),
          content_type: contentType,
          url,
        })),
      },
    }),
  }))
}

/** The name of a media file in an archive: the post's id and the last part of its address. */
export function mediaFileName(postId: string, media: Media): string {
  const best = media.kind === 'photo' ? undefined : bestMp4(media.variants)
  const address = new URL(best ?? addressOf(media))
  return `${postId}-${address.pathname.split('/').at(-1)}`
}

function bestMp4(variants: { url: string; contentType: string; bitrate?: number }[]): string | undefined {
  const films = variants.filter(({ contentType }) => contentType === 'video/mp4')
  return films.sort((a, b) => (b.bitrate ?? 0) - (a.bitrate ?? 0))[0]?.url
}

function addressOf(media: Media): string {
  return media.kind === 'photo' ? photoUrl(media) : media.thumbnail
}

function size({ width, height }: Media, limit: number) {
  const scale = Math.min(1, limit / Math.max(width, height))
  return { w: String(Math.round(width * scale)), h: String(Math.round(height * scale)), resize: 'fit' }
}
