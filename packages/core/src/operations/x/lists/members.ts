import { z } from 'zod'
import type { XApiCall } from '../../../providers/x-api/client.ts'
import { defineWrite, switched, WRITE_OPTIONS } from '../account-write.ts'
import { idOf } from '../arguments.ts'
import { WRITE_ERRORS } from '../write-errors.ts'

const Input = z.strictObject({ list_id: z.string(), username: z.string(), ...WRITE_OPTIONS })

interface Change {
  name: string
  title: string
  summary: string
  description: string
  isDestructive?: boolean
  endpoint: string
  call(list: string, user: string): XApiCall
}

/** A change of who is on a list. */
function change({ endpoint, call, ...said }: Change) {
  return defineWrite({
    ...said,
    description: `${said.description} A username that is new costs $0.010 more.`,
    price: '$0.005',
    group: 'LISTS',
    input: Input,
    errors: [...WRITE_ERRORS, 'list_not_found', 'user_not_found', 'user_suspended'],
    isIdempotent: true,
    asksFirst: true,
    async plan(given, ids) {
      const list = idOf(given.list_id, 'list_id')
      const user = await ids.of(given.username)
      return {
        by: said.name,
        endpoint,
        call: call(list, user),
        estimate: { kind: 'list-manage' },
        about: 'list',
      }
    },
    answer: switched('is_member'),
  })
}

export const listMemberAdd = change({
  name: 'x_list_member_add',
  title: 'Put an account on a list',
  summary: 'Put an account on a list',
  description: 'Puts an account on an own list; of a public list it is told.',
  endpoint: 'POST /2/lists/{id}/members',
  call: (list, user) => ({ method: 'POST', path: `2/lists/${list}/members`, json: { user_id: user } }),
})

export const listMemberRemove = change({
  name: 'x_list_member_remove',
  title: 'Take an account off a list',
  summary: 'Take an account off a list',
  description: 'Takes an account off an own list.',
  isDestructive: true,
  endpoint: 'DELETE /2/lists/{id}/members/{user_id}',
  call: (list, user) => ({ method: 'DELETE', path: `2/lists/${list}/members/${user}` }),
})
