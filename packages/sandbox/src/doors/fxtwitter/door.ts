import { type Context, Hono } from 'hono'
import { availability } from '../../world/availability.ts'
import type { Account, Post } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { habitsOf } from '../habits.ts'
import { namedAccount } from './accounts.ts'
import { type Ranking, repliesPage } from './conversation.ts'
import { addExploreRoutes } from './explore.ts'
import { API_HEADERS } from './headers.ts'
import { isOn } from './parameters.ts'
import { addSearchRoutes } from './search.ts'
import { wireStatus } from './status.ts'
import { type JsonBytes, jsonBytes, jsonObject, StatusTexts } from './status-texts.ts'
import { ancestorsOf, threadOf } from './thread.ts'
import { addTimelineRoutes } from './timeline-routes.ts'
import { tombstoneOf } from './tombstone.ts'
import { aboutAccount, profileUser, profileUserV1 } from './user.ts'
import { addUserListRoutes } from './user-lists.ts'
import { tweetV1 } from './v1.ts'
import type { WireTombstone, WireUser } from './wire.ts'

const PROJECT_SITE = 'https://github.com/FxEmbed/FxEmbed'
const ID_MESSAGE = 'id: tweet ID must be a numeric snowflake'

/** What a lookup of the requested post comes to, before it takes the shape of a route. */
type Focal = { code: 200; post: Post } | { code: 401 } | { code: 404; tombstone: WireTombstone | null }

/**
 * The public FxTwitter API, v2 and v1, over the world. Its enveloped answers carry the HTTP status in `code`
 * as well.
 */
export function fxTwitterDoor(world: World, prefix: string): Hono {
  const door = new Hono().basePath(prefix)
  const texts = new StatusTexts(world)

  door.use(async (c, next) => {
    if (!c.req.header('user-agent')) {
      return c.json({ error: 'A User-Agent header is required. Please send one that names your app.' }, 401)
    }
    if (c.req.path.endsWith('/')) {
      const { pathname, search, origin } = new URL(c.req.url)
      return c.redirect(`${origin}${pathname.replace(/\/+$/, '')}${search}`, 301)
    }
    await next()
  })

  door.get('/2/status/:id', (c) => threadAnswer(c, () => null))
  door.get('/2/thread/:id', (c) => threadAnswer(c, (post) => threadOf(world, post)))
  door.get('/2/conversation/:id', conversationAnswer)
  door.get('/2/profile/:handle', (c) => profileAnswer(c, c.req.param('handle'), 2))
  door.get('/2/profile/:handle/about', aboutAnswer)
  addTimelineRoutes(door, world, texts)
  addSearchRoutes(door, world, texts)
  addUserListRoutes(door, world)
  addExploreRoutes(door, world)
  for (const path of [
    '/status/:id',
    '/status/:id/:lang',
    '/:handle/status/:id',
    '/:handle/status/:id/:lang',
  ]) {
    door.get(path, (c) => tweetAnswer(c, c.req.param('id') ?? ''))
  }
  door.get('/:handle', (c) => {
    const handle = c.req.param('handle')
    if (handle === 'robots.txt') return c.text('User-agent: *\nDisallow: /\n')
    return /^\w{1,15}$/.test(handle) ? profileAnswer(c, handle, 1) : c.redirect(PROJECT_SITE, 302)
  })
  door.notFound((c) => c.json({ code: 404, message: 'Not found' }, 404))
  return door

  function threadAnswer(c: Context, thread: (post: Post) => Post[] | null) {
    const id = c.req.param('id') ?? ''
    if (!/^\d{2,20}$/.test(id)) return answer(c, 400, { code: 400, message: ID_MESSAGE })
    const found = findFocal(world, id)
    if (found.code !== 200) {
      const status = found.code === 404 ? found.tombstone : null
      return answer(c, found.code, { status, thread: null, author: null, code: found.code })
    }
    const chain = thread(found.post)
    const [status, author] = wantsAbout(c) ? withAbout(found.post) : plain(found.post)
    const rows = chain ? texts.rows(chain) : jsonBytes(null)
    return c.body(jsonObject({ status, thread: rows, author, code: jsonBytes(200) }), 200, API_HEADERS)
  }

  function conversationAnswer(c: Context) {
    const id = c.req.param('id') ?? ''
    if (!/^\d{2,20}$/.test(id)) return answer(c, 400, { code: 400, message: ID_MESSAGE })
    const ranking = c.req.query('ranking_mode') ?? 'likes'
    if (ranking !== 'likes' && ranking !== 'recency') {
      const message = 'ranking_mode: Invalid option: expected one of "likes"|"recency"'
      return answer(c, 400, { code: 400, message })
    }
    const found = findFocal(world, id)
    const cursor = c.req.query('cursor')
    // A later page does not hold the requested post, and FxTwitter then takes the whole conversation for
    // missing (FxEmbed issue 2087). A fault of the sandbox may say otherwise.
    const missing = cursor && habitsOf(c).laterPages !== true
    if (found.code !== 200 || missing) {
      const code = found.code === 200 ? 404 : found.code
      return answer(c, code, { status: null, thread: null, replies: null, author: null, cursor: null, code })
    }
    const [status, author] = plain(found.post)
    const page = repliesPage(world, found.post, ranking satisfies Ranking, cursor)
    const body = jsonObject({
      status,
      thread: cursor ? texts.replies([found.post]) : texts.rows(ancestorsOf(world, found.post)),
      replies: texts.replies(page.replies),
      author,
      cursor: jsonBytes(page.next ? { bottom: page.next } : null),
      code: jsonBytes(200),
    })
    return c.body(body, 200, API_HEADERS)
  }

  function plain(post: Post): [status: JsonBytes, author: JsonBytes] {
    return [texts.status(post), texts.author(post)]
  }

  /** With what X tells of the author's origin, which stands in no other answer. */
  function withAbout(post: Post): [status: JsonBytes, author: JsonBytes] {
    const status = wireStatus(world, post)
    addAbout(world, status.author)
    return [jsonBytes(status), jsonBytes(status.author)]
  }

  function tweetAnswer(c: Context, segment: string) {
    const id = /\d{2,20}/.exec(segment)?.[0]
    if (!id)
      return c.html('<!DOCTYPE html><html><head><title>FxTwitter</title></head><body></body></html>', 200)
    const found = findFocal(world, id)
    if (found.code !== 200) {
      const message = found.code === 401 ? 'PRIVATE_TWEET' : 'NOT_FOUND'
      return answer(c, found.code, { code: found.code, message, tweet: null })
    }
    return answer(c, 200, { code: 200, message: 'OK', tweet: tweetV1(world, wireStatus(world, found.post)) })
  }

  function profileAnswer(c: Context, given: string, version: 1 | 2) {
    const account = openAccount(c, given)
    if (account instanceof Response) return account
    const user = profileUser(world, account)
    if (wantsAbout(c)) addAbout(world, user)
    return answer(c, 200, { code: 200, message: 'OK', user: version === 1 ? profileUserV1(user) : user })
  }

  function aboutAnswer(c: Context) {
    const account = openAccount(c, c.req.param('handle') ?? '')
    if (account instanceof Response) return account
    const about = aboutAccount(account)
    return answer(c, 200, { code: 200, message: 'OK', ...(about && { about_account: about }) })
  }

  /** The account that a path names, or the answer of a profile that cannot be shown. */
  function openAccount(c: Context, given: string): Account | Response {
    const account = namedAccount(world, given)
    if (!account) return answer(c, 404, { code: 404, message: 'User not found' })
    if (account.state !== 'suspended') return account
    return answer(c, 404, { code: 404, message: 'User is suspended', reason: 'suspended', id: account.id })
  }
}

function answer(c: Context, status: 200 | 400 | 401 | 404, body: object): Response {
  return c.body(JSON.stringify(body), status, API_HEADERS)
}

function findFocal(world: World, id: string): Focal {
  const post = world.post(id)
  if (!post || post.gone === 'deleted-without-trace') return { code: 404, tombstone: null }
  const grave = tombstoneOf(post)
  if (grave) {
    // X answers some protected posts with a typed refusal, others with a text that only words tell apart.
    return grave.reason === 'private' && !post.author.refusedInWords
      ? { code: 401 }
      : { code: 404, tombstone: grave }
  }
  // A repost goes when its original goes, without a trace.
  const original = post.repostOf && !post.cutRepost ? world.post(post.repostOf) : post
  return original && availability(original) === 'open' ? { code: 200, post } : { code: 404, tombstone: null }
}

function wantsAbout(c: Context): boolean {
  return isOn(c.req.query('about_account'), c.req.query('aboutAccount'))
}

function addAbout(world: World, user: WireUser): void {
  const account = world.accountById(user.id)
  const about = account && aboutAccount(account)
  if (about) user.about_account = about
}
