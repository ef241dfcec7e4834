import { z } from 'zod'
import { AccountError, type AccountErrorCode } from '../../errors.ts'
import { type Estimate, worstPrice } from '../../money/prices.ts'
import type { Receipt } from '../../money/purse.ts'
import type { Context, Operation } from '../operation.ts'
import type { XAccount } from './account.ts'
import type { PricedCall } from './call-x.ts'

/** Something that is done in the name of an account, for money. Its surfaces take all from here, as of any operation. */
export interface AccountOperation<Input extends z.ZodType, Output extends z.ZodType>
  extends Omit<Operation<Input, Output>, 'errors'> {
  readonly errors: readonly AccountErrorCode[]
  /** What it costs, for models and people: `$0.005 a post`. */
  readonly price: string
  readonly write?: Write<Input>
}

/** What a write adds: it can be shown before it is done. */
export interface Write<Input extends z.ZodType> {
  /** Whether a person is to be asked first: it is public, or cannot be undone. */
  readonly asksFirst: boolean
  /**
   * What would be sent and what it costs at most. Checks all that can be checked without paying.
   * @throws AccountError
   */
  plan(input: z.infer<Input>, context: Context): Promise<PlannedCall>
}

/** A call that may hold placeholders for ids that are not known yet. */
export interface PlannedCall extends PricedCall {
  /** What it costs at most to find these. */
  lookups?: readonly Estimate[]
}

/** What an answer cost, and what is left of the budget. */
export const COST = z.looseObject({ usd: z.number() })

export const TIMEOUT = z.int().optional()
/** What every read takes. */
export const READ_OPTIONS = {
  timeout_ms: TIMEOUT,
  fresh: z.boolean().optional().describe('Ask X again today'),
}
export const DRY_RUN = z.boolean().optional().describe('Show what would be sent and cost; send nothing')

/** The account of a context. @throws AccountError `no_account` */
export function accountOf({ x }: Pick<Context, 'x'>): XAccount {
  if (!x) throw new AccountError('no_account')
  return x
}

/** A planned call as people see it: exactly what would be sent, and what it costs at most. */
export function shown({ call, estimate, lookups = [] }: PlannedCall) {
  const mills = [estimate, ...lookups].reduce((sum, one) => sum + worstPrice(one), 0)
  return {
    method: call.method,
    path: `/${call.path}`,
    ...(call.json !== undefined && { body: call.json }),
    would_cost_usd: mills / 1000,
  }
}

/** What several answers cost together, and what is left after the last. */
export function sumOf(receipts: readonly Receipt[]): Receipt {
  const { cached: _, ...last } = receipts.at(-1) ?? {}
  const mills = receipts.reduce((sum, { usd }) => sum + Math.round(usd * 1000), 0)
  return {
    ...last,
    usd: mills / 1000,
    billed: receipts.reduce((sum, { billed }) => sum + billed, 0),
    ...(receipts.every(({ cached }) => cached) && receipts.length > 0 && { cached: true as const }),
  }
}
