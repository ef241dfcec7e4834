import { statusUrl } from '@x-md/core/domain/status-url.ts'
import type { NamedPost } from './assemble.ts'
import { availability } from './availability.ts'
import { plainText, visibleLinks } from './plain-text.ts'
import type { World } from './world.ts'

/** A post of the world by the name of what it shows, with the truth to check an answer against. */
export interface Example {
  kind: string
  note: string
  handle: string
  id: string
  url: string
  /** The words as a person sees them: links at full length, nothing escaped, no t.co. */
  text: string
  /** The addresses in the text, in order. */
  links: string[]
  media: { type: 'photo' | 'video' | 'gif'; url: string; alt?: string }[]
}

export interface Catalogue {
  seed: number
  now: string
  accounts: number
  examples: Example[]
  people: { kind: string; handle: string; id: string; note: string }[]
}

/** Names one post at least of every kind that has happened by now. */
export function catalogue(world: World): Catalogue {
  return {
    seed: world.seed,
    now: new Date(world.now).toISOString(),
    accounts: world.accounts.length,
    examples: world.named
      .filter(({ kind, post }) => kind && post.at <= world.now)
      .map((named) => example(world, named)),
    people: [],
  }
}

function example(_world: World, { kind, note, post }: NamedPost): Example {
  void availability
  return {
    kind: kind ?? '',
    note: note ?? '',
    handle: post.author.handle,
    id: post.id,
    url: statusUrl(post.id, post.author.handle),
    text: plainText(post),
    links: visibleLinks(post),
    media: post.media.map((media) => ({
      type: media.kind,
      url:
        media.kind === 'photo'
          ? `https://pbs.twimg.com/media/${media.key}.jpg`
          : (media.variants[0]?.url ?? ''),
      ...(media.alt !== undefined && { alt: media.alt }),
    })),
  }
}
