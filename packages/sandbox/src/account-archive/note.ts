import { msToSnowflake } from '@x-md/core/domain/snowflake.ts'
import { rawText } from '../doors/fxtwitter/text.ts'
import type { WireFacet } from '../doors/fxtwitter/wire.ts'
import type { Post } from '../world/model.ts'
import type { World } from '../world/world.ts'
import type { ArchiveNote } from './wire.ts'

/**
 * The whole text of a long post, which stands in a file of its own, under an id of its own. No public record says
 * whether X escapes it there, so that every second one is.
 */
export function archiveNote(world: World, post: Post): ArchiveNote {
  const raw = rawText(world, post)
  const { text, facets } = isEscaped(post) ? raw : unescaped(raw)
  const created = `${new Date(post.at - (post.at % 1000)).toISOString().slice(0, 19)}.000Z`
  const of = (type: string) => facets.filter((facet) => facet.type === type)
  return {
    noteTweetId: msToSnowflake(post.at - 300, 77),
    updatedAt: created,
    lifecycle: named('Inline', '1'),
    createdAt: created,
    core: {
      styletags: facets
        .filter(({ type }) => type === 'bold' || type === 'italic')
        .map((facet) => ({
          ...stretch(facet),
          styleTypes: [facet.type === 'bold' ? named('Bold', '1') : named('Italic', '2')],
        })),
      urls: of('url').map((facet) => ({
        expandedUrl: facet.replacement ?? '',
        shortUrl: facet.original ?? '',
        displayUrl: facet.display ?? '',
        ...stretch(facet),
      })),
      text,
      mentions: of('mention').map((facet) => ({ screenName: facet.original ?? '', ...stretch(facet) })),
      cashtags: of('symbol').map((facet) => ({ text: facet.original ?? '', ...stretch(facet) })),
      hashtags: of('hashtag').map((facet) => ({ text: facet.original ?? '', ...stretch(facet) })),
    },
  }
}

function isEscaped({ id }: Post): boolean {
  return BigInt(id) % 2n === 0n
}

function stretch({ indices: [from, to] }: WireFacet): { fromIndex: string; toIndex: string } {
  return { fromIndex: String(from), toIndex: String(to) }
}

function named(name: string, value: string) {
  return { value, name, originalName: name, annotations: {} }
}

const SIGNS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** The text as it was typed, its facets where they then stand. */
function unescaped({ text, facets }: { text: string; facets: WireFacet[] }): {
  text: string
  facets: WireFacet[]
} {
  const letters = text.match(/&(?:amp|lt|gt);|[\s\S]/gu) ?? []
  const places: number[] = []
  for (const [index, letter] of letters.entries()) {
    for (const _ of letter) places.push(index)
  }
  const place = (at: number) => places[at] ?? letters.length
  return {
    text: letters.map((letter) => SIGNS[letter] ?? letter).join(''),
    facets: facets.map((facet) => ({
      ...facet,
      indices: [place(facet.indices[0]), place(facet.indices[1])],
    })),
  }
}
