import { z } from 'zod'
import { AccountError } from '../../../errors.ts'
import { defineWrite, switched, WRITE_OPTIONS } from '../account-write.ts'
import { idOf } from '../arguments.ts'
import { listUrl } from '../list-view.ts'
import { WRITE_ERRORS } from '../write-errors.ts'

const LONGEST_NAME = 25
const LONGEST_DESCRIPTION = 100

const ABOUT = {
  description: z.string().optional().describe('Up to 100 characters'),
  private: z.boolean().optional(),
}
const NAME = z.string().describe('Up to 25 characters')

export const listCreate = defineWrite({
  name: 'x_list_create',
  title: 'Create a list',
  summary: 'Create a list of accounts',
  description: 'Creates a list: public, unless private is set; private ones are seen by their owner only.',
  price: '$0.010',
  group: 'LISTS',
  input: z.strictObject({ name: NAME, ...ABOUT, ...WRITE_OPTIONS }),
  errors: WRITE_ERRORS,
  isIdempotent: false,
  asksFirst: true,
  plan({ name, description, private: isPrivate }) {
    return {
      by: 'x_list_create',
      endpoint: 'POST /2/lists',
      call: { method: 'POST', path: '2/lists', json: fieldsOf({ name, description, private: isPrivate }) },
      estimate: { kind: 'list-create' },
      about: 'list',
    }
  },
  answer(body) {
    const { id, name } = (body.data ?? {}) as { id?: string; name?: string }
    return { id, url: listUrl(String(id)), name }
  },
})

export const listUpdate = defineWrite({
  name: 'x_list_update',
  title: 'Change a list',
  summary: 'Change what a list is called and who sees it',
  description: 'Changes an own list. Give only what is to change.',
  price: '$0.005',
  group: 'LISTS',
  input: z.strictObject({ list_id: z.string(), name: NAME.optional(), ...ABOUT, ...WRITE_OPTIONS }),
  errors: [...WRITE_ERRORS, 'list_not_found'],
  isIdempotent: true,
  asksFirst: true,
  plan({ list_id, name, description, private: isPrivate }) {
    const json = fieldsOf({ name, description, private: isPrivate })
    if (Object.keys(json).length === 0) refuse('Give at least one of name, description and private.')
    return {
      by: 'x_list_update',
      endpoint: 'PUT /2/lists/{id}',
      call: { method: 'PUT', path: `2/lists/${idOf(list_id, 'list_id')}`, json },
      estimate: { kind: 'list-manage' },
      about: 'list',
    }
  },
  answer: switched('updated'),
})

export const listDelete = defineWrite({
  name: 'x_list_delete',
  title: 'Delete a list',
  summary: 'Delete a list of the account',
  description: 'Deletes an own list for good, with its members and followers.',
  price: '$0.005',
  group: 'LISTS',
  input: z.strictObject({ list_id: z.string(), ...WRITE_OPTIONS }),
  errors: [...WRITE_ERRORS, 'list_not_found'],
  isDestructive: true,
  isIdempotent: true,
  asksFirst: true,
  plan({ list_id }) {
    return {
      by: 'x_list_delete',
      endpoint: 'DELETE /2/lists/{id}',
      call: { method: 'DELETE', path: `2/lists/${idOf(list_id, 'list_id')}` },
      estimate: { kind: 'list-manage' },
      about: 'list',
    }
  },
  answer: switched('deleted'),
})

interface ListFields {
  name: string | undefined
  description: string | undefined
  private: boolean | undefined
}

/** What is given, within X's lengths. An empty description takes the old one away. */
function fieldsOf({ name, description, private: isPrivate }: ListFields): Partial<ListFields> {
  if (name !== undefined && (name.trim() === '' || [...name].length > LONGEST_NAME)) {
    refuse(`A list's name has 1 to ${LONGEST_NAME} characters.`)
  }
  if (description !== undefined && [...description].length > LONGEST_DESCRIPTION) {
    refuse(`A list's description has up to ${LONGEST_DESCRIPTION} characters.`)
  }
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(isPrivate !== undefined && { private: isPrivate }),
  }
}

function refuse(message: string): never {
  throw new AccountError('invalid_argument', message)
}
