import { profileUrl } from '@x-md/core/domain/status-url.ts'
import { bioLinks } from '../../world/links.ts'
import type { Account } from '../../world/model.ts'
import { plainParts } from '../../world/plain-text.ts'
import type { World } from '../../world/world.ts'
import { xDate } from './dates.ts'
import type { WireAbout, WireText, WireUser } from './wire.ts'
import { codePoints, shortUrl } from './wire-writer.ts'

const DEFAULT_AVATAR = 'https://abs.twimg.com/sticky/default_profile_images/default_profile_normal.png'

/** The user object of a v2 profile: the picture keeps X's own `_normal` size. */
export function profileUser(world: World, account: Account): WireUser {
  const { followers, following } = world.followCounts(account)
  return {
    screen_name: account.handle,
    url: profileUrl(account.handle),
    id: account.id,
    followers,
    following,
    likes: account.likes,
    media_count: account.mediaCount,
    statuses: world.postCount(account),
    name: account.name,
    description: plainParts(account.bio),
    raw_description: rawDescription(world, account),
    location: account.location,
    banner_url: account.banner || null,
    avatar_url: account.avatar || DEFAULT_AVATAR,
    joined: xDate(account.joined),
    protected: account.state === 'protected',
    website: account.website ? { url: account.website.url, display_url: account.website.display } : null,
    verification: {
      verified: account.verification !== undefined,
      verified_at: account.verification?.at ? new Date(account.verification.at).toISOString() : null,
      type: account.verification?.type ?? null,
    },
    type: 'profile',
  }
}

/** The user object beside a v2 post: as on the profile, but the picture in the size of 200 pixels. */
export function authorUser(world: World, account: Account): WireUser {
  const user = profileUser(world, account)
  user.avatar_url = user.avatar_url?.replace('_normal', '_200x200') ?? null
  return user
}

/** v1 renames the count of posts on a profile. */
export function profileUserV1(user: WireUser): WireUser {
  const { statuses, type: _type, ...rest } = user
  return { ...rest, tweets: statuses ?? 0 }
}

/** v1 leaves an author without any count of posts, and adds a colour that is never set. */
export function authorUserV1(user: WireUser): WireUser {
  const { statuses: _statuses, type: _type, ...rest } = user
  return { ...rest, avatar_color: null }
}

/** What X tells about an account's origin; false and empty values are left out, as upstream does. */
export function aboutAccount(account: Account): WireAbout | undefined {
  const about = account.about
  if (!about) return undefined
  return {
    ...(about.basedIn && { based_in: about.basedIn }),
    ...(about.accurate && { location_accurate: true, created_country_accurate: true }),
    ...(about.source && { source: about.source }),
    ...(about.nameChanges && {
      username_changes: {
        count: about.nameChanges.count,
        last_changed_at: about.nameChanges.at ? new Date(about.nameChanges.at).toISOString() : null,
      },
    }),
  }
}

/** A bio is delivered unescaped, and only its links are marked: mentions and tags in it stay plain. */
function rawDescription(world: World, account: Account): WireText {
  const links = bioLinks(world.seed, account)
  const raw: WireText = { text: '', facets: [] }
  let at = 0
  let next = 0
  for (const part of account.bio) {
    const link = part.kind === 'link' ? links[next++] : undefined
    const literal = link ? shortUrl(link) : plainParts([part])
    const start = at
    raw.text += literal
    at += codePoints(literal)
    if (part.kind === 'link' && link) {
      raw.facets.push({
        type: 'url',
        indices: [start, at],
        original: literal,
        replacement: part.url,
        display: part.display,
      })
    }
  }
  return raw
}
