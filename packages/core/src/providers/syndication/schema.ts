import { z } from 'zod'

/** X's embed endpoint, `tweet-result`. Nearly everything may be missing, `entities` as a whole too. */

const indices = z.tuple([z.number(), z.number()])
const text = z.string().nullish()
const number = z.number().nullish()

const Entities = z.looseObject({
  hashtags: z.array(z.looseObject({ indices, text: z.string() })).nullish(),
  symbols: z.array(z.looseObject({ indices, text: z.string() })).nullish(),
  user_mentions: z.array(z.looseObject({ indices, screen_name: z.string(), id_str: text })).nullish(),
  urls: z.array(z.looseObject({ indices, url: z.string(), expanded_url: text, display_url: text })).nullish(),
  media: z.array(z.looseObject({ indices, url: z.string(), expanded_url: text, id_str: text })).nullish(),
})

const MediaDetail = z.looseObject({
  type: z.string(),
  media_url_https: z.string(),
  id_str: text,
  ext_alt_text: text,
  original_info: z.looseObject({ width: number, height: number }).nullish(),
  video_info: z
    .looseObject({
      duration_millis: number,
      variants: z.array(z.looseObject({ url: z.string(), content_type: text, bitrate: number })),
    })
    .nullish(),
})
export type MediaDetail = z.infer<typeof MediaDetail>

const BindingValue = z.looseObject({ string_value: text, boolean_value: z.boolean().nullish() })

export const Tweet = z.looseObject({
  __typename: z.string().nullish(),
  id_str: z.string(),
  text: z.string(),
  lang: text,
  created_at: text,
  display_text_range: indices.nullish(),
  entities: Entities.nullish(),
  user: z.looseObject({
    id_str: text,
    name: text,
    screen_name: z.string(),
    profile_image_url_https: text,
    verified: z.boolean().nullish(),
    verified_type: text,
    is_blue_verified: z.boolean().nullish(),
  }),
  note_tweet: z.looseObject({}).nullish().describe('Present on a long post, whose text is cut here'),
  favorite_count: number,
  conversation_count: number,
  reply_count: number,
  retweet_count: number,
  possibly_sensitive: z.boolean().nullish(),
  in_reply_to_screen_name: text,
  in_reply_to_status_id_str: text,
  mediaDetails: z.array(MediaDetail).nullish(),
  quoted_tweet: z.unknown().optional(),
  card: z
    .looseObject({ name: text, binding_values: z.record(z.string(), BindingValue).nullish() })
    .nullish()
    .catch(undefined),
  article: z
    .looseObject({ rest_id: text, title: text, preview_text: text, cover_media: z.looseObject({}).nullish() })
    .nullish()
    .catch(undefined),
  birdwatch_pivot: z
    .looseObject({ subtitle: z.looseObject({ text: z.string() }).nullish() })
    .nullish()
    .catch(undefined),
})
export type Tweet = z.infer<typeof Tweet>

export const TweetTombstone = z.looseObject({
  __typename: z.literal('TweetTombstone'),
  tombstone: z.looseObject({ text: z.looseObject({ text: z.string() }).nullish() }).nullish(),
})
