import { z } from 'zod'
import { sameHandle } from '../../../domain/handle.ts'
import { AccountError } from '../../../errors.ts'
import type { Receipt } from '../../../money/purse.ts'
import { withSignal } from '../../derived-context.ts'
import type { Context } from '../../operation.ts'
import { type AccountOperation, accountOf, COST } from '../account-operation.ts'
import { usernameOf } from '../arguments.ts'
import { callX } from '../call-x.ts'
import { refuseMissing, refuseOverBudget } from '../carry-out.ts'
import { POST_QUERY } from '../fields.ts'
import { timeBounds } from '../group-limits.ts'
import { timeLimit } from '../limits.ts'
import { PAGE } from '../page.ts'
import { findUserId, resolveUsernames } from '../resolve-usernames.ts'
import { CALL_ERRORS } from '../write-errors.ts'
import { fanOut, RESULTS, someOf } from './fan-out.ts'
import { FEWEST, queryOf, shownOf } from './read-page.ts'
import { spanOf } from './span.ts'

const Input = z.strictObject({
  usernames: z.array(z.string()),
  ...PAGE,
  exclude: z.array(z.enum(['replies', 'retweets'])).optional(),
  days: z.int().optional(),
})
const Output = z.object({ results: RESULTS, cost: COST })

export const postsByUser: AccountOperation<typeof Input, typeof Output> = {
  name: 'x_posts_by_user',
  title: 'Read posts of accounts',
  summary: 'What accounts posted lately',
  description: `Reads what several accounts posted in the last 7 days. Ask for the smallest max_results that answers: it is an account's, and X bills at least ${FEWEST.timeline}.`,
  price: '$0.005 a post ($0.001 an own one), $0.010 more a new username',
  input: Input,
  output: Output,
  errors: [...CALL_ERRORS, 'usage_cap', 'user_not_found', 'user_suspended', 'all_failed'],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  cost: 'paid',
  async run(given, context) {
    const { config } = context
    const account = accountOf(context)
    const asked = new Map<string, string>()
    for (const name of given.usernames.map(usernameOf)) {
      if (!asked.has(name.toLowerCase())) asked.set(name.toLowerCase(), name)
    }
    const usernames = someOf([...asked.values()], 'usernames', config.POSTS_MAX_USERNAMES)
    const span = spanOf(given, config, { now: context.now(), isSearch: false, parts: usernames.length })
    const { max_results } = queryOf(given, config, FEWEST.timeline)
    const signal = timeLimit(given.timeout_ms, timeBounds(config, 'POSTS'), context.signal)
    const people = await peopleOf([...asked.keys()], max_results, withSignal(context, signal))
    return fanOut(
      usernames,
      async (username) => {
        const name = username.toLowerCase()
        const id = people.ids.get(name)
        if (id === undefined) throw people.failures.get(name) ?? new AccountError('user_not_found')
        const { body, receipt } = await callX(account, {
          by: 'x_posts_by_user',
          endpoint: 'GET /2/users/{id}/tweets',
          call: {
            method: 'GET',
            path: `2/users/${id}/tweets`,
            query: {
              max_results,
              exclude: given.exclude?.length ? given.exclude : undefined,
              start_time: span.start_time,
              pagination_token: span.pagination_token,
              ...POST_QUERY,
            },
          },
          estimate: {
            kind: 'post',
            most: max_results,
            owned: config.X_OWNED_READS && id === account.knownOwner?.id,
          },
          about: 'user',
          isFresh: given.fresh === true,
          signal,
        })
        refuseMissing(body, 'user')
        const { next_token, ...shown } = shownOf(body, given, config)
        return {
          value: { ...shown, ...(next_token !== undefined && { next_token: span.tokenOf(next_token) }) },
          receipt,
        }
      },
      { thing: 'username', account, receipts: people.receipts },
    )
  },
}

interface People {
  ids: ReadonlyMap<string, string>
  failures: ReadonlyMap<string, AccountError>
  receipts: readonly Receipt[]
}

/**
 * Whose names these are: what is known for nothing, and all others by one question. Where that fails, those who
 * are known can still be read.
 * @param usernames in small letters
 * @param most posts that one of them is asked for: a name is not paid for where these are over the budget
 */
async function peopleOf(usernames: readonly string[], most: number, context: Context): Promise<People> {
  const account = accountOf(context)
  // Only with a known owner is it certain what a post of the own account costs.
  if (context.config.X_OWNED_READS) await account.owner(context.signal)
  const ids = new Map<string, string>()
  for (const username of usernames) {
    const { knownOwner } = account
    const isOwner = knownOwner && sameHandle(knownOwner.username, username)
    const id = isOwner ? knownOwner.id : await findUserId(username, context)
    if (id !== undefined) ids.set(username, id)
  }
  const missing = usernames.filter((username) => !ids.has(username))
  if (missing.length === 0) return { ids, failures: new Map(), receipts: [] }
  try {
    await refuseOverBudget(account, [
      { kind: 'user', most: missing.length },
      { kind: 'post', most },
    ])
    const found = await resolveUsernames(missing, context, 'x_posts_by_user')
    return { ...found, ids: new Map([...ids, ...found.ids]) }
  } catch (error) {
    if (!(error instanceof AccountError)) throw error
    return { ids, failures: new Map(missing.map((username) => [username, error])), receipts: [] }
  }
}
