import type { Context, Hono } from 'hono'
import type { Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { habitsOf } from '../habits.ts'
import { strangersPost } from '../promoted.ts'
import { namedAccount } from './accounts.ts'
import { API_HEADERS } from './headers.ts'
import { badRequest, emptyList, failedList } from './list-answers.ts'
import { isOn, numberProblem, problems } from './parameters.ts'
import type { StatusTexts } from './status-texts.ts'
import { readTimelineCursor } from './timeline-cursor.ts'
import { type Tab, Timelines } from './timelines.ts'

/** `since` is in seconds below this, in milliseconds from there on. */
const FIRST_MILLISECONDS = 1e12

/** The pages of a profile: its posts, with or without answers to others, its media and its articles. */
export function addTimelineRoutes(door: Hono, world: World, texts: StatusTexts): void {
  const timelines = new Timelines(world, texts)

  door.get('/2/profile/:handle/statuses', (c) => {
    const replies = isOn(c.req.query('with_replies'), c.req.query('withReplies'))
    return timelineAnswer(c, replies ? 'with-replies' : 'statuses')
  })
  door.get('/2/profile/:handle/media', (c) => timelineAnswer(c, 'media'))
  door.get('/2/profile/:handle/articles', (c) => timelineAnswer(c, 'articles'))

  function timelineAnswer(c: Context, tab: Tab): Response {
    const posts = tab === 'statuses' || tab === 'with-replies'
    const since = posts ? c.req.query('since') : undefined
    const wrong = problems({
      // How much X sends does not depend on it.
      count: numberProblem(c.req.query('count'), { min: 1, max: 100, whole: true }),
      since: numberProblem(since, { min: 0, whole: false }),
    })
    if (wrong) return badRequest(c, wrong)
    const account = namedAccount(world, c.req.param('handle') ?? '')
    if (!account || account.state === 'suspended') return failedList(c, 404)
    if (account.state === 'protected') return emptyList(c)
    const given = c.req.query('cursor')
    const cursor = given ? readTimelineCursor(given) : undefined
    if (given && !cursor) return failedList(c, 404)
    if (since !== undefined && !cursor && !hasNewer(timelines.posts(account, tab, cursor), Number(since))) {
      return c.body(null, 204)
    }
    const { overlap, promoted } = habitsOf(c)
    const page = timelines.page(account, tab, cursor, {
      grouped: posts && isOn(c.req.query('groupthreads')),
      overlap,
      promoted: promoted ? strangersPost(world, account) : undefined,
    })
    return c.body(page, 200, API_HEADERS)
  }

  /** Reposts count by the time of the original, the only one that the API has. */
  function hasNewer(posts: Post[], since: number): boolean {
    const seconds = since >= FIRST_MILLISECONDS ? since / 1000 : since
    return posts.some((post) => {
      const shown = post.repostOf && !post.cutRepost ? (world.post(post.repostOf) ?? post) : post
      return Math.floor(shown.at / 1000) > seconds
    })
  }
}
