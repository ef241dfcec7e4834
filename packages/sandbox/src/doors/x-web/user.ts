import { bioLinks } from '../../world/links.ts'
import type { Account } from '../../world/model.ts'
import { plainParts } from '../../world/plain-text.ts'
import type { World } from '../../world/world.ts'
import { xDate } from '../fxtwitter/dates.ts'
import { codePoints, shortUrl } from '../fxtwitter/wire-writer.ts'

const NO_PICTURE = 'https://abs.twimg.com/sticky/default_profile_images/default_profile_normal.png'

/**
 * A user as X's own pages get it. Since 2025 name, handle, date of joining and picture stand beside `legacy`, no
 * longer in it; clients that look for them there find nothing.
 */
export function userResult(world: World, account: Account): object {
  const { text, urls } = bio(world, account)
  const type = account.verification?.type
  const { followers, following } = world.followCounts(account)
  return {
    __typename: 'User',
    id: Buffer.from(`User:${account.id}`).toString('base64'),
    rest_id: account.id,
    avatar: { image_url: account.avatar || NO_PICTURE },
    core: { created_at: xDate(account.joined), name: account.name, screen_name: account.handle },
    is_blue_verified: type === 'individual' || type === 'organization',
    location: { location: account.location },
    privacy: { protected: account.state === 'protected' },
    profile_image_shape: type === 'organization' ? 'Square' : 'Circle',
    verification: {
      verified: false,
      ...(type === 'organization' && { verified_type: 'Business' }),
      ...(type === 'government' && { verified_type: 'Government' }),
    },
    legacy: {
      default_profile: false,
      default_profile_image: account.avatar === '',
      description: text,
      entities: {
        description: { urls },
        ...(account.website && {
          url: {
            urls: [
              {
                display_url: account.website.display,
                expanded_url: account.website.url,
                url: account.website.url,
                indices: [0, account.website.url.length],
              },
            ],
          },
        }),
      },
      favourites_count: account.likes,
      followers_count: followers,
      friends_count: following,
      listed_count: Math.floor(followers / 90),
      media_count: account.mediaCount,
      statuses_count: world.postCount(account),
      pinned_tweet_ids_str: [],
      possibly_sensitive: false,
      ...(account.banner && { profile_banner_url: account.banner }),
    },
  }
}

function bio(world: World, account: Account): { text: string; urls: object[] } {
  const links = bioLinks(world.seed, account)
  const urls: object[] = []
  let text = ''
  let next = 0
  for (const part of account.bio) {
    const link = part.kind === 'link' ? links[next++] : undefined
    const start = codePoints(text)
    text += link ? shortUrl(link) : plainParts([part])
    if (part.kind !== 'link' || !link) continue
    urls.push({
      display_url: part.display,
      expanded_url: part.url,
      url: shortUrl(link),
      indices: [start, codePoints(text)],
    })
  }
  return { text, urls }
}
