import {
  type GetFollowersOutput,
  type GetFollowingOutput,
  getFollowers,
  getFollowing,
} from '@x-md/core/operations/get-connections.ts'
import { type GetProfileOutput, getProfile } from '@x-md/core/operations/get-profile.ts'
import { type ConnectionsRequest, parseConnectionsRequest } from '@x-md/core/request/connections-request.ts'
import { type ProfileRequest, parseProfileRequest } from '@x-md/core/request/profile-request.ts'
import type { ListBinding } from './list-route.ts'

/** A profile and its posts. */
export const PROFILE: ListBinding<ProfileRequest, GetProfileOutput> = {
  parse: parseProfileRequest,
  run: (request, context) => getProfile.run(request, context),
  permalink: ({ handle, until, with_replies, with_reposts }) => ({
    path: `/${handle}`,
    options: {
      with_replies: with_replies ? 'true' : undefined,
      with_reposts: with_reposts ? 'true' : undefined,
      until: until === undefined ? undefined : new Date(until).toISOString(),
    },
  }),
  ttl: (posts) => Math.min(posts, 1800),
}

/** Who follows an account. */
export const FOLLOWERS: ListBinding<ConnectionsRequest, GetFollowersOutput> = {
  parse: parseConnectionsRequest,
  run: (request, context) => getFollowers.run(request, context),
  permalink: ({ handle }) => ({ path: `/${handle}/followers`, options: {} }),
  ttl: (posts) => posts * 6,
}

/** Whom an account follows. */
export const FOLLOWING: ListBinding<ConnectionsRequest, GetFollowingOutput> = {
  parse: parseConnectionsRequest,
  run: (request, context) => getFollowing.run(request, context),
  permalink: ({ handle }) => ({ path: `/${handle}/following`, options: {} }),
  ttl: (posts) => posts * 6,
}
