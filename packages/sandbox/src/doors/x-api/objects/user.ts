import type { Account } from '../../../world/model.ts'
import { profileUser } from '../../fxtwitter/user.ts'
import type { ApiRequest } from '../endpoint.ts'
import type { Wanted } from '../fields.ts'
import { canSee } from '../sight.ts'

type FieldReader = (request: ApiRequest, account: Account) => unknown

/** X's words for whom an account is verified as. */
const VERIFIED = { individual: 'blue', organization: 'business', government: 'government' } as const

const FIELDS: Readonly<Record<string, FieldReader>> = {
  connection_status: (request, account) => connections(request, account),
  created_at: (_, { joined }) => new Date(joined - (joined % 1000)).toISOString(),
  description: ({ world }, account) => profileUser(world, account).raw_description.text,
  entities: ({ world }, account) => userEntities(profileUser(world, account)),
  is_identity_verified: () => false,
  location: (_, { location }) => location || undefined,
  most_recent_tweet_id: mostRecent,
  parody: () => false,
  profile_banner_url: (_, { banner }) => banner || undefined,
  profile_image_url: ({ world }, account) => profileUser(world, account).avatar_url,
  protected: (_, { state }) => state === 'protected',
  public_metrics: ({ world }, account) => {
    const { followers, following } = world.followCounts(account)
    return {
      followers_count: followers,
      following_count: following,
      tweet_count: world.postCount(account),
      listed_count: Math.floor(followers / 90),
      like_count: account.likes,
      media_count: account.mediaCount,
    }
  },
  receives_your_dm: ({ viewer }) => (viewer ? false : undefined),
  subscription_type: ({ viewer }, account) =>
    viewer === account ? (account.verification ? 'Premium' : 'None') : undefined,
  url: (_, { website }) => website?.url,
  verified: (_, { verification }) => verification !== undefined,
  verified_type: (_, { verification }) => (verification ? VERIFIED[verification.type] : 'none'),
}

/** A user as the API tells of it: id, name and username, and the fields that were asked for. */
export function userObject(request: ApiRequest, account: Account, wanted: Wanted): object {
  const object: Record<string, unknown> = { id: account.id, name: account.name, username: account.handle }
  for (const name of [...wanted.user, ...[...wanted.expansions].filter((one) => one in FIELDS)]) {
    const value = FIELDS[name]?.(request, account)
    if (value !== undefined) object[name] = value
  }
  return object
}

/** The id of the newest post of an account that a caller can see. */
export function mostRecent({ api, world, viewer }: ApiRequest, account: Account): string | undefined {
  if (!canSee(api, viewer, account)) return undefined
  return world
    .timeline(account)
    .slice(-10)
    .findLast((id) => !world.post(id)?.gone)
}

function connections({ api, viewer }: ApiRequest, account: Account): string[] | undefined {
  if (!viewer) return undefined
  const { relations } = api
  return [
    ...(api.following(viewer).has(account) ? ['following'] : []),
    ...(api.following(account).has(viewer) ? ['followed_by'] : []),
    ...(relations.has(viewer, 'requests', account.id) ? ['follow_request_sent'] : []),
    ...(relations.has(viewer, 'blocks', account.id) ? ['blocking'] : []),
    ...(relations.has(viewer, 'mutes', account.id) ? ['muting'] : []),
  ]
}

function userEntities({ website, raw_description }: ReturnType<typeof profileUser>): object | undefined {
  const urls = raw_description.facets.map(({ indices: [start, end], original, replacement, display }) => ({
    start,
    end,
    url: original,
    expanded_url: replacement,
    display_url: display,
  }))
  if (!website && urls.length === 0) return undefined
  return {
    ...(website && {
      url: {
        urls: [
          {
            start: 0,
            end: [...website.url].length,
            url: website.url,
            expanded_url: website.url,
            display_url: website.display_url,
          },
        ],
      },
    }),
    ...(urls.length > 0 && { description: { urls } }),
  }
}
