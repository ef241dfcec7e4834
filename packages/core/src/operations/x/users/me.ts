import { z } from 'zod'
import { type AccountOperation, accountOf, COST, TIMEOUT } from '../account-operation.ts'
import { callX } from '../call-x.ts'
import { USER_FIELDS } from '../fields.ts'
import { timeLimit } from '../limits.ts'

const Input = z.strictObject({ timeout_ms: TIMEOUT })
const Output = z.object({ user: z.looseObject({ id: z.string() }), cost: COST })

export const usersMe: AccountOperation<typeof Input, typeof Output> = {
  name: 'x_users_me',
  title: 'Read the own profile',
  summary: 'The account behind the keys',
  description: 'Reads the profile of the account that acts.',
  price: '$0.010',
  input: Input,
  output: Output,
  errors: ['bad_credentials', 'credits_spent', 'rate_limited', 'timed_out', 'unavailable'],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  cost: 'paid',
  async run({ timeout_ms }, context) {
    const { config, signal } = context
    const { body, receipt } = await callX(accountOf(context), {
      by: 'x_users_me',
      endpoint: 'GET /2/users/me',
      call: { method: 'GET', path: '2/users/me', query: { 'user.fields': USER_FIELDS } },
      estimate: { kind: 'user', most: 1 },
      about: 'user',
      signal: timeLimit(
        timeout_ms,
        {
          fallback: config.USERS_DEFAULT_TIMEOUT_MS,
          min: config.USERS_MIN_TIMEOUT_MS,
          max: config.USERS_MAX_TIMEOUT_MS,
        },
        signal,
      ),
    })
    return { user: body.data as { id: string }, cost: receipt }
  },
}
