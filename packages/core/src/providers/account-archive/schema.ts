import { z } from 'zod'

/**
 * Records of an account archive. A post stands there in X's older form, with most numbers written as texts; the
 * fields of that form are read by the converter that knows it, and only what is the archive's own stands here.
 */

const text = z.string().nullish()
/** X writes numbers as texts here. */
const number = z.coerce.number().int()

const EditControl = z.looseObject({ editTweetIds: z.array(z.string()).nullish(), editableUntil: text })

const MediaEntity = z.looseObject({
  media_url_https: text,
  media_url: text,
  source_status_id_str: text,
  sizes: z.looseObject({ large: z.looseObject({ w: z.number(), h: z.number() }).nullish() }).nullish(),
  video_info: z.looseObject({ variants: z.array(z.looseObject({ url: z.string() })).nullish() }).nullish(),
})

export const ArchivedTweet = z.looseObject({
  id_str: z.string().regex(/^\d{1,19}$/),
  full_text: z.string(),
  created_at: text,
  source: text,
  display_text_range: z.tuple([z.number(), z.number()]).nullish(),
  truncated: z.boolean().nullish(),
  in_reply_to_screen_name: text,
  in_reply_to_status_id_str: text,
  in_reply_to_user_id_str: text,
  entities: z
    .looseObject({
      user_mentions: z
        .array(
          z.looseObject({
            screen_name: z.string(),
            name: text,
            id_str: text,
            indices: z.tuple([z.number(), z.number()]),
          }),
        )
        .nullish(),
      urls: z.array(z.looseObject({ url: z.string(), expanded_url: text })).nullish(),
      media: z.array(MediaEntity).nullish(),
    })
    .nullish(),
  extended_entities: z.looseObject({ media: z.array(MediaEntity).nullish() }).nullish(),
  edit_info: z
    .looseObject({
      initial: EditControl.nullish(),
      edit: z.looseObject({ editControlInitial: EditControl.nullish() }).nullish(),
    })
    .nullish(),
  community_id_str: text,
})
export type ArchivedTweet = z.infer<typeof ArchivedTweet>

const range = { fromIndex: number, toIndex: number }

/** The whole text of a long post. Its id is its own: what post it belongs to is not said. */
export const NoteTweet = z.looseObject({
  noteTweetId: text,
  createdAt: z.string(),
  core: z.looseObject({
    text: z.string(),
    urls: z
      .array(z.looseObject({ shortUrl: z.string(), expandedUrl: text, displayUrl: text, ...range }))
      .nullish(),
    mentions: z.array(z.looseObject({ screenName: z.string(), ...range })).nullish(),
    hashtags: z.array(z.looseObject({ text: z.string(), ...range })).nullish(),
    cashtags: z.array(z.looseObject({ text: z.string(), ...range })).nullish(),
    styletags: z
      .array(z.looseObject({ styleTypes: z.array(z.looseObject({ name: z.string() })), ...range }))
      .nullish(),
  }),
})
export type NoteTweet = z.infer<typeof NoteTweet>

export const Account = z.looseObject({
  accountId: text,
  username: text,
  accountDisplayName: text,
  createdAt: text,
})
export type Account = z.infer<typeof Account>

export const Profile = z.looseObject({
  description: z.looseObject({ bio: text, website: text, location: text }).nullish(),
  avatarMediaUrl: text,
  headerMediaUrl: text,
})
export type Profile = z.infer<typeof Profile>

const ManifestFiles = z.looseObject({
  files: z.array(z.looseObject({ fileName: z.string(), count: number.nullish() })).nullish(),
})

export const Manifest = z.looseObject({
  userInfo: z.looseObject({ accountId: text, userName: text, displayName: text }).nullish(),
  archiveInfo: z.looseObject({ generationDate: text, isPartialArchive: z.boolean().nullish() }).nullish(),
  dataTypes: z.record(z.string(), ManifestFiles).nullish(),
})
export type Manifest = z.infer<typeof Manifest>
