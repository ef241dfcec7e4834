import type { z } from 'zod'
import { AccountError } from '../../errors.ts'
import { type Estimate, worstPrice } from '../../money/prices.ts'
import type { Receipt } from '../../money/purse.ts'
import type { XApiAnswer } from '../../providers/x-api/client.ts'
import { problemOf } from '../../providers/x-api/problem.ts'
import { withSignal } from '../derived-context.ts'
import type { Context } from '../operation.ts'
import type { XAccount } from './account.ts'
import { accountOf, sumOf } from './account-operation.ts'
import { callX, type PricedCall, toAccountError } from './call-x.ts'
import { type Group, timeBounds } from './group-limits.ts'
import { KnownIds } from './known-ids.ts'
import { timeLimit } from './limits.ts'

/** Makes the call of an operation, from what is known without paying. @throws AccountError for a bad input */
export type Plan<Input extends z.ZodType> = (
  input: z.infer<Input>,
  ids: KnownIds,
  context: Context,
) => PricedCall | Promise<PricedCall>

/** An input that a caller can set the time of, and of a read, whether X is asked though its answer is kept. */
export type Timed = z.ZodType<{ timeout_ms?: number | undefined; fresh?: boolean | undefined }>

/**
 * Makes the call of an operation, within its time, and looks up before what has to be known for it.
 * @param options.isBatch whether an answer may lack all that was asked for
 * @throws AccountError
 */
export async function carryOut<Input extends Timed>(
  plan: Plan<Input>,
  given: z.infer<Input>,
  { by, group, isBatch = false }: { by: string; group: Group; isBatch?: boolean },
  context: Context,
): Promise<{ body: XApiAnswer['body']; cost: Receipt }> {
  const signal = timeLimit(given.timeout_ms, timeBounds(context.config, group), context.signal)
  const timed = withSignal(context, signal, context.onProgress)
  const account = accountOf(context)
  const ids = new KnownIds(timed)
  let planned = await plan(given, ids, timed)
  const receipts: Receipt[] = []
  if (ids.missing.length > 0) {
    await refuseOverBudget(account, [planned.estimate, ...ids.missing])
    receipts.push(...(await ids.lookUp(by)))
    planned = await plan(given, ids, timed)
  }
  const { body, receipt } = await callX(account, { ...planned, isFresh: given.fresh === true, signal })
  if (!isBatch) refuseMissing(body, planned.about)
  return { body, cost: sumOf([...receipts, receipt]) }
}

/** A look-up is not paid for where the call that it is for is over the budget. @throws AccountError `budget_spent` */
export async function refuseOverBudget({ purse }: XAccount, estimates: readonly Estimate[]): Promise<void> {
  const { left_today = Infinity, left_this_month = Infinity } = await purse.left()
  const mills = estimates.reduce((sum, one) => sum + worstPrice(one), 0)
  if (mills > Math.round(Math.min(left_today, left_this_month) * 1000)) throw new AccountError('budget_spent')
}

/** X tells of a single thing that is not there, or not to be seen, with a good status. @throws AccountError */
export function refuseMissing(
  { data, meta, errors }: XApiAnswer['body'],
  about: PricedCall['about'] = 'post',
): void {
  if (data !== undefined || meta !== undefined) return
  if (!Array.isArray(errors) || errors.length === 0) return
  throw toAccountError(problemOf(404, errors[0], undefined), about)
}
