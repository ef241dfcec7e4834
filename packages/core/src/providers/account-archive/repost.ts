import type { Author } from '../../domain/author.ts'
import { profileUrl } from '../../domain/status-url.ts'
import type { ArchivedTweet } from './schema.ts'

/** What an account archive tells of a post that its owner passed on: `RT @x: …`, cut to 140 signs. */
export interface ArchivedRepost {
  author: Author
  /** The passed-on post: its text without the beginning, its entities where they then stand. */
  tweet: ArchivedTweet
  /** Its id, which only its media tell. */
  originalId: string | undefined
  isCut: boolean
}

const HEAD = /^RT @(\w{1,32}): /

/** @returns undefined for a post of the owner's own */
export function repostOf(tweet: ArchivedTweet): ArchivedRepost | undefined {
  const [head, handle] = HEAD.exec(tweet.full_text) ?? []
  if (!head || !handle) return undefined
  const mention = tweet.entities?.user_mentions?.find(({ indices }) => indices[0] === 'RT '.length)
  const media = tweet.extended_entities?.media ?? tweet.entities?.media ?? []
  const full_text = tweet.full_text.slice(head.length)
  return {
    author: {
      ...(mention?.id_str && /^\d+$/.test(mention.id_str) && { id: mention.id_str }),
      name: mention?.name ?? null,
      screen_name: mention?.screen_name ?? handle,
      url: profileUrl(mention?.screen_name ?? handle),
    },
    tweet: {
      ...tweet,
      full_text,
      display_text_range: null,
      entities: tweet.entities && moved(tweet.entities, head.length),
      in_reply_to_screen_name: null,
      in_reply_to_status_id_str: null,
    },
    originalId:
      media.map(({ source_status_id_str }) => source_status_id_str).find((id) => id && /^\d+$/.test(id)) ??
      undefined,
    isCut: full_text.endsWith('…'),
  }
}

/** Entities of a text without its beginning, whose signs all count one in every unit. */
function moved(
  entities: NonNullable<ArchivedTweet['entities']>,
  by: number,
): NonNullable<ArchivedTweet['entities']> {
  const result: Record<string, unknown> = {}
  for (const [kind, list] of Object.entries(entities)) {
    result[kind] = Array.isArray(list)
      ? list.flatMap((entity: { indices?: unknown }) => {
          const [start, end] = Array.isArray(entity.indices) ? (entity.indices as number[]) : []
          if (start === undefined || end === undefined) return [entity]
          return start < by ? [] : [{ ...entity, indices: [start - by, end - by] }]
        })
      : list
  }
  return result as NonNullable<ArchivedTweet['entities']>
}
