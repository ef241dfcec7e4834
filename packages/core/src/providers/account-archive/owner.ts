import { Author } from '../../domain/author.ts'
import { profileUrl } from '../../domain/status-url.ts'
import { xDate } from '../../domain/x-date.ts'
import { toMs } from '../../render/format.ts'
import { parseLeniently } from '../lenient.ts'
import type { Account, Manifest, Profile } from './schema.ts'

/**
 * Whose archive it is, by `account.js` and `profile.js`; where the first is lost, by the manifest.
 * @returns undefined when nothing tells a handle
 */
export function ownerOf(found: {
  account?: Account | undefined
  profile?: Profile | undefined
  manifest?: Manifest | undefined
}): Author | undefined {
  const { account, profile, manifest } = found
  const screen_name = account?.username ?? manifest?.userInfo?.userName
  const id = account?.accountId ?? manifest?.userInfo?.accountId
  if (!screen_name) return undefined
  const joined = toMs(account?.createdAt)
  const { bio, website, location } = profile?.description ?? {}
  return parseLeniently(Author, {
    ...(id && /^\d+$/.test(id) && { id }),
    name: account?.accountDisplayName ?? manifest?.userInfo?.displayName ?? null,
    screen_name,
    url: profileUrl(screen_name),
    ...(bio && { description: bio }),
    ...(location && { location }),
    ...(joined !== undefined && { joined: xDate(joined) }),
    ...(profile?.avatarMediaUrl && { avatar_url: profile.avatarMediaUrl }),
    ...(profile?.headerMediaUrl && { banner_url: profile.headerMediaUrl }),
    // Where a short link leads, the archive does not tell.
    ...(website && !/^https?:\/\/t\.co\//i.test(website) && { website: { url: website, display_url: null } }),
  })
}
