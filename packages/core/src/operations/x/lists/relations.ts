import { z } from 'zod'
import type { XApiCall } from '../../../providers/x-api/client.ts'
import { defineWrite, switched, WRITE_OPTIONS } from '../account-write.ts'
import { idOf } from '../arguments.ts'
import { WRITE_ERRORS } from '../write-errors.ts'

const Input = z.strictObject({ list_id: z.string(), ...WRITE_OPTIONS })

interface Relation {
  name: string
  title: string
  summary: string
  description: string
  /** Of the answer. */
  field: string
  isDestructive?: boolean
  asksFirst: boolean
  endpoint: string
  call(me: string, list: string): XApiCall
}

/** What an account does with somebody's list. */
function relation({ field, endpoint, call, ...said }: Relation) {
  return defineWrite({
    ...said,
    price: '$0.005',
    group: 'LISTS',
    input: Input,
    errors: [...WRITE_ERRORS, 'list_not_found'],
    isIdempotent: true,
    plan(given, ids) {
      const list = idOf(given.list_id, 'list_id')
      return {
        by: said.name,
        endpoint,
        call: call(ids.me(), list),
        estimate: { kind: 'list-manage' },
        about: 'list',
      }
    },
    answer: switched(field),
  })
}

const adding =
  (to: string): Relation['call'] =>
  (me, list) => ({ method: 'POST', path: `2/users/${me}/${to}`, json: { list_id: list } })
const removing =
  (from: string): Relation['call'] =>
  (me, list) => ({ method: 'DELETE', path: `2/users/${me}/${from}/${list}` })

export const listFollow = relation({
  name: 'x_list_follow',
  title: 'Follow a list',
  summary: 'Follow a list',
  description: 'Follows a public list.',
  field: 'following',
  asksFirst: true,
  endpoint: 'POST /2/users/{id}/followed_lists',
  call: adding('followed_lists'),
})

export const listUnfollow = relation({
  name: 'x_list_unfollow',
  title: 'Unfollow a list',
  summary: 'Unfollow a list',
  description: 'Ends the following of a list.',
  field: 'following',
  isDestructive: true,
  asksFirst: true,
  endpoint: 'DELETE /2/users/{id}/followed_lists/{list_id}',
  call: removing('followed_lists'),
})

export const listPin = relation({
  name: 'x_list_pin',
  title: 'Pin a list',
  summary: 'Pin a list',
  description: 'Pins a list to the own home.',
  field: 'pinned',
  asksFirst: false,
  endpoint: 'POST /2/users/{id}/pinned_lists',
  call: adding('pinned_lists'),
})

export const listUnpin = relation({
  name: 'x_list_unpin',
  title: 'Unpin a list',
  summary: 'Unpin a list',
  description: 'Takes a list off the own home.',
  field: 'pinned',
  asksFirst: false,
  endpoint: 'DELETE /2/users/{id}/pinned_lists/{list_id}',
  call: removing('pinned_lists'),
})
