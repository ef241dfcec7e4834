import type { Context, Hono } from 'hono'
import { Memo } from '../../world/memo.ts'
import type { Account } from '../../world/model.ts'
import { hashText } from '../../world/random.ts'
import type { World } from '../../world/world.ts'
import { habitsOf } from '../habits.ts'
import { namedAccount } from './accounts.ts'
import { API_HEADERS } from './headers.ts'
import { badRequest, emptyList, failedList } from './list-answers.ts'
import { numberProblem, problems } from './parameters.ts'
import { readablePost } from './readable-post.ts'
import { jsonBytes, jsonList, jsonObject } from './status-texts.ts'
import { profileUser } from './user.ts'

const SMALLEST_PAGE = 50
const LARGEST_PAGE = 70
const KEPT_LISTS = 100

/** Lists of people: who follows an account, whom it follows, who reposted a post. */
export function addUserListRoutes(door: Hono, world: World): void {
  let lists = new Memo<string, Account[]>(KEPT_LISTS)
  let revision = world.revision

  door.get('/2/profile/:handle/followers', (c) => followAnswer(c, 'followers'))
  door.get('/2/profile/:handle/following', (c) => followAnswer(c, 'following'))
  door.get('/2/status/:id/reposts', (c) => {
    const id = c.req.param('id')
    const wrong = problems({
      id: /^\d{2,20}$/.test(id) ? undefined : 'tweet ID must be a numeric snowflake',
      count: numberProblem(c.req.query('count'), { min: 1, max: 100, whole: true }),
    })
    if (wrong) return badRequest(c, wrong)
    const post = readablePost(world, id)
    if (!post) return failedList(c, 404)
    return listAnswer(c, `reposts ${post.id}`, () => world.reposters(post))
  })

  function followAnswer(c: Context, which: 'followers' | 'following'): Response {
    const wrong = problems({ count: numberProblem(c.req.query('count'), { min: 1, max: 100, whole: true }) })
    if (wrong) return badRequest(c, wrong)
    const account = namedAccount(world, c.req.param('handle') ?? '')
    if (!account || account.state === 'suspended') return failedList(c, 404)
    if (account.state === 'protected') return emptyList(c)
    return listAnswer(c, `${which} ${account.id}`, () => world[which](account))
  }

  function listAnswer(c: Context, name: string, make: () => Account[]): Response {
    if (revision !== world.revision) {
      revision = world.revision
      lists = new Memo(KEPT_LISTS)
    }
    const given = c.req.query('cursor')
    const start = given ? readPosition(given) : 0
    if (start === undefined) return failedList(c, 404)
    const all = lists.get(name, make)
    const size = SMALLEST_PAGE + (hashText(`${name} ${start}`) % (LARGEST_PAGE - SMALLEST_PAGE + 1))
    const from = Math.max(0, start - Math.ceil((habitsOf(c).overlap ?? 0) * size))
    const end = Math.min(all.length, start + size)
    const body = jsonObject({
      code: jsonBytes(200),
      results: jsonList(all.slice(from, end).map((account) => jsonBytes(profileUser(world, account)))),
      cursor: jsonBytes({ top: writePosition(-1), bottom: writePosition(end < all.length ? end : 0) }),
    })
    return c.body(body, 200, API_HEADERS)
  }
}

/** X's lists of people have cursors of two numbers, `0|…` at the end: asking on brings nothing. */
const SCALE = 1_000_003n
const OFFSET = 1_830_000_000_000_000_000n

function writePosition(position: number): string {
  const first = position === 0 ? '0' : String(position < 0 ? -1 : OFFSET + BigInt(position) * SCALE)
  return `${first}|${OFFSET + SCALE}`
}

/** How many rows come before the page, all of them for the end; undefined for what is no cursor. */
function readPosition(cursor: string): number | undefined {
  const first = /^(-1|\d{1,19})\|\d{1,19}$/.exec(cursor)?.[1]
  if (first === undefined) return undefined
  if (first === '0') return Number.MAX_SAFE_INTEGER
  return first === '-1' ? 0 : Number((BigInt(first) - OFFSET) / SCALE)
}
