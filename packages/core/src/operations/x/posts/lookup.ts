import { z } from 'zod'
import { AccountError } from '../../../errors.ts'
import type { XApiAnswer } from '../../../providers/x-api/client.ts'
import { partialErrors } from '../../../providers/x-api/partial-errors.ts'
import { COST, READ_OPTIONS } from '../account-operation.ts'
import { defineRead } from '../account-read.ts'
import { idOf } from '../arguments.ts'
import { POST_QUERY } from '../fields.ts'
import { postsView } from '../post-view.ts'
import { CALL_ERRORS } from '../write-errors.ts'
import { ITEM } from './read-page.ts'

const Input = z.strictObject({ ids: z.array(z.string()), ...READ_OPTIONS })

export const postsLookup = defineRead({
  name: 'x_posts_lookup',
  title: 'Look posts up',
  summary: 'Posts by their ids',
  description:
    'Reads up to 100 posts by ids. Give many ids at once instead of one by one. What cannot be had stands in not_found or, if protected, in not_authorized.',
  price: '$0.005 a post',
  group: 'POSTS',
  input: Input,
  output: z.object({
    posts: z.array(ITEM),
    not_found: z.array(z.string()).optional(),
    not_authorized: z.array(z.string()).optional(),
    cost: COST,
  }),
  errors: [...CALL_ERRORS, 'usage_cap', 'post_not_found'],
  isBatch: true,
  plan(given, _ids, { config }) {
    const ids = asked(given)
    const most = config.POSTS_MAX_IDS
    if (ids.length === 0) throw new AccountError('invalid_argument', 'Give at least one id.')
    if (ids.length > most) {
      throw new AccountError('invalid_argument', `Too many ids in one call; the limit is ${most}.`)
    }
    return {
      by: 'x_posts_lookup',
      endpoint: 'GET /2/tweets',
      call: { method: 'GET', path: '2/tweets', query: { ids, ...POST_QUERY } },
      estimate: { kind: 'post', most: ids.length },
    }
  },
  answer(body, given) {
    const posts = postsView(body)
    const found = new Set(posts.map(({ id }) => id))
    const hidden = hiddenOf(body)
    const missing = asked(given).filter((id) => !found.has(id))
    const not_authorized = missing.filter((id) => hidden.has(id))
    const not_found = missing.filter((id) => !hidden.has(id))
    if (found.size === 0) throw new AccountError(not_found.length > 0 ? 'post_not_found' : 'not_authorized')
    return {
      posts: posts.map((post) => ({ ...post })),
      ...(not_found.length > 0 && { not_found }),
      ...(not_authorized.length > 0 && { not_authorized }),
    }
  },
})

/** Each once. */
function asked({ ids }: z.infer<typeof Input>): string[] {
  return [...new Set(ids.map((id) => idOf(id, 'ids')))]
}

/** Ids of posts that X says are there, and not for this account to see. */
function hiddenOf(body: XApiAnswer['body']): ReadonlySet<string> {
  const hidden = partialErrors(body).filter(
    ({ kind, field }) => kind === 'not_authorized' && field === undefined,
  )
  return new Set(hidden.flatMap(({ value }) => value ?? []))
}
