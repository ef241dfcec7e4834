import type { Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { wireCommunityNoteV1 } from './attachments.ts'
import { withVariantsV1 } from './media.ts'
import { authorUserV1 } from './user.ts'
import type { WireStatus, WireTombstone } from './wire.ts'

/** The v1 tweet of a v2 status: other names, strings where v2 has objects, and no tombstones. */
export function tweetV1(world: World, status: WireStatus): object {
  const post = world.post(status.id) as Post
  const {
    type: _type,
    reposts,
    embed_card,
    replying_to,
    media,
    quote,
    author,
    community_note,
    ...same
  } = status
  const keepsQuote = quote && !isTombstone(quote) ? quote : undefined
  return {
    ...same,
    author: authorUserV1(author),
    retweets: reposts,
    twitter_card: embed_card,
    color: null,
    replying_to: replying_to?.screen_name ?? null,
    replying_to_status: replying_to?.status ?? null,
    community_note: community_note ? wireCommunityNoteV1(world, post) : null,
    ...(Object.keys(media).length > 0 && { media: withVariantsV1(media, post) }),
    ...(keepsQuote && { quote: tweetV1(world, keepsQuote) }),
  }
}

function isTombstone(item: WireStatus | WireTombstone): item is WireTombstone {
  return item.type === 'tombstone'
}
