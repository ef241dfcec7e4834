import { compareIds } from '@x-md/core/domain/snowflake.ts'
import type { Account, Post } from '../../../world/model.ts'
import type { ApiAnswer, ApiRequest } from '../endpoint.ts'
import { filtered } from '../feeds.ts'
import type { Wanted } from '../fields.ts'
import { type Extras, errorsAnswer, postsAnswer, usersAnswer } from '../objects/answers.ts'
import { pageOf, readToken, type Slices } from '../pages.ts'
import type { Parameters } from '../parameters.ts'
import { invalid, missing, resourceForbidden, resourceNotFound, userSuspended } from '../problem.ts'
import { accountOf, canSee, sightOf } from '../sight.ts'

/** The caller, where the path names the caller's own account; throws a 400 where it names another. */
export function own({ viewer }: ApiRequest, id: string, name = 'id'): Account {
  if (viewer?.id === id) return viewer
  throw invalid(
    name,
    id,
    `The \`${name}\` query parameter value [${id}] must be the same as the authenticating user [${viewer?.id ?? ''}]`,
  )
}

/** An account whose posts or people a caller wants to see, or the answer that it cannot. */
export function subject({ api, viewer }: ApiRequest, id: string, parameter = 'id'): Account | ApiAnswer {
  const account = accountOf(api, id)
  if (!account) return errorsAnswer(resourceNotFound('user', parameter, id))
  if (account.state === 'suspended') return errorsAnswer(userSuspended(parameter, id))
  return canSee(api, viewer, account) ? account : errorsAnswer(resourceForbidden('user', parameter, id))
}

export function isAnswer(found: object): found is ApiAnswer {
  return 'charges' in found
}

/** A post that a caller wants something about, or the answer that it cannot be seen. */
export function seenPost({ api, world, viewer }: ApiRequest, id: string): Post | ApiAnswer {
  const post = world.post(id)
  const sight = sightOf(api, viewer, post)
  if (sight === 'seen' && post) return post
  const error = sight === 'hidden' ? resourceForbidden : resourceNotFound
  return errorsAnswer(error('tweet', 'id', id))
}

/** The account that a write names; throws a 404 where there is none. */
export function target({ api }: ApiRequest, id: string, parameter: string): Account {
  const account = accountOf(api, id)
  if (!account) throw missing(resourceNotFound('user', parameter, id))
  if (account.state === 'suspended') throw missing(userSuspended(parameter, id))
  return account
}

/** The post that a write names; throws a 404 where the caller cannot see it. */
export function targetPost(request: ApiRequest, id: string, parameter: string): Post {
  const { api, world, viewer } = request
  const post = world.post(id)
  if (post && sightOf(api, viewer, post) === 'seen') return post
  throw missing(resourceNotFound('tweet', parameter, id))
}

/** Reads the limits of time and id that timelines take. */
export function readSpan(query: Parameters): (post: Post) => boolean {
  const start = query.instant('start_time') ?? -Infinity
  const end = query.instant('end_time') ?? Infinity
  const since = query.id('since_id')
  const until = query.id('until_id')
  return ({ id, at }) =>
    at >= start &&
    at < end &&
    (since === undefined || compareIds(id, since) > 0) &&
    (until === undefined || compareIds(id, until) < 0)
}

export interface PostPage {
  /** The name of the list, which its tokens are good for. */
  list: string
  /** Of what a list is made of besides the world; a token is good whatever it is. */
  version?: string
  size: number
  token: { token: string | undefined; name: string }
  wanted: Wanted
  extras?: Extras
  /** Ids of the newest and the oldest row in `meta`. */
  ends?: boolean
}

/** A page of posts that the caller can see. */
export function postPage(
  request: ApiRequest,
  make: () => Iterable<Post>,
  { list, version = '', size, token, wanted, extras, ends = false }: PostPage,
): ApiAnswer {
  const { api, viewer } = request
  const key = `${list} ${version} as ${viewer?.id ?? 'app'}`
  const rows = api.feeds.list(key, () => filtered(make(), (post) => sightOf(api, viewer, post) === 'seen'))
  const { items, tokens } = pageOf(rows, { list, size, ...token, overlap: request.habits.overlap })
  const ids = items.map(({ id }) => id).sort(compareIds)
  const meta = {
    result_count: items.length,
    ...(ends && items.length > 0 && { newest_id: ids.at(-1), oldest_id: ids[0] }),
    ...tokens,
  }
  return postsAnswer(request, items, wanted, { ...extras, meta })
}

/** A page of accounts. */
export function userPage(
  request: ApiRequest,
  rows: Slices<Account>,
  { list, size, token, wanted, extras }: PostPage,
): ApiAnswer {
  const { items, tokens } = pageOf(rows, { list, size, ...token, overlap: request.habits.overlap })
  return usersAnswer(request, items, wanted, { ...extras, meta: { result_count: items.length, ...tokens } })
}

export function pageToken(query: Parameters) {
  return readToken(query, 'pagination_token')
}

/** Reads `exclude`. */
export function readExclude(query: Parameters): (post: Post) => boolean {
  const without = query.list('exclude', ['replies', 'retweets'])
  return (post) =>
    !(without.includes('replies') && post.replyTo !== undefined) &&
    !(without.includes('retweets') && post.repostOf !== undefined)
}
