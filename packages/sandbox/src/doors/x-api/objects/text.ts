import type { Post } from '../../../world/model.ts'
import type { World } from '../../../world/world.ts'
import { cutText } from '../../fxtwitter/cut-text.ts'
import { rawText } from '../../fxtwitter/text.ts'
import type { WireFacet } from '../../fxtwitter/wire.ts'
import { mediaKey } from './media.ts'

export interface Span {
  start: number
  end: number
}

/** What is marked in a text; places count code points. A kind without any is missing. */
export interface ApiEntities {
  urls?: (Span & { url: string; expanded_url: string; display_url: string; media_key?: string })[]
  mentions?: (Span & { username: string; id: string })[]
  hashtags?: (Span & { tag: string })[]
  cashtags?: (Span & { tag: string })[]
}

export interface ApiText {
  text: string
  range: [number, number] | undefined
  entities: ApiEntities | undefined
}

/** Code points of a repost's text that X keeps. */
const REPOST_LENGTH = 140

/** The text of a post, escaped and with t.co links; of a repost `RT @name: ` and the beginning of the original. */
export function textOf(world: World, post: Post): ApiText {
  const original = post.repostOf && !post.cutRepost ? world.post(post.repostOf) : undefined
  if (original) {
    const { handle, id } = original.author
    const letters = [...`RT @${handle}: ${textOf(world, original).text}`]
    const text =
      letters.length > REPOST_LENGTH ? `${letters.slice(0, REPOST_LENGTH - 1).join('')}…` : letters.join('')
    const mentions = [{ start: 3, end: 4 + handle.length, username: handle, id }]
    return { text, range: undefined, entities: { mentions } }
  }
  const raw = rawText(world, post, post.quote !== undefined)
  const { text, display_text_range, facets } = post.long ? cutText(raw, post.id) : raw
  return { text, range: display_text_range, entities: entitiesOf(facets, post) }
}

/** The whole of a long post. */
export function wholeTextOf(world: World, post: Post): { text: string; entities?: ApiEntities } {
  const { text, facets } = rawText(world, post)
  const entities = entitiesOf(facets, post)
  return { text, ...(entities && { entities }) }
}

function entitiesOf(facets: readonly WireFacet[], post: Post): ApiEntities | undefined {
  const keys = new Map(post.media.map((media) => [media.id, mediaKey(media)]))
  const entities: ApiEntities = {}
  for (const { type, indices, original = '', replacement = '', display = '', id = '' } of facets) {
    const span = { start: indices[0], end: indices[1] }
    if (type === 'hashtag') entities.hashtags = [...(entities.hashtags ?? []), { ...span, tag: original }]
    if (type === 'symbol') entities.cashtags = [...(entities.cashtags ?? []), { ...span, tag: original }]
    if (type === 'mention')
      entities.mentions = [...(entities.mentions ?? []), { ...span, username: original, id }]
    if (type !== 'url' && type !== 'media') continue
    const media_key = keys.get(id)
    const link = { ...span, url: original, expanded_url: replacement, display_url: display }
    entities.urls = [...(entities.urls ?? []), { ...link, ...(media_key && { media_key }) }]
  }
  return Object.keys(entities).length > 0 ? entities : undefined
}
