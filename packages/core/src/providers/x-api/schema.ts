import { z } from 'zod'

/** Objects of the X API v2 in the words of tweets. Little is required: a caller gets what it asked for. */
const Span = z.looseObject({ start: z.number(), end: z.number() })

const Entities = z.looseObject({
  urls: z
    .array(
      Span.extend({
        url: z.string(),
        expanded_url: z.string().nullish(),
        display_url: z.string().nullish(),
        media_key: z.string().nullish(),
      }),
    )
    .nullish(),
  mentions: z.array(Span.extend({ username: z.string(), id: z.string().nullish() })).nullish(),
  hashtags: z.array(Span.extend({ tag: z.string() })).nullish(),
  cashtags: z.array(Span.extend({ tag: z.string() })).nullish(),
})
export type Entities = z.infer<typeof Entities>

export const Tweet = z.looseObject({
  id: z.string(),
  text: z.string(),
  author_id: z.string().nullish(),
  conversation_id: z.string().nullish(),
  created_at: z.string().nullish(),
  display_text_range: z.tuple([z.number(), z.number()]).nullish(),
  entities: Entities.nullish(),
  in_reply_to_user_id: z.string().nullish(),
  lang: z.string().nullish(),
  note_tweet: z.looseObject({ text: z.string(), entities: Entities.nullish() }).nullish(),
  possibly_sensitive: z.boolean().nullish(),
  public_metrics: z.record(z.string(), z.number()).nullish(),
  referenced_tweets: z.array(z.looseObject({ type: z.string(), id: z.string() })).nullish(),
  attachments: z
    .looseObject({ media_keys: z.array(z.string()).nullish(), poll_ids: z.array(z.string()).nullish() })
    .nullish(),
  source: z.string().nullish(),
})
export type Tweet = z.infer<typeof Tweet>

export const User = z.looseObject({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  created_at: z.string().nullish(),
  description: z.string().nullish(),
  entities: z
    .looseObject({
      description: Entities.nullish(),
      url: z.looseObject({ urls: Entities.shape.urls }).nullish(),
    })
    .nullish(),
  location: z.string().nullish(),
  profile_banner_url: z.string().nullish(),
  profile_image_url: z.string().nullish(),
  protected: z.boolean().nullish(),
  public_metrics: z.record(z.string(), z.number()).nullish(),
  url: z.string().nullish(),
  verified: z.boolean().nullish(),
  verified_type: z.string().nullish(),
})
export type User = z.infer<typeof User>

const MediaObject = z.looseObject({
  media_key: z.string(),
  type: z.string(),
  alt_text: z.string().nullish(),
  duration_ms: z.number().nullish(),
  height: z.number().nullish(),
  width: z.number().nullish(),
  preview_image_url: z.string().nullish(),
  url: z.string().nullish(),
  variants: z
    .array(
      z.looseObject({
        url: z.string(),
        content_type: z.string().nullish(),
        bit_rate: z.number().nullish(),
      }),
    )
    .nullish(),
})
export type MediaObject = z.infer<typeof MediaObject>

const PollObject = z.looseObject({
  id: z.string(),
  options: z.array(z.looseObject({ label: z.string(), votes: z.number().nullish() })),
  end_datetime: z.string().nullish(),
  voting_status: z.string().nullish(),
})
export type PollObject = z.infer<typeof PollObject>

/** What stands beside an answer: everything that was expanded, once. */
export const Includes = z.looseObject({
  users: z.array(User).default([]),
  tweets: z.array(Tweet).default([]),
  media: z.array(MediaObject).default([]),
  polls: z.array(PollObject).default([]),
})
export type Includes = z.infer<typeof Includes>
