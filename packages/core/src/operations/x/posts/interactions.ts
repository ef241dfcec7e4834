import { z } from 'zod'
import { AccountError } from '../../../errors.ts'
import type { RequestKind } from '../../../money/prices.ts'
import type { XApiCall } from '../../../providers/x-api/client.ts'
import { defineWrite, switched, WRITE_OPTIONS } from '../account-write.ts'
import { idOf } from '../arguments.ts'
import { WRITE_ERRORS } from '../write-errors.ts'

const Input = z.strictObject({ id: z.string(), ...WRITE_OPTIONS })

interface Interaction {
  name: string
  title: string
  summary: string
  description: string
  /** Of this answer's field. */
  field: string
  kind: RequestKind
  price: string
  isDestructive?: boolean
  isEnterpriseOnly?: boolean
  endpoint: string
  call(me: () => string, id: string): XApiCall
}

/** Something that an account does with one post. */
function interaction({ field, kind, isEnterpriseOnly, endpoint, call, ...said }: Interaction) {
  return defineWrite({
    ...said,
    group: 'POSTS',
    input: Input,
    errors: [...WRITE_ERRORS, 'post_not_found', ...(isEnterpriseOnly ? (['not_on_this_plan'] as const) : [])],
    isIdempotent: true,
    asksFirst: true,
    plan(given, ids, { config }) {
      const id = idOf(given.id, 'id')
      if (isEnterpriseOnly && config.X_PLAN !== 'enterprise') throw new AccountError('not_on_this_plan')
      return { by: said.name, endpoint, call: call(() => ids.me(), id), estimate: { kind } }
    },
    answer: switched(field),
  })
}

export const postDelete = interaction({
  name: 'x_post_delete',
  title: 'Delete a post',
  summary: 'Delete a post of the account',
  description: 'Deletes one of the own posts, for good.',
  field: 'deleted',
  kind: 'post-delete',
  price: '$0.005',
  isDestructive: true,
  endpoint: 'DELETE /2/tweets/{id}',
  call: (_me, id) => ({ method: 'DELETE', path: `2/tweets/${id}` }),
})

export const postLike = interaction({
  name: 'x_post_like',
  title: 'Like a post',
  summary: 'Like a post',
  description: 'Likes a post: public. Enterprise plans only.',
  field: 'liked',
  kind: 'interaction-create',
  price: '$0.015',
  isEnterpriseOnly: true,
  endpoint: 'POST /2/users/{id}/likes',
  call: (me, id) => ({ method: 'POST', path: `2/users/${me()}/likes`, json: { tweet_id: id } }),
})

export const postUnlike = interaction({
  name: 'x_post_unlike',
  title: 'Take a like back',
  summary: 'Take a like back',
  description: 'Takes the own like of a post back.',
  field: 'liked',
  kind: 'interaction-delete',
  price: '$0.010',
  isDestructive: true,
  endpoint: 'DELETE /2/users/{id}/likes/{tweet_id}',
  call: (me, id) => ({ method: 'DELETE', path: `2/users/${me()}/likes/${id}` }),
})

export const postRepost = interaction({
  name: 'x_post_repost',
  title: 'Repost a post',
  summary: 'Repost a post',
  description: 'Reposts a post to the own followers: public.',
  field: 'retweeted',
  kind: 'interaction-create',
  price: '$0.015',
  endpoint: 'POST /2/users/{id}/retweets',
  call: (me, id) => ({ method: 'POST', path: `2/users/${me()}/retweets`, json: { tweet_id: id } }),
})

export const postUnrepost = interaction({
  name: 'x_post_unrepost',
  title: 'Take a repost back',
  summary: 'Take a repost back',
  description: 'Takes the own repost of a post back.',
  field: 'retweeted',
  kind: 'interaction-delete',
  price: '$0.010',
  isDestructive: true,
  endpoint: 'DELETE /2/users/{id}/retweets/{source_tweet_id}',
  call: (me, id) => ({ method: 'DELETE', path: `2/users/${me()}/retweets/${id}` }),
})
