import type { Draft, Family } from '../draft.ts'
import { gif, photo, video } from '../media.ts'
import type { Media, Variant } from '../model.ts'
import { a, h, say, t } from '../parts.ts'

const post = (kind: string, text: string, media: Media[], more: Partial<Draft> = {}): Draft => ({
  key: `media-${kind}`,
  kind: `media/${kind}`,
  by: 'brix_lumenaar',
  body: text ? [t(text)] : [],
  media,
  source: 'Twitter for iPhone',
  ...more,
})

const photos = (name: string, count: number, alt?: (i: number) => string | undefined): Media[] =>
  Array.from({ length: count }, (_, i) => {
    const text = alt?.(i)
    return photo(`${name} ${i}`, text === undefined ? {} : { alt: text })
  })

const file = (
  path: string,
  bitrate?: number,
  contentType: Variant['contentType'] = 'video/mp4',
): Variant => ({
  url: `https://video.twimg.com/amplify_video/1960000000000000777/${path}`,
  contentType,
  ...(bitrate !== undefined && { bitrate }),
})

/** Attachments of every kind and number. */
export const PICTURES: Family = {
  start: '2026-09-16T08:00:00Z',
  drafts: [
    post('one-photo', 'Stairs no. 311', photos('one', 1)),
    post(
      'two-photos',
      'Up and down',
      photos('two', 2, (i) => (i === 0 ? 'Stairs going up' : undefined)),
    ),
    post('three-photos', 'A landing, twice', photos('three', 3)),
    post(
      'four-photos',
      'All four seasons',
      photos('four', 4, (i) => ['Spring', 'Summer', 'Autumn', 'Winter'][i]),
    ),
    post(
      'alt-text',
      'Described',
      photos('alt', 1, () => 'Forty-one stone steps, the twelfth one missing'),
    ),
    post(
      'alt-with-newlines',
      'Described at length',
      photos('alt lines', 1, () => 'First floor.\n\nSecond floor:\n- a door\n- another door'),
    ),
    post(
      'alt-with-quotes',
      'Quoted',
      photos('alt quotes', 1, () => 'A sign says "Don\'t run" & \\"mind <the> gap\\"'),
    ),
    post(
      'alt-with-brackets',
      'Bracketed',
      photos('alt brackets', 1, () => 'Steps [left](down) and ![right] ]( end'),
    ),
    post(
      'alt-of-1000-characters',
      'Everything in it',
      photos('alt long', 1, () => 'A very long staircase described step by step. '.repeat(22).slice(0, 1000)),
    ),
    post('no-text', '', photos('no text', 1), { note: 'Only a picture: the display range is [0, 0]' }),
    post(
      'link-after-newlines',
      'First line\nsecond line, then nothing but the picture',
      photos('newlines', 1),
      { mediaLink: { before: '\n\n' }, note: 'The link of the media stands after two line ends' },
    ),
    {
      ...post('link-and-photo', '', photos('link and photo', 1)),
      body: say`Plans at ${a('https://lindqvarn.example/plans')}\n\n${h('stairs')}`,
      mediaLink: { before: '\n' },
    },
    post('video', 'Down in eleven seconds', [video('plain video', { durationMs: 11_480 })]),
    post(
      'video-hevc-is-bigger',
      'Better in the other codec',
      [
        video('hevc', {
          variants: [
            file('hevc/1920x1080/best.mp4?tag=29', 12_000_000),
            file('pl/list.m3u8?tag=29', undefined, 'application/x-mpegURL'),
            file('vid/avc1/1280x720/good.mp4?tag=29', 2_176_000),
            file('vid/avc1/480x270/small.mp4?tag=29', 288_000),
          ],
        }),
      ],
      { note: 'The HEVC file has the highest bitrate and does not play everywhere' },
    ),
    post('video-awkward-order', 'In no order', [
      video('order', {
        variants: [
          file('vid/avc1/640x360/middle.mp4', 832_000),
          file('vid/avc1/1920x1080/best.mp4', 10_368_000),
          file('pl/list.m3u8', undefined, 'application/x-mpegURL'),
          file('vid/avc1/480x270/small.mp4', 256_000),
        ],
      }),
    ]),
    post(
      'video-playlist-only',
      'Only a playlist',
      [video('hls only', { variants: [file('pl/only.m3u8', undefined, 'application/x-mpegURL')] })],
      { proven: false },
    ),
    post(
      'video-webm',
      'The other container',
      [
        video('webm', {
          variants: [
            file('vid/vp9/1280x720/v.webm', 1_800_000, 'video/webm'),
            file('vid/avc1/1280x720/v.mp4', 1_700_000),
          ],
        }),
      ],
      { proven: false },
    ),
    post('video-of-two-hours', 'The whole descent', [video('long one', { durationMs: 7_384_250 })]),
    post('portrait-video', 'Held upright', [
      video('portrait', { width: 1080, height: 1920, durationMs: 9_009 }),
    ]),
    post('gif', 'Round and round', [gif('round')]),
    post('two-videos', 'Twice', [video('first of two'), video('second of two')]),
    post(
      'mixed',
      'Photo, film, photo, loop',
      [
        photo('mixed one', { alt: 'Before' }),
        video('mixed two', { durationMs: 4_400 }),
        photo('mixed three'),
        gif('mixed four'),
      ],
      { note: 'The order of upload differs from photos first, videos after' },
    ),
    post('sensitive', 'Mind the drop', photos('drop', 1), { sensitive: true }),
    post('sensitivity-unknown', 'Unmarked', photos('unmarked', 1), { sensitivityUnknown: true }),
    {
      ...post('external-player', '', []),
      body: say`A talk on stairs: ${a('https://video-host.example/watch?v=st41rs')}`,
      external: {
        url: 'https://video-host.example/embed/st41rs',
        thumbnail: 'https://video-host.example/st41rs.jpg',
        width: 1280,
        height: 720,
      },
    },
  ],
}
