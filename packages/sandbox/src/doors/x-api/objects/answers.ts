import type { Account, Post } from '../../../world/model.ts'
import type { ApiAnswer, ApiRequest } from '../endpoint.ts'
import type { Wanted } from '../fields.ts'
import type { Charge, ResourceKind } from '../money/prices.ts'
import type { PartialError } from '../problem.ts'
import type { XList } from '../state/lists.ts'
import { Includes } from './includes.ts'
import { listObject } from './list.ts'
import { fieldErrors, tweetObject } from './tweet.ts'
import { userObject } from './user.ts'

export interface Extras {
  meta?: object
  errors?: PartialError[]
  /** `data` is the object itself, not a list. */
  single?: boolean
  /** What the resources are charged as, where that is not their own kind. */
  kind?: ResourceKind
  owned?: boolean
}

/** An answer about posts. */
export function postsAnswer(
  request: ApiRequest,
  posts: readonly Post[],
  wanted: Wanted,
  extras: Extras = {},
): ApiAnswer {
  const includes = new Includes(request, wanted)
  for (const post of posts) includes.addOf(post)
  const errors = [...(extras.errors ?? []), ...fieldErrors(request, posts, wanted), ...includes.errors]
  const data = posts.map((post) => tweetObject(request, post, wanted))
  const more = request.api.settings.billIncludes === 'same-type' ? includes.tweetIds : []
  const ids = [...posts.map(({ id }) => id), ...more]
  return answer(request, data, includes.object(), { ...extras, errors }, charge('post', ids, extras))
}

/** An answer about users. */
export function usersAnswer(
  request: ApiRequest,
  users: readonly Account[],
  wanted: Wanted,
  extras: Extras = {},
): ApiAnswer {
  const includes = new Includes(request, wanted)
  for (const user of users) includes.addOfUser(user)
  const data = users.map((user) => userObject(request, user, wanted))
  const ids = users.map(({ id }) => id)
  return answer(request, data, includes.object(), extras, charge('user', ids, extras))
}

/** An answer about lists. */
export function listsAnswer(
  request: ApiRequest,
  lists: readonly XList[],
  wanted: Wanted,
  extras: Extras = {},
): ApiAnswer {
  const includes = new Includes(request, wanted)
  if (wanted.expansions.has('owner_id')) for (const { owner } of lists) includes.addUser(owner)
  const data = lists.map((list) => listObject(request, list, wanted))
  const ids = lists.map(({ id }) => id)
  return answer(request, data, includes.object(), extras, charge('list', ids, extras))
}

/** An answer that found nothing and says why. */
export function errorsAnswer(...errors: PartialError[]): ApiAnswer {
  return { body: { errors }, charges: [] }
}

function charge(kind: ResourceKind, ids: readonly string[], { kind: as, owned }: Extras): Charge[] {
  return [{ kind: as ?? kind, ids, ...(owned && { owned }) }]
}

function answer(
  { api }: ApiRequest,
  data: readonly object[],
  includes: object | undefined,
  { meta, errors = [], single = false }: Extras,
  charges: Charge[],
): ApiAnswer {
  const empty = data.length === 0
  const shown = single ? data[0] : data
  const list = empty && !single && meta !== undefined && api.settings.emptyData === 'list'
  return {
    body: {
      ...((!empty || list) && { data: shown }),
      ...(includes && { includes }),
      ...(errors.length > 0 && { errors }),
      ...(meta && { meta }),
    },
    charges,
  }
}
