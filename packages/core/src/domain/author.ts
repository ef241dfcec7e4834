import { z } from 'zod'
import { Facet } from './facet.ts'
import { Handle } from './handle.ts'

const count = z.number().nullish()

/** An account, as it stands beside its posts and on its profile. Unknown keys of upstream are kept. */
export const Author = z.looseObject({
  id: z.string().optional().describe('Numeric account id, as a string'),
  name: z.string().nullish().describe('Display name, as the account wrote it'),
  screen_name: Handle.describe('Handle without @'),
  url: z.string().nullish(),
  description: z.string().nullish().describe('Bio, links expanded'),
  raw_description: z.looseObject({ text: z.string(), facets: z.array(Facet).nullish() }).nullish(),
  location: z.string().nullish(),
  followers: count,
  following: count,
  likes: count,
  media_count: count,
  statuses: count.describe('Number of posts'),
  joined: z.string().nullish(),
  avatar_url: z.string().nullish(),
  banner_url: z.string().nullish(),
  protected: z.boolean().nullish(),
  website: z.looseObject({ url: z.string(), display_url: z.string().nullish() }).nullish(),
  verification: z
    .looseObject({
      verified: z.boolean().nullish(),
      type: z.string().nullish().describe('individual, organization or government'),
    })
    .nullish(),
  about_account: z
    .looseObject({
      based_in: z.string().nullish(),
      source: z.string().nullish(),
      username_changes: z
        .looseObject({ count: z.number().nullish(), last_changed_at: z.string().nullish() })
        .nullish(),
    })
    .nullish(),
})
export type Author = z.infer<typeof Author>
