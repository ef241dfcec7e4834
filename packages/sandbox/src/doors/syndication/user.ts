import type { Account } from '../../world/model.ts'
import type { WireTweetUser } from './wire.ts'

const NO_PICTURE = 'https://abs.twimg.com/sticky/default_profile_images/default_profile_normal.png'

/** The author; the blue tick has a flag of its own, and `verified` is what is left of the old one. */
export function tweetUser(account: Account): WireTweetUser {
  const type = account.verification?.type
  return {
    id_str: account.id,
    name: account.name,
    screen_name: account.handle,
    profile_image_url_https: account.avatar || NO_PICTURE,
    profile_image_shape: type === 'organization' ? 'Square' : 'Circle',
    verified: false,
    ...(type === 'organization' && { verified_type: 'Business' as const }),
    ...(type === 'government' && { verified_type: 'Government' as const }),
    is_blue_verified: type === 'individual' || type === 'organization',
  }
}
