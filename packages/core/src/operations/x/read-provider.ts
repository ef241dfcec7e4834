import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { AccountError } from '../../errors.ts'
import type { ReadKind } from '../../money/prices.ts'
import type { Outcome } from '../../providers/provider.ts'
import { type PaidQuestion, XApiReads } from '../../providers/x-api/provider.ts'
import type { Cache } from '../../stores/cache.ts'
import { StoreError } from '../../stores/store.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { XAccount } from './account.ts'
import { callX } from './call-x.ts'
import { POST_QUERY, USER_FIELDS } from './fields.ts'
import { findUserId, keepUserIds, resolveUsernames } from './resolve-usernames.ts'

interface ReadsOptions {
  account: XAccount
  config: Config
  cache: Cache
  log: Pick<Logger, 'warn'>
  /** Unix milliseconds. */
  now(): number
}

/** Who asks, in the ledger: no tool, but whatever reads of X could not be had for nothing. */
const BY = 'paid_read'

const FIELDS = {
  post: {
    ...POST_QUERY,
    expansions: [
      ...POST_QUERY.expansions,
      'referenced_tweets.id',
      'referenced_tweets.id.author_id',
      'referenced_tweets.id.attachments.media_keys',
    ],
    'user.fields': USER_FIELDS,
  },
  posts: { ...POST_QUERY, 'user.fields': USER_FIELDS },
  users: { 'user.fields': [...USER_FIELDS, 'profile_banner_url'] },
  connections: { 'user.fields': USER_FIELDS },
} satisfies Record<PaidQuestion['wants'], object>

const KINDS: Readonly<Record<PaidQuestion['wants'], ReadKind>> = {
  post: 'post',
  posts: 'post',
  users: 'user',
  connections: 'follow',
}

/** The X API as a source of what anybody reads, out of an account's purse. */
export function openReadProvider({ account, config, cache, log, now }: ReadsOptions): XApiReads {
  const paying = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AccountError || error instanceof StoreError)) throw error
      log.warn({ err: error.message }, 'a paid read of X could not be made')
      throw toUpstreamError(error)
    }
  }
  /** Only with a known owner is it certain what its own costs. */
  const isOwned = async (id: string | undefined, signal?: AbortSignal): Promise<boolean> =>
    id !== undefined && config.X_OWNED_READS && (await account.owner(signal)).id === id
  return new XApiReads({
    now,
    ask: ({ endpoint, path, query, wants, most, about }, signal) =>
      paying(async () => {
        const { body } = await callX(account, {
          by: BY,
          endpoint,
          call: { method: 'GET', path, query: { ...query, ...FIELDS[wants] } },
          estimate: { kind: KINDS[wants], most, owned: await isOwned(about, signal) },
          about: wants === 'post' ? 'post' : 'user',
          signal,
        })
        if (wants === 'users') await keepUserIds(namesIn(body.data), { cache })
        return body
      }),
    idOf: (handle, signal) =>
      paying(async (): Promise<Outcome<string>> => {
        const known = await findUserId(handle, { cache })
        if (known !== undefined) return { kind: 'found', value: known }
        const name = handle.toLowerCase()
        const { ids, failures } = await resolveUsernames([handle], { x: account, cache, signal }, BY)
        const value = ids.get(name)
        if (value !== undefined) return { kind: 'found', value }
        const suspended = failures.get(name)?.code === 'user_suspended'
        return { kind: 'gone', reason: suspended ? 'suspended' : 'missing' }
      }),
  })
}

function namesIn(user: unknown): { id: string; username: string }[] {
  const { id, username } = (user ?? {}) as Readonly<Record<string, unknown>>
  return typeof id === 'string' && typeof username === 'string' ? [{ id, username }] : []
}

/** A call that was not made, or failed, as the fault of a source. */
function toUpstreamError(cause: AccountError | StoreError): UpstreamError {
  const message = 'The X API was not read'
  const code = cause instanceof AccountError ? cause.code : undefined
  switch (code) {
    case 'rate_limited':
      return new UpstreamError('rate_limited', message, {
        retryAfter: (cause as AccountError).retryAfter,
        cause,
      })
    case 'timed_out':
      return new UpstreamError('timeout', message, { cause })
    case 'unavailable':
      return new UpstreamError('network', message, { cause })
    case 'post_not_found':
    case 'user_not_found':
      return new UpstreamError('miss', message, { cause })
    default:
      return new UpstreamError('status', message, { retryable: false, cause })
  }
}
