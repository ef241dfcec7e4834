import { tweetText } from '../doors/syndication/text.ts'
import type { WireEntities } from '../doors/syndication/wire.ts'
import type { Post } from '../world/model.ts'
import type { World } from '../world/world.ts'

/** So many signs of a repost X keeps in an archive, its `RT @name: ` and dots at the end counted in. */
const KEPT = 140

/** A repost as it stands in an archive: the beginning of the original, cut through whatever is there. */
export function cutRepost(world: World, original: Post): { text: string; entities: WireEntities } {
  const { handle, id, name } = original.author
  const head = `RT @${handle}: `
  const raw = tweetText(world, original, original.quote !== undefined)
  const letters = Array.from(head + raw.text)
  const isCut = letters.length > KEPT
  const end = isCut ? KEPT - 1 : letters.length
  const text = isCut ? `${withoutHalfSign(letters.slice(0, end).join(''))}…` : letters.join('')
  const shift = <T extends { indices: [number, number] }>(list: readonly T[] = []): T[] =>
    list
      .map((entity) => ({ ...entity, indices: moved(entity.indices, head.length) }))
      .filter(({ indices }) => indices[1] <= end)
  const media = shift(raw.entities?.media)
  return {
    text,
    entities: {
      hashtags: shift(raw.entities?.hashtags),
      symbols: shift(raw.entities?.symbols),
      user_mentions: [
        { id_str: id, indices: [3, 4 + handle.length], name, screen_name: handle },
        ...shift(raw.entities?.user_mentions),
      ],
      urls: shift(raw.entities?.urls),
      ...(media.length > 0 && { media }),
    },
  }
}

function moved([from, to]: [number, number], by: number): [number, number] {
  return [from + by, to + by]
}

/** X cuts before it escapes. */
function withoutHalfSign(text: string): string {
  return text.replace(/&[a-z]{0,3}$/, '')
}
