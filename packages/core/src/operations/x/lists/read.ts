import { z } from 'zod'
import { AccountError } from '../../../errors.ts'
import { COST, READ_OPTIONS } from '../account-operation.ts'
import { defineRead } from '../account-read.ts'
import { idOf } from '../arguments.ts'
import { LIST_QUERY, POST_QUERY, USER_FIELDS } from '../fields.ts'
import { listsView } from '../list-view.ts'
import { nextOf, PAGE, pageQuery } from '../page.ts'
import { postsView } from '../post-view.ts'
import { usersView } from '../user-view.ts'
import { CALL_ERRORS } from '../write-errors.ts'

const Item = z.looseObject({ id: z.string() })
const Next = z.string().optional()
const LISTS = z.object({ lists: z.array(Item), next_token: Next, cost: COST })
const Entries = z.strictObject({ list_id: z.string(), ...PAGE })

export const listGet = defineRead({
  name: 'x_list_get',
  title: 'Read what a list is',
  summary: 'What a list is, and how many are on it',
  description: 'Reads a list: its name, owner, and how many are on it and follow it.',
  price: '$0.005',
  group: 'LISTS',
  input: z.strictObject({ list_id: z.string(), ...READ_OPTIONS }),
  output: z.object({ list: Item, cost: COST }),
  errors: [...CALL_ERRORS, 'list_not_found'],
  plan: ({ list_id }) => ({
    by: 'x_list_get',
    endpoint: 'GET /2/lists/{id}',
    call: { method: 'GET', path: `2/lists/${idOf(list_id, 'list_id')}`, query: LIST_QUERY },
    estimate: { kind: 'list', most: 1 },
    about: 'list',
  }),
  answer(body) {
    const [list] = listsView(body)
    if (!list) throw new AccountError('list_not_found')
    return { list: { ...list } }
  },
})

export const listsOwned = defineRead({
  name: 'x_lists_owned',
  title: 'Read the lists of an account',
  summary: 'The lists that an account owns',
  description: 'Reads a page of the lists that an account owns, the own one unless username is given.',
  price: '$0.005 a list, $0.001 of the own account, $0.010 more for a new username',
  group: 'LISTS',
  input: z.strictObject({ username: z.string().optional(), ...PAGE }),
  output: LISTS,
  errors: [...CALL_ERRORS, 'user_not_found', 'user_suspended'],
  async plan(given, ids, { config }) {
    const id = given.username === undefined ? ids.me() : await ids.of(given.username)
    const query = pageQuery(given, config, 'LISTS')
    return {
      by: 'x_lists_owned',
      endpoint: 'GET /2/users/{id}/owned_lists',
      call: { method: 'GET', path: `2/users/${id}/owned_lists`, query: { ...query, ...LIST_QUERY } },
      estimate: { kind: 'list', most: query.max_results, owned: config.X_OWNED_READS && id === ids.me() },
      about: 'user',
    }
  },
  answer: (body) => ({ lists: listsView(body).map((list) => ({ ...list })), ...nextOf(body) }),
})

/** More than X pins; its answer has no pages. */
const MOST_PINNED = 25

export const listsPinned = defineRead({
  name: 'x_lists_pinned',
  title: 'Read the pinned lists',
  summary: 'The lists that the account has pinned',
  description: 'Reads the lists that the own account has pinned.',
  price: '$0.001 a list',
  group: 'LISTS',
  input: z.strictObject({ ...READ_OPTIONS }),
  output: z.object({ lists: z.array(Item), cost: COST }),
  errors: CALL_ERRORS,
  plan: (_given, ids, { config }) => ({
    by: 'x_lists_pinned',
    endpoint: 'GET /2/users/{id}/pinned_lists',
    call: { method: 'GET', path: `2/users/${ids.me()}/pinned_lists`, query: LIST_QUERY },
    estimate: { kind: 'list', most: MOST_PINNED, owned: config.X_OWNED_READS },
    about: 'user',
  }),
  answer: (body) => ({ lists: listsView(body).map((list) => ({ ...list })) }),
})

export const listPosts = defineRead({
  name: 'x_list_posts',
  title: 'Read the posts of a list',
  summary: 'The newest posts of those on a list',
  description: 'Reads a page of the newest posts of those on a list. Ask for as few as will do.',
  price: '$0.005 a post',
  group: 'LISTS',
  input: Entries,
  output: z.object({ posts: z.array(Item), next_token: Next, cost: COST }),
  errors: [...CALL_ERRORS, 'usage_cap', 'list_not_found'],
  plan(given, _ids, { config }) {
    const list = idOf(given.list_id, 'list_id')
    const query = pageQuery(given, config, 'LISTS')
    return {
      by: 'x_list_posts',
      endpoint: 'GET /2/lists/{id}/tweets',
      call: { method: 'GET', path: `2/lists/${list}/tweets`, query: { ...query, ...POST_QUERY } },
      estimate: { kind: 'post', most: query.max_results },
      about: 'list',
    }
  },
  answer: (body) => ({ posts: postsView(body).map((post) => ({ ...post })), ...nextOf(body) }),
})

export const listMembers = defineRead({
  name: 'x_list_members',
  title: 'Read who is on a list',
  summary: 'Who is on a list',
  description: 'Reads a page of the accounts on a list. Ask for as few as will do.',
  price: '$0.010 an account',
  group: 'LISTS',
  input: Entries,
  output: z.object({ users: z.array(Item), next_token: Next, cost: COST }),
  errors: [...CALL_ERRORS, 'list_not_found'],
  plan(given, _ids, { config }) {
    const list = idOf(given.list_id, 'list_id')
    const query = pageQuery(given, config, 'LISTS')
    return {
      by: 'x_list_members',
      endpoint: 'GET /2/lists/{id}/members',
      call: {
        method: 'GET',
        path: `2/lists/${list}/members`,
        query: { ...query, 'user.fields': USER_FIELDS },
      },
      estimate: { kind: 'user', most: query.max_results },
      about: 'list',
    }
  },
  answer: (body) => ({ users: usersView(body).map((user) => ({ ...user })), ...nextOf(body) }),
})
