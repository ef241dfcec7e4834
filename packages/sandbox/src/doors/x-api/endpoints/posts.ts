import type { Account, Post } from '../../../world/model.ts'
import { type ApiAnswer, type ApiRequest, type Endpoint, reading } from '../endpoint.ts'
import { wantedOfPosts, wantedOfUsers } from '../fields.ts'
import { postsAnswer } from '../objects/answers.ts'
import { ID } from '../parameters.ts'
import { type PartialError, resourceForbidden, resourceNotFound } from '../problem.ts'
import { sightOf } from '../sight.ts'
import { isAnswer, pageToken, postPage, readExclude, seenPost, userPage } from './common.ts'

function lookup(request: ApiRequest): ApiAnswer {
  const ids = request.query.batch('ids', ID)
  const wanted = wantedOfPosts(request.query)
  request.query.finish()
  const posts: Post[] = []
  const errors: PartialError[] = []
  for (const id of ids) {
    const post = request.world.post(id)
    const sight = sightOf(request.api, request.viewer, post)
    if (sight === 'seen' && post) posts.push(post)
    else errors.push((sight === 'hidden' ? resourceForbidden : resourceNotFound)('tweet', 'ids', id))
  }
  return postsAnswer(request, posts, wanted, { errors })
}

function one(request: ApiRequest): ApiAnswer {
  const wanted = wantedOfPosts(request.query)
  request.query.finish()
  const post = seenPost(request, request.path.id!)
  return isAnswer(post) ? post : postsAnswer(request, [post], wanted, { single: true })
}

function quotes(request: ApiRequest): ApiAnswer {
  const { query, world } = request
  const id = request.path.id!
  const size = query.integer('max_results', 10, 100, 10)
  const token = pageToken(query)
  const keep = readExclude(query)
  const wanted = wantedOfPosts(query)
  query.finish()
  const post = seenPost(request, id)
  if (isAnswer(post)) return post
  const all = () =>
    world
      .quotes(id)
      .reverse()
      .flatMap((other) => world.post(other) ?? [])
      .filter(keep)
  return postPage(request, all, { list: `quotes ${id} ${query.text('exclude') ?? ''}`, size, token, wanted })
}

/** The people who did something with a post, page by page. */
function peopleOf(list: string, find: (request: ApiRequest, post: Post) => Account[]) {
  return (request: ApiRequest): ApiAnswer => {
    const { query } = request
    const id = request.path.id!
    const size = query.integer('max_results', 1, 100, 100)
    const token = pageToken(query)
    const wanted = wantedOfUsers(query)
    query.finish()
    const post = seenPost(request, id)
    if (isAnswer(post)) return post
    return userPage(request, find(request, post), { list: `${list} ${id}`, size, token, wanted })
  }
}

/** Who liked a post: X tells only its author. */
const likers = peopleOf('likers', ({ world, api, viewer }, post) => {
  if (post.author !== viewer) return []
  const through = api.relations.likers(post.id).flatMap((liker) => world.accountById(liker) ?? [])
  return [...through, ...world.likers(post, through.length)]
})

const reposters = peopleOf('reposters', ({ world }, post) => world.reposters(post))

export const POST_ENDPOINTS: readonly Endpoint[] = [
  reading('/2/tweets', { limit: { user: 5000, app: 3500 }, readsPosts: true, run: lookup }),
  reading('/2/tweets/:id', { limit: { user: 900, app: 450 }, readsPosts: true, run: one }),
  reading('/2/tweets/:id/quote_tweets', { limit: { user: 75, app: 75 }, readsPosts: true, run: quotes }),
  reading('/2/tweets/:id/liking_users', { limit: { user: 75 }, scopes: ['like.read'], run: likers }),
  reading('/2/tweets/:id/retweeted_by', { limit: { user: 75, app: 75 }, run: reposters }),
]
