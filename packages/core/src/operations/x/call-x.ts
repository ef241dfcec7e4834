import { AccountError, type AccountErrorCode } from '../../errors.ts'
import { type Charge, type Estimate, worstPrice } from '../../money/prices.ts'
import type { Receipt } from '../../money/purse.ts'
import type { XApiAnswer, XApiCall } from '../../providers/x-api/client.ts'
import { XApiError } from '../../providers/x-api/x-api-error.ts'
import type { XAccount } from './account.ts'
import type { Paid } from './paid-reads.ts'

/** A call of the X API, and what it may cost. */
export interface PricedCall {
  /** The tool or command that asks. */
  by: string
  /** As X's documentation has it, such as `GET /2/tweets/{id}`. */
  endpoint: string
  call: XApiCall
  estimate: Estimate
  /** What the answer comes to, where that is not what was estimated. */
  charge?(body: XApiAnswer['body']): Charge
  /** What is not there when X says that something is not. Default: post. */
  about?: 'post' | 'user' | 'list'
  /** Ask X even where an answer of that day is kept. */
  isFresh?: boolean
  signal?: AbortSignal | undefined
}

/**
 * Pays for a call and makes it, or gives what was paid for earlier on that day.
 * @throws AccountError for whatever keeps it from being done
 */
export async function callX(
  account: Pick<XAccount, 'api' | 'purse' | 'reads'>,
  priced: PricedCall,
): Promise<XApiAnswer & { receipt: Receipt }> {
  const { call, estimate, isFresh = false, about = 'post', signal } = priced
  const { purse, reads } = account
  const isRead = call.method === 'GET'
  try {
    signal?.throwIfAborted()
    if (!isRead || !reads || worstPrice(estimate) === 0) {
      const { answer, receipt } = await payFor(account, priced, signal)
      return { ...answer, receipt }
    }
    const { answer, receipt } = await reads.read(call, (shared) => payFor(account, priced, shared), {
      isFresh,
      byRequest: !('most' in estimate),
      signal,
    })
    return { ...answer, receipt: receipt ?? (await nothingPaid(purse)) }
  } catch (error) {
    if (error instanceof XApiError) throw toAccountError(error, about)
    if (isTimeout(error)) {
      throw new AccountError(isRead ? 'timed_out' : 'maybe_done', undefined, { cause: error })
    }
    throw error
  } finally {
    // What failed may have been done, too.
    if (!isRead) await reads?.forget()
  }
}

async function nothingPaid(purse: XAccount['purse']): Promise<Receipt> {
  // What is kept is given, though nobody can say what is left.
  const left = await purse.left().catch(() => ({}))
  return { usd: 0, billed: 0, cached: true, ...left }
}

async function payFor(
  { api, purse }: Pick<XAccount, 'api' | 'purse'>,
  { by, endpoint, call, estimate, charge }: PricedCall,
  signal: AbortSignal | undefined,
): Promise<Paid> {
  let isSent = false
  const payment = {
    by,
    endpoint,
    estimate: withIncludes(estimate, call),
    mayBeCharged: (error: unknown) => isSent && mayBeCharged(error),
  }
  const { value, receipt } = await purse.pay(payment, async () => {
    signal?.throwIfAborted()
    isSent = true
    const answer = await api.send(call, signal)
    const charged = charge?.(answer.body) ?? chargeOf(estimate, answer.body)
    return { value: { answer, charge: charged }, charge: charged }
  })
  return { ...value, receipt }
}

/** How many posts come along with each post at most: it quotes one and answers another, or was edited five times. */
const POSTS_BESIDES: readonly (readonly [expansion: RegExp, besides: number])[] = [
  [/^referenced_(?:tweets\.id|posts)/, 2],
  [/^edit_history_/, 5],
]

/** X may charge for what an answer includes of the kind that was asked for, so that is reserved, too. */
function withIncludes(estimate: Estimate, { query }: XApiCall): Estimate {
  if (estimate.kind !== 'post') return estimate
  const expansions = [query?.expansions ?? []].flat().map(String)
  const besides = POSTS_BESIDES.filter(([wanted]) => expansions.some((one) => wanted.test(one)))
    .map(([, count]) => count)
    .reduce((sum, count) => sum + count, 0)
  return besides > 0 ? { ...estimate, besides } : estimate
}

/** Whether the time of a call was up: the reason of the signal that `timeLimit` made. */
function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** X charges for what it did: not for a refusal, and not for what never reached it. */
function mayBeCharged(error: unknown): boolean {
  if (!(error instanceof XApiError)) return true
  return error.status === undefined ? error.wasSent : error.status < 400
}

export function toAccountError(error: XApiError, about: 'post' | 'user' | 'list'): AccountError {
  const { kind, retryAfter, mayHaveHappened, resource } = error
  const code: AccountErrorCode =
    kind === 'not_found' ? `${resource ?? about}_not_found` : mayHaveHappened ? 'maybe_done' : kind
  return new AccountError(code, undefined, { retryAfter, cause: error })
}

/** What X charges an answer for: what was asked for, and what it includes of the same kind. */
function chargeOf(estimate: Estimate, body: XApiAnswer['body']): Charge {
  if (!('most' in estimate)) return estimate
  const { kind, owned } = estimate
  const includes = (body.includes ?? {}) as Readonly<Record<string, unknown>>
  const more = kind === 'post' ? includes.tweets : kind === 'user' ? includes.users : undefined
  const ids = [body.data, more].flat().flatMap((one) => {
    const { id } = (one ?? {}) as { id?: unknown }
    return typeof id === 'string' ? [id] : []
  })
  return { kind, ids: [...new Set(ids)], ...(owned && { owned }) }
}
