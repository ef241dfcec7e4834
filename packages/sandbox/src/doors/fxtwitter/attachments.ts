import type { Card, Community, Post } from '../../world/model.ts'
import { plainParts } from '../../world/plain-text.ts'
import type { World } from '../../world/world.ts'
import { authorUser } from './user.ts'
import type { WireFacet, WireText } from './wire.ts'
import { escapeText, shortUrl } from './wire-writer.ts'

/** A website card. */
export function wireCard(card: Card): object {
  return {
    url: card.url,
    ...(card.title !== undefined && { title: card.title }),
    ...(card.description !== undefined && { description: card.description }),
    ...(card.domain !== undefined && { domain: card.domain }),
    ...(card.name !== undefined && { card_name: card.name }),
    ...(card.image && { image: card.image }),
  }
}

export function wireCommunity(world: World, community: Community): object {
  const user = (handle: string | undefined) => {
    const account = handle ? world.accountByHandle(handle) : undefined
    return account ? authorUser(world, account) : null
  }
  return {
    id: community.id,
    name: community.name,
    description: community.description,
    created_at: new Date(community.createdAt).toISOString(),
    search_tags: community.tags,
    is_nsfw: community.nsfw,
    topic: community.topic,
    admin: user(community.admin),
    creator: user(community.creator),
    join_policy: community.joinPolicy,
    invites_policy: community.invitesPolicy,
    is_pinned: community.pinned,
  }
}

interface NoteLink {
  start: number
  end: number
  short: string
  url: string
}

function noteText(world: World, post: Post): { escaped: string; links: NoteLink[] } {
  const short = world.links(post).note
  const links: NoteLink[] = []
  let escaped = ''
  let next = 0
  for (const part of post.communityNote ?? []) {
    const link = part.kind === 'link' ? short[next++] : undefined
    const start = escaped.length
    escaped += link ? shortUrl(link) : escapeText(plainParts([part]))
    if (link) links.push({ start, end: escaped.length, short: shortUrl(link), url: link.url })
  }
  return { escaped, links }
}

function unescapeNote(text: string): string {
  return text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')
}

/**
 * A community note of v2: unescaped text whose links keep the indices of the escaped one, so that after an
 * `&` both the indices and the slice called `display` are off.
 */
export function wireCommunityNote(world: World, post: Post): WireText {
  const { escaped, links } = noteText(world, post)
  const text = unescapeNote(escaped)
  const facets = links.map(
    ({ start, end, url }): WireFacet => ({
      type: 'url',
      indices: [start, end],
      display: text.slice(start, end),
      replacement: url,
    }),
  )
  return { text, facets }
}

/** A community note of v1: the links as X's own entities. */
export function wireCommunityNoteV1(world: World, post: Post) {
  const { escaped, links } = noteText(world, post)
  return {
    text: unescapeNote(escaped),
    entities: links.map(({ start, end, short }) => ({
      fromIndex: start,
      toIndex: end,
      ref: { type: 'TimelineUrl', url: short, urlType: 'ExternalUrl' },
    })),
  }
}
