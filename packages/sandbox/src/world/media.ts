import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import type { Photo, Variant, Video } from './model.ts'
import { Dice, hashText } from './random.ts'

/** Media keys are drawn from a name, so that a picture is the same in every world. */

const MEDIA_EPOCH = Date.parse('2026-08-01T00:00:00Z')

/** Uploads come shortly before their post; those of hand-written posts some time in the weeks before. */
function mediaId(dice: Dice, postedAt: number | undefined): string {
  const at = postedAt ? postedAt - dice.int(1_000, 90_000) : MEDIA_EPOCH + dice.int(0, 30 * 86_400_000)
  return msToSnowflake(at, dice.int(0, 4_194_303))
}

export function photo(name: string, more: Partial<Omit<Photo, 'kind'>> = {}, postedAt?: number): Photo {
  const dice = new Dice(hashText(`photo ${name}`))
  const [width, height] = dice.pick([
    [4096, 2304],
    [1170, 2532],
    [2048, 2048],
    [1200, 675],
  ] as const)
  return { kind: 'photo', id: mediaId(dice, postedAt), key: `G${dice.token(14)}`, width, height, ...more }
}

/** A video as X encodes it: a playlist, then MP4 files from small to large. */
export function video(name: string, more: Partial<Omit<Video, 'kind'>> = {}, postedAt?: number): Video {
  const dice = new Dice(hashText(`video ${name}`))
  const id = mediaId(dice, postedAt)
  const base = `https://video.twimg.com/ext_tw_video/${id}/pu`
  const mp4 = (codec: string, size: string, bitrate: number): Variant => ({
    url: `${base}/vid/${codec}/${size}/${dice.token(16)}.mp4?tag=12`,
    contentType: 'video/mp4',
    bitrate,
  })
  return {
    kind: 'video',
    id,
    thumbnail: `https://pbs.twimg.com/ext_tw_video_thumb/${id}/pu/img/${dice.token(16)}.jpg`,
    width: 1920,
    height: 1080,
    durationMs: dice.int(4_000, 139_000),
    variants: [
      {
        url: `${base}/pl/${dice.token(16)}.m3u8?tag=12&v=cfc`,
        contentType: 'application/x-mpegURL',
      },
      mp4('avc1', '480x270', 256_000),
      mp4('avc1', '640x360', 832_000),
      mp4('avc1', '1280x720', 2_176_000),
    ],
    ...more,
  }
}

export function gif(name: string, more: Partial<Omit<Video, 'kind'>> = {}, postedAt?: number): Video {
  const dice = new Dice(hashText(`gif ${name}`))
  const key = `H${dice.token(14)}`
  return {
    kind: 'gif',
    id: mediaId(dice, postedAt),
    thumbnail: `https://pbs.twimg.com/tweet_video_thumb/${key}.jpg`,
    width: 498,
    height: 280,
    durationMs: 0,
    variants: [
      { url: `https://video.twimg.com/tweet_video/${key}.mp4`, contentType: 'video/mp4', bitrate: 0 },
    ],
    ...more,
  }
}
