import * as z from 'zod'
import type { Account } from '../../../world/model.ts'
import { APP } from '../auth/credentials.ts'
import { type ApiAnswer, type ApiRequest, type Endpoint, writing } from '../endpoint.ts'
import type { RequestKind } from '../money/prices.ts'
import { ID } from '../parameters.ts'
import { forbidden, invalid, missing, notOnThisPlan, resourceNotFound } from '../problem.ts'
import { readJson } from '../read-json.ts'
import { sightOf } from '../sight.ts'
import { own, target, targetPost } from './common.ts'

const tweetSchema = z.strictObject({ tweet_id: z.string().regex(ID) })
const userSchema = z.strictObject({ target_user_id: z.string().regex(ID) })

function answer(kind: RequestKind, data: object): ApiAnswer {
  return { body: { data }, charges: [{ kind }] }
}

/** Throws on plans from which X took an endpoint. */
function enterpriseOnly({ api }: ApiRequest): void {
  if (api.settings.plan !== 'enterprise') throw notOnThisPlan(APP.id)
}

/** A write in the name of the account in the path. */
function acting(act: (request: ApiRequest, account: Account) => ApiAnswer, name = 'id') {
  return (request: ApiRequest): ApiAnswer => {
    request.query.finish()
    return act(request, own(request, request.path[name]!, name))
  }
}

function erase(request: ApiRequest): ApiAnswer {
  const { world, viewer, api, path } = request
  request.query.finish()
  const post = world.post(path.id!)
  if (!post || sightOf(api, viewer, post) === 'missing')
    throw missing(resourceNotFound('tweet', 'id', path.id!))
  if (post.author !== viewer) throw forbidden('You are not authorized to delete this Tweet.')
  world.erase(post)
  return answer('post-delete', { deleted: true })
}

/** Likes or bookmarks a post, or no longer. */
function mark(
  request: ApiRequest,
  account: Account,
  relation: 'likes' | 'bookmarks',
  id: string,
  on: boolean,
): void {
  const post = on ? targetPost(request, id, 'tweet_id') : request.world.post(id)
  if (!request.api.relations.set(account, relation, id, on) || !post) return
  request.world.recount(post, relation, on ? 1 : -1)
}

const like = acting((request, account) => {
  enterpriseOnly(request)
  mark(request, account, 'likes', readJson(tweetSchema, request.json).tweet_id, true)
  return answer('interaction-create', { liked: true })
})

const unlike = acting((request, account) => {
  mark(request, account, 'likes', request.path.tweet_id!, false)
  return answer('interaction-delete', { liked: false })
})

const bookmark = acting((request, account) => {
  mark(request, account, 'bookmarks', readJson(tweetSchema, request.json).tweet_id, true)
  return answer('bookmark', { bookmarked: true })
})

const unbookmark = acting((request, account) => {
  mark(request, account, 'bookmarks', request.path.tweet_id!, false)
  return answer('bookmark', { bookmarked: false })
})

const repost = acting((request, account) => {
  const { world } = request
  const { tweet_id } = readJson(tweetSchema, request.json)
  const found = targetPost(request, tweet_id, 'tweet_id')
  const post = (found.repostOf && world.post(found.repostOf)) || found
  if (post.author.state === 'protected') throw forbidden('You are not permitted to repost this post.')
  if (!repostBy(request, account, post.id)) {
    const counts = { replies: 0, reposts: 0, likes: 0, quotes: 0, views: null }
    const made = world.write(account, { lang: post.lang, body: [], media: [], counts, repostOf: post.id })
    if (!made) throw forbidden('You have reached the daily limit for sending posts.')
  }
  return answer('interaction-create', { retweeted: true, rest_id: post.id })
})

const unrepost = acting((request, account) => {
  const made = repostBy(request, account, request.path.source_tweet_id!)
  if (made) request.world.erase(made)
  return answer('interaction-delete', { retweeted: false })
})

function repostBy({ world }: ApiRequest, account: Account, id: string) {
  return world
    .reposts(id)
    .flatMap((made) => world.post(made) ?? [])
    .find((made) => made.author === account && !made.gone)
}

const follow = acting((request, account) => {
  enterpriseOnly(request)
  const other = named(request, account)
  const { relations } = request.api
  if (request.api.following(account).has(other)) {
    return answer('interaction-create', { following: true, pending_follow: false })
  }
  const waits = other.state === 'protected'
  if (waits) relations.set(account, 'requests', other.id, true)
  else request.world.follow(account, other, true)
  return answer('interaction-create', { following: !waits, pending_follow: waits })
})

const unfollow = acting((request, account) => {
  const other = target(request, request.path.target_user_id!, 'target_user_id')
  request.api.relations.set(account, 'requests', other.id, false)
  request.world.follow(account, other, false)
  return answer('interaction-delete', { following: false })
}, 'source_user_id')

const mute = acting((request, account) => {
  request.api.relations.set(account, 'mutes', named(request, account).id, true)
  return answer('privacy-update', { muting: true })
})

const unmute = acting((request, account) => {
  const other = target(request, request.path.target_user_id!, 'target_user_id')
  request.api.relations.set(account, 'mutes', other.id, false)
  return answer('mute-delete', { muting: false })
}, 'source_user_id')

/** Whom the body names; nobody follows or mutes itself. */
function named(request: ApiRequest, account: Account): Account {
  const { target_user_id } = readJson(userSchema, request.json)
  const other = target(request, target_user_id, 'target_user_id')
  if (other !== account) return other
  throw invalid('target_user_id', target_user_id, 'The authenticating user cannot be the target user.')
}

const LIKES = { limit: { user: 50, userDay: 1000, appDay: 10_000 }, scopes: ['like.write'] }
const FEW = { user: 50 }

export const INTERACTION_ENDPOINTS: readonly Endpoint[] = [
  writing('DELETE', '/2/tweets/:id', { limit: FEW, scopes: ['tweet.write'], run: erase }),
  writing('POST', '/2/users/:id/likes', { ...LIKES, run: like }),
  writing('DELETE', '/2/users/:id/likes/:tweet_id', { ...LIKES, run: unlike }),
  writing('POST', '/2/users/:id/retweets', { limit: FEW, scopes: ['tweet.write'], run: repost }),
  writing('DELETE', '/2/users/:id/retweets/:source_tweet_id', {
    limit: FEW,
    scopes: ['tweet.write'],
    run: unrepost,
  }),
  ...[
    writing('POST', '/2/users/:id/bookmarks', { limit: FEW, scopes: ['bookmark.write'], run: bookmark }),
    writing('DELETE', '/2/users/:id/bookmarks/:tweet_id', {
      limit: FEW,
      scopes: ['bookmark.write'],
      run: unbookmark,
    }),
  ].map((endpoint): Endpoint => ({ ...endpoint, auth: ['oauth2'], oauth1By: 'bookmarksOauth1' })),
  writing('POST', '/2/users/:id/following', { limit: FEW, scopes: ['follows.write'], run: follow }),
  writing('DELETE', '/2/users/:source_user_id/following/:target_user_id', {
    limit: FEW,
    scopes: ['follows.write'],
    run: unfollow,
  }),
  writing('POST', '/2/users/:id/muting', { limit: FEW, scopes: ['mute.write'], run: mute }),
  writing('DELETE', '/2/users/:source_user_id/muting/:target_user_id', {
    limit: FEW,
    scopes: ['mute.write'],
    run: unmute,
  }),
]
