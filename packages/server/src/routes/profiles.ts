import { type GetProfileOutput, getProfile } from '@x-md/core/operations/get-profile.ts'
import { type ProfileRequest, parseProfileRequest } from '@x-md/core/request/profile-request.ts'
import type { ListBinding } from './list-route.ts'

/** A profile and its posts. */
export const PROFILE: ListBinding<ProfileRequest, GetProfileOutput> = {
  parse: parseProfileRequest,
  run: (request, context) => getProfile.run(request, context),
  permalink: ({ handle, with_replies, with_reposts }) => ({
    path: `/${handle}`,
    options: {
      with_replies: with_replies ? 'true' : undefined,
      with_reposts: with_reposts ? 'true' : undefined,
    },
  }),
  ttl: 1800,
}
