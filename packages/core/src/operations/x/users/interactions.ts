import { z } from 'zod'
import { AccountError } from '../../../errors.ts'
import type { RequestKind } from '../../../money/prices.ts'
import type { XApiCall } from '../../../providers/x-api/client.ts'
import { defineWrite, switched, WRITE_OPTIONS } from '../account-write.ts'
import { WRITE_ERRORS } from '../write-errors.ts'

const Input = z.strictObject({ username: z.string(), ...WRITE_OPTIONS })

interface Interaction {
  name: string
  title: string
  summary: string
  description: string
  /** Fields of the answer. */
  fields: readonly string[]
  kind: RequestKind
  price: string
  isDestructive?: boolean
  asksFirst: boolean
  isEnterpriseOnly?: boolean
  endpoint: string
  call(me: string, other: string): XApiCall
}

/** Something that an account does with another one. */
function interaction({ fields, kind, isEnterpriseOnly, endpoint, call, ...said }: Interaction) {
  return defineWrite({
    ...said,
    description: `${said.description} A username that is new costs $0.010 more.`,
    group: 'USERS',
    input: Input,
    errors: [
      ...WRITE_ERRORS,
      'user_not_found',
      'user_suspended',
      ...(isEnterpriseOnly ? (['not_on_this_plan'] as const) : []),
    ],
    isIdempotent: true,
    async plan({ username }, ids, { config }) {
      const other = await ids.of(username)
      const me = ids.me()
      if (other === me) throw new AccountError('invalid_argument', 'An account cannot do this to itself.')
      if (isEnterpriseOnly && config.X_PLAN !== 'enterprise') throw new AccountError('not_on_this_plan')
      return { by: said.name, endpoint, call: call(me, other), estimate: { kind }, about: 'user' }
    },
    answer: (body) => Object.assign({}, ...fields.map((field) => switched(field)(body))),
  })
}

export const userFollow = interaction({
  name: 'x_user_follow',
  title: 'Follow an account',
  summary: 'Follow an account',
  description: 'Follows an account: public; a protected one is asked. Enterprise plans only.',
  fields: ['following', 'pending_follow'],
  kind: 'interaction-create',
  price: '$0.015',
  asksFirst: true,
  isEnterpriseOnly: true,
  endpoint: 'POST /2/users/{id}/following',
  call: (me, other) => ({
    method: 'POST',
    path: `2/users/${me}/following`,
    json: { target_user_id: other },
  }),
})

export const userUnfollow = interaction({
  name: 'x_user_unfollow',
  title: 'Unfollow an account',
  summary: 'Unfollow an account',
  description: 'Ends the following of an account.',
  fields: ['following'],
  kind: 'interaction-delete',
  price: '$0.010',
  isDestructive: true,
  asksFirst: true,
  endpoint: 'DELETE /2/users/{source_user_id}/following/{target_user_id}',
  call: (me, other) => ({ method: 'DELETE', path: `2/users/${me}/following/${other}` }),
})

export const userMute = interaction({
  name: 'x_user_mute',
  title: 'Mute an account',
  summary: 'Mute an account',
  description: 'Mutes an account, which is not told and can still see everything.',
  fields: ['muting'],
  kind: 'privacy-update',
  price: '$0.010',
  asksFirst: false,
  endpoint: 'POST /2/users/{id}/muting',
  call: (me, other) => ({ method: 'POST', path: `2/users/${me}/muting`, json: { target_user_id: other } }),
})

export const userUnmute = interaction({
  name: 'x_user_unmute',
  title: 'Unmute an account',
  summary: 'Unmute an account',
  description: 'Ends the muting of an account.',
  fields: ['muting'],
  kind: 'mute-delete',
  price: '$0.005',
  asksFirst: false,
  endpoint: 'DELETE /2/users/{source_user_id}/muting/{target_user_id}',
  call: (me, other) => ({ method: 'DELETE', path: `2/users/${me}/muting/${other}` }),
})
