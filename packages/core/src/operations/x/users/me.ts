import { z } from 'zod'
import { AccountError } from '../../../errors.ts'
import { COST, READ_OPTIONS } from '../account-operation.ts'
import { defineRead } from '../account-read.ts'
import { USER_FIELDS } from '../fields.ts'
import { userView } from '../user-view.ts'
import { CALL_ERRORS } from '../write-errors.ts'

export const usersMe = defineRead({
  name: 'x_users_me',
  title: 'Read the own profile',
  summary: 'The account behind the keys',
  description: 'Reads the profile of the account that acts.',
  price: '$0.010',
  group: 'USERS',
  input: z.strictObject({ ...READ_OPTIONS }),
  output: z.object({ user: z.looseObject({ id: z.string() }), cost: COST }),
  errors: CALL_ERRORS,
  plan: () => ({
    by: 'x_users_me',
    endpoint: 'GET /2/users/me',
    call: { method: 'GET', path: '2/users/me', query: { 'user.fields': USER_FIELDS } },
    estimate: { kind: 'user', most: 1 },
    about: 'user',
  }),
  answer({ data }) {
    const user = userView(data)
    if (!user) throw new AccountError('unavailable')
    return { user: { ...user } }
  },
})
