import { z } from 'zod'

/** What X's own pages get for a search. Nearly everything may be missing; rows are decoded one by one. */

const text = z.string().nullish()
const number = z.number().nullish()
const links = z
  .looseObject({
    urls: z.array(z.looseObject({ url: text, expanded_url: text, display_url: text })).nullish(),
  })
  .nullish()

const ItemContent = z.looseObject({
  tweet_results: z.looseObject({ result: z.unknown().optional() }).nullish(),
  user_results: z.looseObject({ result: z.unknown().optional() }).nullish(),
})

export const Entry = z.looseObject({
  entryId: z.string().catch(''),
  content: z.looseObject({
    cursorType: text,
    value: text,
    itemContent: ItemContent.nullish(),
    items: z.array(z.looseObject({ item: z.looseObject({ itemContent: ItemContent.nullish() }) })).nullish(),
  }),
})
export type Entry = z.infer<typeof Entry>

export const Answer = z.looseObject({
  data: z.looseObject({
    search_by_raw_query: z.looseObject({
      search_timeline: z.looseObject({
        timeline: z.looseObject({
          instructions: z.array(
            z.looseObject({
              entries: z.array(z.unknown()).nullish(),
              entry: z.unknown().optional(),
            }),
          ),
        }),
      }),
    }),
  }),
})

/** Name, handle, date of joining and picture stood in `legacy` until 2025, and stand beside it since. */
export const User = z.looseObject({
  rest_id: text,
  core: z.looseObject({ name: text, screen_name: text, created_at: text }).nullish(),
  avatar: z.looseObject({ image_url: text }).nullish(),
  location: z.looseObject({ location: text }).nullish(),
  privacy: z.looseObject({ protected: z.boolean().nullish() }).nullish(),
  verification: z.looseObject({ verified: z.boolean().nullish(), verified_type: text }).nullish(),
  is_blue_verified: z.boolean().nullish(),
  legacy: z
    .looseObject({
      name: text,
      screen_name: text,
      created_at: text,
      profile_image_url_https: text,
      profile_banner_url: text,
      description: text,
      location: text,
      protected: z.boolean().nullish(),
      followers_count: number,
      friends_count: number,
      statuses_count: number,
      media_count: number,
      favourites_count: number,
      entities: z.looseObject({ description: links, url: links }).nullish(),
    })
    .nullish(),
})
export type User = z.infer<typeof User>

export const Result = z.looseObject({
  __typename: text,
  rest_id: z.string(),
  core: z.looseObject({ user_results: z.looseObject({ result: User }) }),
  views: z.looseObject({ count: text }).nullish(),
  source: text,
  note_tweet: z
    .looseObject({
      note_tweet_results: z.looseObject({
        result: z.looseObject({
          text: z.string(),
          entity_set: z.unknown().optional(),
          richtext: z
            .looseObject({
              richtext_tags: z
                .array(
                  z.looseObject({
                    from_index: z.number(),
                    to_index: z.number(),
                    richtext_types: z.array(z.string()),
                  }),
                )
                .nullish(),
            })
            .nullish(),
        }),
      }),
    })
    .nullish(),
  quoted_status_result: z.looseObject({ result: z.unknown().optional() }).nullish(),
  legacy: z.looseObject({
    full_text: z.string(),
    extended_entities: z.looseObject({ media: z.array(z.unknown()).nullish() }).nullish(),
    retweeted_status_result: z.looseObject({ result: z.unknown().optional() }).nullish(),
    bookmark_count: number,
    quote_count: number,
  }),
})
export type Result = z.infer<typeof Result>
