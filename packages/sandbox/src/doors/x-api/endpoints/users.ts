import type { Account } from '../../../world/model.ts'
import { type ApiAnswer, type ApiRequest, type Endpoint, reading } from '../endpoint.ts'
import { wantedOfUsers } from '../fields.ts'
import { usersAnswer } from '../objects/answers.ts'
import { ID, USERNAME } from '../parameters.ts'
import { invalid, type PartialError, resourceNotFound, userSuspended } from '../problem.ts'
import { accountOf } from '../sight.ts'
import { isAnswer, own, pageToken, subject, userPage } from './common.ts'

type By = 'ids' | 'usernames' | 'id' | 'username'

/** Looks accounts up, protected ones too. */
function found(
  request: ApiRequest,
  values: readonly string[],
  by: By,
): { users: Account[]; errors: PartialError[] } {
  const { api, world } = request
  const users: Account[] = []
  const errors: PartialError[] = []
  for (const value of values) {
    const named = by.startsWith('id') ? world.accountById(value) : world.accountByHandle(value)
    const account = named && accountOf(api, named.id)
    if (!account) errors.push(resourceNotFound('user', by, value))
    else if (account.state === 'suspended') errors.push(userSuspended(by, value))
    else if (!users.includes(account)) users.push(account)
  }
  return { users, errors }
}

function batch(by: 'ids' | 'usernames') {
  return (request: ApiRequest): ApiAnswer => {
    const values = request.query.batch(by, by === 'ids' ? ID : USERNAME)
    const wanted = wantedOfUsers(request.query)
    request.query.finish()
    const { users, errors } = found(request, values, by)
    return usersAnswer(request, users, wanted, { errors })
  }
}

function single(by: 'id' | 'username') {
  return (request: ApiRequest): ApiAnswer => {
    const value = request.path[by]!
    const wanted = wantedOfUsers(request.query)
    request.query.finish()
    if (!(by === 'id' ? ID : USERNAME).test(value)) {
      throw invalid(by, value, `The \`${by}\` query parameter value [${value}] is not valid`)
    }
    const { users, errors } = found(request, [value], by)
    return usersAnswer(request, users, wanted, { errors, single: true })
  }
}

function me(request: ApiRequest): ApiAnswer {
  const wanted = wantedOfUsers(request.query)
  request.query.finish()
  return usersAnswer(request, request.viewer ? [request.viewer] : [], wanted, { single: true })
}

/** Who follows an account, or whom it follows. */
function connections(which: 'followers' | 'following') {
  return (request: ApiRequest): ApiAnswer => {
    const { query, world, api, viewer } = request
    const size = query.integer('max_results', 1, 1000, 100)
    const token = pageToken(query)
    const wanted = wantedOfUsers(query)
    query.finish()
    const account = subject(request, request.path.id!)
    if (isAnswer(account)) return account
    const extras = { kind: 'follow', owned: api.isOwned(viewer, account) } as const
    return userPage(request, world[which](account), {
      list: `${which} ${account.id}`,
      size,
      token,
      wanted,
      extras,
    })
  }
}

/** Whom the caller mutes or blocks. */
function shunned(relation: 'mutes' | 'blocks', kind: 'mute' | 'block') {
  return (request: ApiRequest): ApiAnswer => {
    const { query, world, api } = request
    const size = query.integer('max_results', 1, 1000, 100)
    const token = pageToken(query)
    const wanted = wantedOfUsers(query)
    query.finish()
    const account = own(request, request.path.id!)
    const people = api.relations.list(account, relation).flatMap((id) => world.accountById(id) ?? [])
    const extras = { kind, owned: api.isOwned(account, account) }
    return userPage(request, people, { list: `${relation} ${account.id}`, size, token, wanted, extras })
  }
}

export const USER_ENDPOINTS: readonly Endpoint[] = [
  reading('/2/users', { limit: { user: 900, app: 300 }, run: batch('ids') }),
  reading('/2/users/by', { limit: { user: 900, app: 300 }, run: batch('usernames') }),
  reading('/2/users/by/username/:username', { limit: { user: 900, app: 300 }, run: single('username') }),
  reading('/2/users/me', { limit: { user: 75 }, run: me }),
  reading('/2/users/:id', { limit: { user: 900, app: 300 }, run: single('id') }),
  reading('/2/users/:id/followers', {
    limit: { user: 300, app: 300 },
    scopes: ['follows.read'],
    run: connections('followers'),
  }),
  reading('/2/users/:id/following', {
    limit: { user: 300, app: 300 },
    scopes: ['follows.read'],
    run: connections('following'),
  }),
  reading('/2/users/:id/muting', {
    limit: { user: 15 },
    scopes: ['mute.read'],
    run: shunned('mutes', 'mute'),
  }),
  reading('/2/users/:id/blocking', {
    limit: { user: 15 },
    scopes: ['block.read'],
    run: shunned('blocks', 'block'),
  }),
]
