import { findPosts } from '../../../world/search/find.ts'
import { type ApiAnswer, type ApiRequest, type Endpoint, reading } from '../endpoint.ts'
import { filtered, mentionsOf, postsOf } from '../feeds.ts'
import { wantedOfPosts } from '../fields.ts'
import { isAnswer, own, pageToken, postPage, readExclude, readSpan, subject } from './common.ts'

/** The list of a request without its page, so that a token of one filter is no good for another. */
function listName(request: ApiRequest, name: string): string {
  const filters = ['exclude', 'start_time', 'end_time', 'since_id', 'until_id']
  return [name, request.path.id, ...filters.map((filter) => request.query.text(filter) ?? '')].join(' ')
}

function posts(request: ApiRequest): ApiAnswer {
  const { query, world, api, viewer } = request
  const size = query.integer('max_results', 5, 100, 10)
  const token = pageToken(query)
  const [keep, within] = [readExclude(query), readSpan(query)]
  const wanted = wantedOfPosts(query)
  query.finish()
  const author = subject(request, request.path.id!)
  if (isAnswer(author)) return author
  const make = () => filtered(postsOf(world, [author]), (post) => keep(post) && within(post))
  const extras = { owned: api.isOwned(viewer, author) }
  return postPage(request, make, {
    list: listName(request, 'posts'),
    size,
    token,
    wanted,
    extras,
    ends: true,
  })
}

function mentions(request: ApiRequest): ApiAnswer {
  const { query, world, api, viewer } = request
  const size = query.integer('max_results', 5, 100, 10)
  const token = pageToken(query)
  const within = readSpan(query)
  const wanted = wantedOfPosts(query)
  query.finish()
  const account = subject(request, request.path.id!)
  if (isAnswer(account)) return account
  const named = { kind: 'operator', name: 'mention', value: account.handle.toLowerCase() } as const
  const make = () => filtered(mentionsOf(findPosts(world, named), account), within)
  const extras = { owned: api.isOwned(viewer, account) }
  return postPage(request, make, {
    list: listName(request, 'mentions'),
    size,
    token,
    wanted,
    extras,
    ends: true,
  })
}

function home(request: ApiRequest): ApiAnswer {
  const { query, world, api } = request
  const size = query.integer('max_results', 1, 100, 100)
  const token = pageToken(query)
  const [keep, within] = [readExclude(query), readSpan(query)]
  const wanted = wantedOfPosts(query)
  query.finish()
  const viewer = own(request, request.path.id!)
  const muted = new Set([...api.relations.list(viewer, 'mutes'), ...api.relations.list(viewer, 'blocks')])
  const authors = [viewer, ...[...api.following(viewer)].filter(({ id }) => !muted.has(id))]
  const make = () => filtered(postsOf(world, authors), (post) => keep(post) && within(post))
  return postPage(request, make, {
    list: listName(request, 'home'),
    version: [...muted].join(),
    size,
    token,
    wanted,
    ends: true,
  })
}

/** Posts whose ids an account keeps. */
function kept(relation: 'likes' | 'bookmarks', smallest: number) {
  return (request: ApiRequest): ApiAnswer => {
    const { query, world, api, viewer } = request
    const size = query.integer('max_results', smallest, 100, 100)
    const token = pageToken(query)
    const wanted = wantedOfPosts(query)
    query.finish()
    const account =
      relation === 'bookmarks' ? own(request, request.path.id!) : subject(request, request.path.id!)
    if (isAnswer(account)) return account
    // What somebody likes is nobody else's business any more.
    const ids = account === viewer ? api.relations.list(account, relation) : []
    const make = () => ids.flatMap((id) => world.post(id) ?? [])
    const extras = { owned: api.isOwned(viewer, account) }
    return postPage(request, make, {
      list: `${relation} ${account.id}`,
      version: ids.join(),
      size,
      token,
      wanted,
      extras,
    })
  }
}

export const TIMELINE_ENDPOINTS: readonly Endpoint[] = [
  reading('/2/users/:id/tweets', { limit: { user: 900, app: 10_000 }, readsPosts: true, run: posts }),
  reading('/2/users/:id/mentions', { limit: { user: 300, app: 450 }, readsPosts: true, run: mentions }),
  reading('/2/users/:id/timelines/reverse_chronological', {
    limit: { user: 180 },
    readsPosts: true,
    run: home,
  }),
  reading('/2/users/:id/liked_tweets', {
    limit: { user: 75 },
    scopes: ['like.read'],
    readsPosts: true,
    run: kept('likes', 5),
  }),
  reading('/2/users/:id/bookmarks', {
    limit: { user: 180 },
    scopes: ['bookmark.read'],
    auth: ['oauth2'],
    oauth1By: 'bookmarksOauth1',
    readsPosts: true,
    run: kept('bookmarks', 1),
  }),
]
