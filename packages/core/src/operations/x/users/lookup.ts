import { z } from 'zod'
import { sameHandle } from '../../../domain/handle.ts'
import { AccountError } from '../../../errors.ts'
import { COST, READ_OPTIONS } from '../account-operation.ts'
import { defineRead } from '../account-read.ts'
import { idOf, usernameOf } from '../arguments.ts'
import { USER_FIELDS } from '../fields.ts'
import { keepUserIds } from '../resolve-usernames.ts'
import { usersView } from '../user-view.ts'
import { CALL_ERRORS } from '../write-errors.ts'

const Input = z.strictObject({
  usernames: z.array(z.string()).optional(),
  ids: z.array(z.string()).optional(),
  ...READ_OPTIONS,
})

export const usersLookup = defineRead({
  name: 'x_users_lookup',
  title: 'Look accounts up',
  summary: 'Look accounts up by their names or ids',
  description:
    'Reads up to 100 accounts by usernames or by ids, not both. Ask for many at once instead of one by one.',
  price: '$0.010 an account',
  group: 'USERS',
  input: Input,
  output: z.object({
    users: z.array(z.looseObject({ id: z.string() })),
    not_found: z.array(z.string()).optional(),
    cost: COST,
  }),
  errors: [...CALL_ERRORS, 'user_not_found'],
  isBatch: true,
  plan(given, _ids, { config }) {
    const { by, values } = asked(given)
    const most = by === 'ids' ? config.USERS_MAX_IDS : config.USERS_MAX_USERNAMES
    if (values.length > most) refuse(`Too many ${by} in one call; the limit is ${most}.`)
    return {
      by: 'x_users_lookup',
      endpoint: by === 'ids' ? 'GET /2/users' : 'GET /2/users/by',
      call: {
        method: 'GET',
        path: by === 'ids' ? '2/users' : '2/users/by',
        query: { [by]: values, 'user.fields': USER_FIELDS },
      },
      estimate: { kind: 'user', most: values.length },
      about: 'user',
    }
  },
  async answer(body, given, context) {
    const users = usersView(body)
    if (users.length === 0) throw new AccountError('user_not_found')
    await keepUserIds(users, context)
    const { by, values } = asked(given)
    const isThere = (value: string) =>
      users.some(({ id, username }) => (by === 'ids' ? id === value : sameHandle(username, value)))
    const missing = values.filter((value) => !isThere(value))
    return {
      users: users.map((user) => ({ ...user })),
      ...(missing.length > 0 && { not_found: missing }),
    }
  },
})

/** Each once. */
function asked({ usernames, ids }: z.infer<typeof Input>): { by: 'usernames' | 'ids'; values: string[] } {
  if ((usernames === undefined) === (ids === undefined)) refuse('Give either usernames or ids, not both.')
  if (ids) return { by: 'ids', values: some([...new Set(ids.map((id) => idOf(id, 'ids')))]) }
  const names = new Map(
    (usernames ?? []).map((name) => [usernameOf(name).toLowerCase(), usernameOf(name)] as const),
  )
  return { by: 'usernames', values: some([...names.values()]) }
}

function some(values: string[]): string[] {
  return values.length > 0 ? values : refuse('Give at least one of usernames or ids.')
}

function refuse(message: string): never {
  throw new AccountError('invalid_argument', message)
}
