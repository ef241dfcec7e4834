import type { Media, Photo, Post, Variant, Video } from '../../world/model.ts'
import type { WireFormat, WireMedia, WirePhoto, WireVideo } from './wire.ts'

/** The media container of a post; `mosaic` joins two photos or more, except in the rows of a thread. */
export function wireMedia(post: Post, mosaic: boolean): WireMedia {
  const out: WireMedia = {}
  if (post.external) {
    const { url, thumbnail, width, height } = post.external
    out.external = {
      type: 'video',
      url,
      ...(thumbnail && { thumbnail_url: thumbnail }),
      ...(width && { width }),
      ...(height && { height }),
    }
  }
  if (post.media.length === 0) return out
  const all = post.media.map(wireAttachment)
  const photos = all.filter((media) => media.type === 'photo')
  const videos = all.filter((media) => media.type !== 'photo')
  out.all = all
  if (photos.length > 0) out.photos = photos
  if (videos.length > 0) out.videos = videos
  if (mosaic && photos.length > 1) {
    const keys = post.media.flatMap((media) => (media.kind === 'photo' ? [media.key] : [])).join('/')
    out.mosaic = {
      type: 'mosaic_photo',
      formats: {
        jpeg: `https://mosaic.fxtwitter.com/jpeg/${post.id}/${keys}`,
        webp: `https://mosaic.fxtwitter.com/webp/${post.id}/${keys}`,
      },
    }
  }
  return out
}

function wireAttachment(media: Media): WirePhoto | WireVideo {
  return media.kind === 'photo' ? wirePhoto(media) : wireVideo(media)
}

function wirePhoto(photo: Photo): WirePhoto {
  return {
    type: 'photo',
    id: photo.id,
    url: `${photoUrl(photo)}?name=orig`,
    width: photo.width,
    height: photo.height,
    ...(photo.alt !== undefined && { altText: photo.alt }),
  }
}

export function photoUrl(photo: Photo): string {
  return `https://pbs.twimg.com/media/${photo.key}.jpg`
}

function wireVideo(video: Video): WireVideo {
  const formats = video.variants.map(wireFormat)
  const best = formats.reduce((one, other) =>
    other.codec !== 'hevc' && (one.codec === 'hevc' || (other.bitrate ?? -1) > (one.bitrate ?? -1))
      ? other
      : one,
  )
  return {
    id: video.id,
    url: best.url,
    thumbnail_url: video.thumbnail,
    duration: video.durationMs / 1000,
    width: video.width,
    height: video.height,
    format: contentType(best),
    type: video.kind,
    formats,
    publisher: null,
  }
}

function wireFormat({ url, bitrate, contentType }: Variant): WireFormat {
  if (contentType === 'application/x-mpegURL') return { url, container: 'm3u8' }
  return {
    url,
    ...(bitrate !== undefined && { bitrate }),
    container: contentType === 'video/webm' ? 'webm' : 'mp4',
    codec: /\/(?:hevc|hvc1)\//.test(url) ? 'hevc' : contentType === 'video/webm' ? 'vp9' : 'h264',
  }
}

function contentType(format: WireFormat): string {
  if (format.container === 'm3u8') return 'application/x-mpegURL'
  return format.container === 'webm' ? 'video/webm' : 'video/mp4'
}

/** v1 gives each video X's own list of variants besides. */
export function withVariantsV1(media: WireMedia, post: Post): WireMedia {
  const variantsOf = new Map(
    post.media.flatMap((item) => (item.kind === 'photo' ? [] : [[item.id, item.variants] as const])),
  )
  const widen = <T extends WirePhoto | WireVideo>(item: T): T =>
    item.type === 'photo'
      ? item
      : {
          ...item,
          variants: (variantsOf.get(item.id) ?? []).map(({ url, bitrate, contentType }) => ({
            url,
            ...(bitrate !== undefined && { bitrate }),
            content_type: contentType,
          })),
        }
  return {
    ...media,
    ...(media.all && { all: media.all.map(widen) }),
    ...(media.videos && { videos: media.videos.map(widen) }),
  }
}
