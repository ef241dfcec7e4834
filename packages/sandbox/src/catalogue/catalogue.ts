import { profileUrl } from '@x-md/core/domain/status-url.ts'
import { PEOPLE } from '../world/people.ts'
import type { World } from '../world/world.ts'
import { type Example, exampleOf } from './example.ts'

/** An account of the world by the name of what it shows. */
export interface PersonEntry {
  kind: string
  handle: string
  id: string
  url: string
  name: string
  /** The bio as a person sees it, links at full length. */
  bio: string
  state: 'open' | 'protected' | 'suspended' | 'missing'
  posts: number
  followers: number
  following: number
  note: string
}

export interface Catalogue {
  seed: number
  /** ISO 8601. */
  now: string
  accounts: number
  /** One post at least of every kind that has happened by now. */
  examples: Example[]
  people: PersonEntry[]
}

/** What the world holds, with the truth about it to check any answer against. */
export function catalogue(world: World): Catalogue {
  const examples = world.named.flatMap((named) => {
    // As the post is by now: its author may have deleted it.
    const post = world.post(named.post.id)
    return named.kind && post ? [exampleOf(world, { ...named, post })] : []
  })
  return {
    seed: world.seed,
    now: new Date(world.now).toISOString(),
    accounts: world.accounts.length,
    examples: [...examples, neverExisted()],
    people: [...people(world), nobody()],
  }
}

/** An id that X could have given out and did not. */
function neverExisted(): Example {
  const id = '1960000000000000000'
  return {
    kind: 'tombstone/never-existed',
    note: 'No post ever had this id',
    handle: 'marta_brenkel',
    id,
    url: `${profileUrl('marta_brenkel')}/status/${id}`,
    answers: { fxtwitter: 404, syndication: 200 },
    syndication_says: 'nothing',
    text: '',
    links: [],
    media: [],
    tombstone: 'unknown',
  }
}

/** A handle that nobody ever had. */
function nobody(): PersonEntry {
  const handle = 'nobody_at_all_'
  return {
    kind: 'person/missing',
    handle,
    id: '',
    url: profileUrl(handle),
    name: '',
    bio: '',
    state: 'missing',
    posts: 0,
    followers: 0,
    following: 0,
    note: 'No account has this handle',
  }
}

function people(world: World): PersonEntry[] {
  return PEOPLE.flatMap(({ handle, kind, note }) => {
    const account = world.accountByHandle(handle)
    if (!kind || !account || account.joined > world.now) return []
    return [
      {
        kind,
        handle: account.handle,
        id: account.id,
        url: profileUrl(account.handle),
        name: account.name,
        bio: world.bio(account),
        state: account.state,
        posts: world.postCount(account),
        ...world.followCounts(account),
        note: note ?? '',
      },
    ]
  })
}
