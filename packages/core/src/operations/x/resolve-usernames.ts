import type { AccountError } from '../../errors.ts'
import type { Receipt } from '../../money/purse.ts'
import { problemOf } from '../../providers/x-api/problem.ts'
import type { Context } from '../operation.ts'
import { accountOf } from './account-operation.ts'
import { callX, toAccountError } from './call-x.ts'

/** How long a name is taken to be the same account: names can change hands. */
const TTL_MS = 24 * 3_600_000
const keyOf = (username: string) => `x:user-id:${username.toLowerCase()}`

/** The id of an account whose name was looked up before; nothing is asked. */
export async function findUserId(
  username: string,
  { cache }: Pick<Context, 'cache'>,
): Promise<string | undefined> {
  return (await cache.find<{ id: string }>(keyOf(username)))?.id
}

/** Keeps what an answer told of names, for later calls. */
export async function keepUserIds(
  users: readonly { id: string; username: string }[],
  { cache }: Pick<Context, 'cache'>,
): Promise<void> {
  const load = (id: string) => async () => ({ value: { id }, ttlMs: TTL_MS, weight: 1 })
  await Promise.all(users.map(({ id, username }) => cache.read(keyOf(username), load(id), { bypass: true })))
}

export interface Resolved {
  ids: ReadonlyMap<string, string>
  failures: ReadonlyMap<string, AccountError>
  receipts: readonly Receipt[]
}

/**
 * The ids of accounts, by their names in small letters; those that are not there are left out, and stand in
 * `failures` where X says why.
 * @param usernames up to 100
 * @param by the tool that asks
 * @throws AccountError
 */
export async function resolveUsernames(
  usernames: readonly string[],
  context: Pick<Context, 'x' | 'cache' | 'signal'>,
  by: string,
): Promise<Resolved> {
  const { body, receipt } = await callX(accountOf(context), {
    by,
    endpoint: 'GET /2/users/by',
    call: { method: 'GET', path: '2/users/by', query: { usernames } },
    estimate: { kind: 'user', most: usernames.length },
    about: 'user',
    signal: context.signal,
  })
  const users = (body.data ?? []) as { id: string; username: string }[]
  await keepUserIds(users, context)
  const problems = (Array.isArray(body.errors) ? body.errors : []) as { value?: unknown }[]
  return {
    ids: new Map(users.map(({ id, username }) => [username.toLowerCase(), id])),
    failures: new Map(
      problems.map((problem) => [
        String(problem.value).toLowerCase(),
        toAccountError(problemOf(404, problem, undefined), 'user'),
      ]),
    ),
    receipts: [receipt],
  }
}
