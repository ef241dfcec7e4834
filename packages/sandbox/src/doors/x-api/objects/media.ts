import type { Media, Post } from '../../../world/model.ts'
import { photoUrl } from '../../fxtwitter/media.ts'
import type { Wanted } from '../fields.ts'

/** What X puts before the id of a file, by its kind. */
const PREFIX = { photo: 3, video: 7, gif: 16 } as const

export function mediaKey({ kind, id }: Pick<Media, 'kind' | 'id'>): string {
  return `${PREFIX[kind]}_${id}`
}

/** A poll has an id of its own, close to that of its post. */
export function pollId(postId: string): string {
  return (BigInt(postId) - 1n).toString()
}

export function mediaObject(media: Media, { media: names }: Wanted): object {
  const video = media.kind === 'photo' ? undefined : media
  const fields: Record<string, unknown> = {
    alt_text: media.alt,
    duration_ms: media.kind === 'video' ? media.durationMs : undefined,
    height: media.height,
    preview_image_url: video?.thumbnail,
    public_metrics: media.kind === 'video' ? { view_count: 0 } : undefined,
    url: media.kind === 'photo' ? photoUrl(media) : undefined,
    variants: video?.variants.map(({ url, contentType, bitrate }) => ({
      ...(bitrate !== undefined && { bit_rate: bitrate }),
      content_type: contentType,
      url,
    })),
    width: media.width,
  }
  const object: Record<string, unknown> = {
    media_key: mediaKey(media),
    type: media.kind === 'gif' ? 'animated_gif' : media.kind,
  }
  for (const name of names) if (fields[name] !== undefined) object[name] = fields[name]
  return object
}

export function pollObject({ id, at, poll }: Post, now: number, { poll: names }: Wanted): object {
  if (!poll) return {}
  const fields: Record<string, unknown> = {
    duration_minutes: Math.round((poll.endsAt - at) / 60_000),
    end_datetime: new Date(poll.endsAt).toISOString(),
    voting_status: poll.endsAt > now ? 'open' : 'closed',
  }
  const object: Record<string, unknown> = {
    id: pollId(id),
    options: poll.choices.map(({ label, votes }, index) => ({ position: index + 1, label, votes })),
  }
  for (const name of names) if (fields[name] !== undefined) object[name] = fields[name]
  return object
}
