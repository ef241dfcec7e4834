import { z } from 'zod'
import type { Author } from '../../domain/author.ts'
import {
  DIRECTIONS,
  INTERACTION_KINDS,
  type Interaction,
  OwnPostsCoverage,
  SearchCoverage,
} from '../../domain/circle.ts'
import { isPost, type Post } from '../../domain/post.ts'
import { type Extracted, extractInteractions } from './extract.ts'

/** Pages of a hundred posts that the search of one circle reads, over all calls that build it. */
export const SEARCH_PAGES = 10

const KnownAccount = z.object({
  id: z.string().optional(),
  handle: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullable(),
})
export type KnownAccount = z.infer<typeof KnownAccount>

/** How far a circle is: plain JSON, which another call may go on from. */
export const CircleState = z.object({
  profile: z.custom<Author>((value) => typeof value === 'object' && value !== null).nullable(),
  own: OwnPostsCoverage.nullable(),
  search: SearchCoverage,
  replies: z.object({
    candidates: z.number(),
    chosen: z.array(z.string()),
    asked: z.array(z.string()),
    failed: z.number(),
  }),
  interactions: z.array(
    z.object({
      id: z.string(),
      handle: z.string(),
      direction: z.enum(DIRECTIONS),
      kind: z.enum(INTERACTION_KINDS),
      at: z.number(),
    }),
  ),
  accounts: z.array(KnownAccount),
  /** Handles that were looked up and led nowhere. */
  unknown: z.array(z.string()),
  lookedUp: z.number(),
  /** Ids of posts by others, by where they were found first. */
  found: z.object({ search: z.array(z.string()), replies: z.array(z.string()) }),
  unknownMentions: z.number(),
  sources: z.array(z.string()),
})
export type CircleState = z.infer<typeof CircleState>

/** A circle while it is built. Every post counts once in each direction, however often it is found. */
export class CircleBuild {
  readonly owner: string
  readonly since: number
  readonly until: number
  profile: Author | null
  own: OwnPostsCoverage | null
  search: SearchCoverage
  readonly replies: CircleState['replies']
  readonly found: { readonly search: Set<string>; readonly replies: Set<string> }
  readonly unknown: Set<string>
  lookedUp: number
  unknownMentions: number
  readonly sources: Set<string>
  readonly #interactions: Map<string, Interaction>
  readonly #accounts: Map<string, KnownAccount>

  /** @param window Unix milliseconds, both inclusive @param kept how far it was before */
  constructor(owner: string, window: { since: number; until: number }, kept: CircleState = NOTHING_YET) {
    this.owner = owner
    this.since = window.since
    this.until = window.until
    this.profile = kept.profile
    this.own = kept.own
    this.search = kept.search
    this.replies = structuredClone(kept.replies)
    this.found = { search: new Set(kept.found.search), replies: new Set(kept.found.replies) }
    this.unknown = new Set(kept.unknown)
    this.lookedUp = kept.lookedUp
    this.unknownMentions = kept.unknownMentions
    this.sources = new Set(kept.sources)
    this.#interactions = new Map(kept.interactions.map((one) => [keyOf(one), one]))
    this.#accounts = new Map(kept.accounts.map((one) => [one.handle.toLowerCase(), one]))
  }

  get interactions(): Iterable<Interaction> {
    return this.#interactions.values()
  }

  /** Takes a post of the owner's timeline. */
  takeOwn(post: Post): void {
    const extracted = extractInteractions(post, this.owner)
    if (extracted.direction === 'outgoing') this.#take(post, extracted)
  }

  /** Takes a post by somebody else, unless it was found before. The owner's own come from the timeline. */
  takeFound(post: Post, where: 'search' | 'replies'): void {
    const { search, replies } = this.found
    const extracted = extractInteractions(post, this.owner)
    if (extracted.direction !== 'incoming' || search.has(post.id) || replies.has(post.id)) return
    this.found[where].add(post.id)
    this.#take(post, extracted)
  }

  accountOf(handle: string): KnownAccount | undefined {
    return this.#accounts.get(handle.toLowerCase())
  }

  learn({ id, name, screen_name, avatar_url }: Author): void {
    this.#accounts.set(screen_name.toLowerCase(), {
      ...(id !== undefined && { id }),
      handle: screen_name,
      name: name ?? null,
      avatar_url: avatar_url || null,
    })
  }

  toState(): CircleState {
    return {
      profile: this.profile,
      own: this.own,
      search: this.search,
      replies: this.replies,
      interactions: [...this.#interactions.values()],
      accounts: [...this.#accounts.values()],
      unknown: [...this.unknown],
      lookedUp: this.lookedUp,
      found: { search: [...this.found.search], replies: [...this.found.replies] },
      unknownMentions: this.unknownMentions,
      sources: [...this.sources],
    }
  }

  #take(post: Post, { interactions, isMentionUnknown }: Extracted): void {
    const within = interactions.filter(({ at }) => at >= this.since && at <= this.until)
    if (isMentionUnknown) this.unknownMentions += 1
    if (within.length === 0) return
    for (const interaction of within) this.#interactions.set(keyOf(interaction), interaction)
    const handles = new Set(within.map(({ handle }) => handle.toLowerCase()))
    for (const author of [post.author, ...(post.quote && isPost(post.quote) ? [post.quote.author] : [])]) {
      const handle = author.screen_name.toLowerCase()
      if (handles.has(handle) && !this.#accounts.has(handle)) this.learn(author)
    }
  }
}

const NOTHING_YET: CircleState = {
  profile: null,
  own: null,
  search: { state: 'pending', posts: 0, pages: 0, page_budget: SEARCH_PAGES },
  replies: { candidates: 0, chosen: [], asked: [], failed: 0 },
  interactions: [],
  accounts: [],
  unknown: [],
  lookedUp: 0,
  found: { search: [], replies: [] },
  unknownMentions: 0,
  sources: [],
}

function keyOf({ id, handle, direction, kind }: Interaction): string {
  return `${id} ${handle.toLowerCase()} ${direction} ${kind}`
}
