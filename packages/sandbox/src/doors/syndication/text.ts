import type { Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { cutText } from '../fxtwitter/cut-text.ts'
import { rawText } from '../fxtwitter/text.ts'
import type { WireFacet } from '../fxtwitter/wire.ts'
import type { WireEntities, WireTweetBase } from './wire.ts'

/**
 * The text of a post as X delivers it, escaped, with indices in code points: whole, or for a long post the
 * short form of it.
 * @param lostQuote the quoted post cannot be shown, so that its address stands in the text
 */
export function tweetText(
  world: World,
  post: Post,
  lostQuote: boolean,
): Pick<WireTweetBase, 'text' | 'display_text_range' | 'entities'> {
  const raw = rawText(world, post, lostQuote)
  const { text, display_text_range, facets } = post.long ? cutText(raw, post.id) : raw
  const entities = entitiesOf(world, facets)
  const bare = Object.values(entities).every((list) => list.length === 0)
  // Seen by clients: some posts without anything to mark lack the whole key, others have empty lists.
  const missing = bare && BigInt(post.id) % 2n === 0n
  return { text, display_text_range, ...(!missing && { entities }) }
}

function entitiesOf(world: World, facets: WireFacet[]): WireEntities {
  const entities: WireEntities = { hashtags: [], urls: [], user_mentions: [], symbols: [] }
  for (const { type, indices, original = '', replacement = '', display = '', id = '' } of facets) {
    if (type === 'hashtag') entities.hashtags.push({ indices, text: original })
    if (type === 'symbol') entities.symbols.push({ indices, text: original })
    if (type === 'mention') {
      const name = world.accountById(id)?.name ?? original
      entities.user_mentions.push({ id_str: id, indices, name, screen_name: original })
    }
    const link = { display_url: display, expanded_url: replacement, indices, url: original }
    if (type === 'url') entities.urls.push(link)
    if (type === 'media') entities.media = [...(entities.media ?? []), link]
  }
  return entities
}
