import type { Context, Hono } from 'hono'
import { hashText } from '../../world/random.ts'
import type { Feed } from '../../world/search/find.ts'
import { readQuery } from '../../world/search/query.ts'
import type { World } from '../../world/world.ts'
import { habitsOf } from '../habits.ts'
import { strangersPost } from '../promoted.ts'
import { Searches } from '../searches.ts'
import { API_HEADERS } from './headers.ts'
import { badRequest, emptyList, failedList } from './list-answers.ts'
import { readOffset, writeOffset } from './offset-cursor.ts'
import { numberProblem, problems, textProblem } from './parameters.ts'
import { jsonBytes, jsonList, jsonObject, type StatusTexts } from './status-texts.ts'

const LONGEST_QUERY = 512
const SMALLEST_PAGE = 14
const LARGEST_PAGE = 20
const FEEDS = ['latest', 'top', 'media'] as const satisfies Feed[]
const NAME = 'SearchTimeline'

/** Search, and the quotes of a post, which are a search as well. */
export function addSearchRoutes(door: Hono, world: World, texts: StatusTexts): void {
  const searches = new Searches(world)

  door.get('/2/search', (c) => {
    const q = c.req.query('q')
    const feed = FEEDS.find((one) => one === (c.req.query('feed') ?? 'latest'))
    const wrong = problems({
      q: textProblem(q, LONGEST_QUERY),
      feed: feed ? undefined : 'Invalid option: expected one of "latest"|"top"|"media"',
      count: numberProblem(c.req.query('count'), { min: 1, max: 100, whole: true }),
    })
    return wrong ? badRequest(c, wrong) : searchAnswer(c, q!, feed!)
  })
  door.get('/2/status/:id/quotes', (c) => {
    const id = c.req.param('id')
    const wrong = problems({
      id: /^\d{2,20}$/.test(id) ? undefined : 'tweet ID must be a numeric snowflake',
      count: numberProblem(c.req.query('count'), { min: 1, max: 100, whole: true }),
    })
    return wrong ? badRequest(c, wrong) : searchAnswer(c, `quoted_tweet_id:${id}`, 'latest')
  })

  function searchAnswer(c: Context, text: string, feed: Feed): Response {
    const query = readQuery(text)
    if (!query) return badRequest(c, 'Search query is empty or could not be parsed by X')
    const cursor = c.req.query('cursor')
    const start = cursor ? readOffset(NAME, cursor) : 0
    if (start === undefined) return failedList(c, 404)
    const size = SMALLEST_PAGE + (hashText(`${text} ${start}`) % (LARGEST_PAGE - SMALLEST_PAGE + 1))
    const { overlap = 0, promoted } = habitsOf(c)
    const from = Math.max(0, start - Math.ceil(overlap * size))
    const posts = searches.posts(query, feed, from, start + size)
    if (posts.length === 0 && start === 0) return emptyList(c)
    const end = Math.max(start, from + posts.length)
    const ad = promoted ? strangersPost(world) : undefined
    if (ad) posts.splice(posts.length >>> 1, 0, ad)
    const body = jsonObject({
      code: jsonBytes(200),
      results: jsonList(posts.map((post) => texts.status(post))),
      // Past the last find X goes on giving cursors, to pages of nothing.
      cursor: jsonBytes({ top: writeOffset(NAME, 0), bottom: writeOffset(NAME, end) }),
    })
    return c.body(body, 200, API_HEADERS)
  }
}
