import type { Hono } from 'hono'
import { findPeople } from '../../world/people-search.ts'
import { hashText } from '../../world/random.ts'
import { folded } from '../../world/search/query.ts'
import type { World } from '../../world/world.ts'
import { API_HEADERS } from './headers.ts'
import { badRequest } from './list-answers.ts'
import { numberProblem, problems, textProblem } from './parameters.ts'
import { profileUser } from './user.ts'
import type { WireUser } from './wire.ts'

/** What people talk about; most of it stands in the posts of the world as well. */
const TOPICS = [
  ...'#ferries #tidewatch #breadtalk #oldmaps #mossmonday #stairs #storm #bookbinding'.split(' '),
  ...'barometer|ferry timetables|rye bread|the folded coast|Vellmar|Norrby Instruments|gulls'.split('|'),
  ...'fog warning|bicycle repair|lock keepers|moss walls|radio from a shed|old glue|tide charts|owls'.split(
    '|',
  ),
]
const USERS = 10
const CATEGORIES = ['Weather · Trending', 'Trending in Vellmar', 'Only on X · Trending', null]

/** What X offers to those who do not know yet what they look for. */
export function addExploreRoutes(door: Hono, world: World): void {
  door.get('/2/typeahead', (c) => {
    const q = c.req.query('q')
    const wrong = problems({ q: textProblem(q) })
    if (wrong || q === undefined) return badRequest(c, wrong ?? '')
    const wanted = (c.req.query('result_type') ?? 'events,users,topics').split(',').map((one) => one.trim())
    const users = wanted.includes('users') ? findPeople(world, q).slice(0, USERS) : []
    const start = folded(q.trim())
    const topics = wanted.includes('topics')
      ? TOPICS.filter((one) => folded(one).replace('#', '').startsWith(start.replace('#', '')))
      : []
    const body = {
      code: 200,
      query: q,
      num_results: users.length + topics.length,
      users: users.map((account) => stub(profileUser(world, account))),
      topics: topics.map((topic) => ({ topic })),
      events: [],
    }
    return c.body(JSON.stringify(body), 200, API_HEADERS)
  })

  door.get('/2/trends', (c) => {
    const type = c.req.query('type') ?? 'trending'
    const count = c.req.query('count')
    const wrong = problems({
      type: type === 'trending' ? undefined : 'Invalid input: expected "trending"',
      count: numberProblem(count, { min: 1, max: 50, whole: true }),
    })
    if (wrong) return badRequest(c, wrong)
    const day = Math.floor(world.now / 86_400_000)
    const luck = (topic: string) => hashText(`${world.seed} ${day} ${topic}`)
    const trends = [...TOPICS]
      .sort((one, other) => luck(one) - luck(other))
      .slice(0, Number(count ?? 20))
      .map((name, index) => ({
        name,
        rank: String(index + 1),
        context: CATEGORIES[luck(name) % CATEGORIES.length] ?? null,
        ...(index === 2 && { grouped_topics: [{ name: TOPICS[(luck(name) + 1) % TOPICS.length]! }] }),
      }))
    const body = { code: 200, timeline_type: 'trending', trends, cursor: { top: null, bottom: null } }
    return c.body(JSON.stringify(body), 200, API_HEADERS)
  })
}

/** A suggestion knows who somebody is, and nothing more. */
function stub(user: WireUser): WireUser {
  return {
    ...user,
    followers: 0,
    following: 0,
    likes: 0,
    media_count: 0,
    statuses: 0,
    description: '',
    raw_description: { text: '', facets: [] },
    location: '',
    joined: '',
    website: null,
  }
}
