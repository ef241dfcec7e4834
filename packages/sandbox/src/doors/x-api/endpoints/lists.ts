import * as z from 'zod'
import type { Account } from '../../../world/model.ts'
import { type ApiAnswer, type ApiRequest, type Endpoint, reading, writing } from '../endpoint.ts'
import { postsOf } from '../feeds.ts'
import { wantedOfLists, wantedOfPosts, wantedOfUsers } from '../fields.ts'
import type { RequestKind } from '../money/prices.ts'
import { errorsAnswer, listsAnswer } from '../objects/answers.ts'
import { pageOf } from '../pages.ts'
import { ID } from '../parameters.ts'
import { forbidden, missing, resourceNotFound } from '../problem.ts'
import { readJson } from '../read-json.ts'
import type { XList } from '../state/lists.ts'
import { isAnswer, own, pageToken, postPage, subject, target, userPage } from './common.ts'

const name = z.string().min(1).max(25)
const description = z.string().max(100).optional()
const createSchema = z.strictObject({ name, description, private: z.boolean().optional() })
const updateSchema = z.strictObject({ name: name.optional(), description, private: z.boolean().optional() })
const memberSchema = z.strictObject({ user_id: z.string().regex(ID) })
const listSchema = z.strictObject({ list_id: z.string().regex(ID) })

function answer(kind: RequestKind, data: object, status: 200 | 201 = 200): ApiAnswer {
  return { status, body: { data }, charges: [{ kind }] }
}

/** A list that a write names; throws a 404 where the caller cannot see it. */
function found({ api, viewer }: ApiRequest, id: string, parameter = 'id'): XList {
  const list = api.lists.find(id, viewer)
  if (!list) throw missing(resourceNotFound('list', parameter, id))
  return list
}

/** A list that the caller may change. */
function owned(request: ApiRequest): XList {
  request.query.finish()
  const list = found(request, request.path.id!)
  if (list.owner !== request.viewer)
    throw forbidden('You are not allowed to change a List that is not yours.')
  return list
}

function create(request: ApiRequest): ApiAnswer {
  request.query.finish()
  const given = readJson(createSchema, request.json)
  const { id, name: named } = request.api.lists.create(request.viewer!, {
    name: given.name,
    description: given.description ?? '',
    private: given.private ?? false,
  })
  return answer('list-create', { id, name: named }, 201)
}

function update(request: ApiRequest): ApiAnswer {
  const list = owned(request)
  const given = readJson(updateSchema, request.json)
  list.name = given.name ?? list.name
  list.description = given.description ?? list.description
  list.private = given.private ?? list.private
  return answer('list-manage', { updated: true })
}

function remove(request: ApiRequest): ApiAnswer {
  const list = owned(request)
  request.api.lists.delete(list)
  request.api.relations.forget('followed-lists', list.id)
  request.api.relations.forget('pinned-lists', list.id)
  return answer('list-manage', { deleted: true })
}

function one(request: ApiRequest): ApiAnswer {
  const { api, query, viewer, path } = request
  const wanted = wantedOfLists(query)
  query.finish()
  const list = api.lists.find(path.id!, viewer)
  if (!list) return errorsAnswer(resourceNotFound('list', 'id', path.id!))
  return listsAnswer(request, [list], wanted, { single: true })
}

function posts(request: ApiRequest): ApiAnswer {
  const { api, query, viewer, path, world } = request
  const size = query.integer('max_results', 1, 100, 100)
  const token = pageToken(query)
  const wanted = wantedOfPosts(query)
  query.finish()
  const list = api.lists.find(path.id!, viewer)
  if (!list) return errorsAnswer(resourceNotFound('list', 'id', path.id!))
  const members = list.members.flatMap((id) => world.accountById(id) ?? [])
  const version = list.members.join()
  return postPage(request, () => postsOf(world, members), {
    list: `list ${list.id}`,
    version,
    size,
    token,
    wanted,
  })
}

function members(request: ApiRequest): ApiAnswer {
  const { api, query, viewer, path, world } = request
  const size = query.integer('max_results', 1, 100, 100)
  const token = pageToken(query)
  const wanted = wantedOfUsers(query)
  query.finish()
  const list = api.lists.find(path.id!, viewer)
  if (!list) return errorsAnswer(resourceNotFound('list', 'id', path.id!))
  const people = list.members.flatMap((id) => world.accountById(id) ?? [])
  return userPage(request, people, { list: `members ${list.id}`, size, token, wanted })
}

function addMember(request: ApiRequest): ApiAnswer {
  const list = owned(request)
  const { id } = target(request, readJson(memberSchema, request.json).user_id, 'user_id')
  list.members = [id, ...list.members.filter((one) => one !== id)]
  return answer('list-manage', { is_member: true })
}

function removeMember(request: ApiRequest): ApiAnswer {
  const list = owned(request)
  list.members = list.members.filter((one) => one !== request.path.user_id)
  return answer('list-manage', { is_member: false })
}

/** Lists that belong to an account in some way. */
function listsOf(find: (request: ApiRequest, account: Account) => XList[], self = false) {
  return (request: ApiRequest): ApiAnswer => {
    const { api, query, viewer, path } = request
    const size = self ? 100 : query.integer('max_results', 1, 100, 100)
    const token = self ? { token: undefined, name: '' } : pageToken(query)
    const wanted = wantedOfLists(query)
    query.finish()
    const account = self ? own(request, path.id!) : subject(request, path.id!)
    if (isAnswer(account)) return account
    const name = `${request.endpoint} ${account.id}`
    const { items, tokens } = pageOf(find(request, account), {
      list: name,
      size,
      ...token,
      overlap: request.habits.overlap,
    })
    const meta = { result_count: items.length, ...tokens }
    return listsAnswer(request, items, wanted, { meta, owned: api.isOwned(viewer, account) })
  }
}

function related(relation: 'followed-lists' | 'pinned-lists') {
  return ({ api, viewer }: ApiRequest, account: Account): XList[] =>
    api.relations.list(account, relation).flatMap((id) => api.lists.find(id, viewer) ?? [])
}

/** Follows or pins a list, or no longer. */
function relate(relation: 'followed-lists' | 'pinned-lists', field: 'following' | 'pinned', on: boolean) {
  return (request: ApiRequest): ApiAnswer => {
    request.query.finish()
    const account = own(request, request.path.id!)
    const id = on ? readJson(listSchema, request.json).list_id : request.path.list_id!
    if (on) found(request, id, 'list_id')
    request.api.relations.set(account, relation, id, on)
    return answer('list-manage', { [field]: on })
  }
}

const READ = { scopes: ['list.read'] }
const WRITE = { scopes: ['list.write'] }

export const LIST_ENDPOINTS: readonly Endpoint[] = [
  writing('POST', '/2/lists', { limit: { user: 300 }, scopes: ['list.read', 'list.write'], run: create }),
  writing('PUT', '/2/lists/:id', { ...WRITE, limit: { user: 300 }, run: update }),
  writing('DELETE', '/2/lists/:id', { ...WRITE, limit: { user: 300 }, run: remove }),
  reading('/2/lists/:id', { ...READ, limit: { user: 75, app: 75 }, run: one }),
  reading('/2/lists/:id/tweets', { ...READ, limit: { user: 900, app: 900 }, readsPosts: true, run: posts }),
  reading('/2/lists/:id/members', { ...READ, limit: { user: 900, app: 900 }, run: members }),
  writing('POST', '/2/lists/:id/members', { ...WRITE, limit: { user: 300 }, run: addMember }),
  writing('DELETE', '/2/lists/:id/members/:user_id', { ...WRITE, limit: { user: 300 }, run: removeMember }),
  reading('/2/users/:id/owned_lists', {
    ...READ,
    limit: { user: 15, app: 15 },
    run: listsOf(({ api, viewer }, account) => api.lists.ownedBy(account, viewer)),
  }),
  reading('/2/users/:id/list_memberships', {
    ...READ,
    limit: { user: 75, app: 75 },
    run: listsOf(({ api, viewer }, account) => api.lists.holding(account, viewer)),
  }),
  reading('/2/users/:id/followed_lists', {
    ...READ,
    limit: { user: 15, app: 15 },
    run: listsOf(related('followed-lists')),
  }),
  writing('POST', '/2/users/:id/followed_lists', {
    ...WRITE,
    limit: { user: 50 },
    run: relate('followed-lists', 'following', true),
  }),
  writing('DELETE', '/2/users/:id/followed_lists/:list_id', {
    ...WRITE,
    limit: { user: 50 },
    run: relate('followed-lists', 'following', false),
  }),
  reading('/2/users/:id/pinned_lists', {
    ...READ,
    limit: { user: 15 },
    run: listsOf(related('pinned-lists'), true),
  }),
  writing('POST', '/2/users/:id/pinned_lists', {
    ...WRITE,
    limit: { user: 50 },
    run: relate('pinned-lists', 'pinned', true),
  }),
  writing('DELETE', '/2/users/:id/pinned_lists/:list_id', {
    ...WRITE,
    limit: { user: 50 },
    run: relate('pinned-lists', 'pinned', false),
  }),
]
