import { z } from 'zod'
import { AccountError, type AccountErrorCode } from '../../errors.ts'
import { worstPrice } from '../../money/prices.ts'
import type { Receipt } from '../../money/purse.ts'
import type { XApiAnswer } from '../../providers/x-api/client.ts'
import type { Context, Operation } from '../operation.ts'
import type { XAccount } from './account.ts'
import { callX, type PricedCall } from './call-x.ts'

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
  plan(input: z.infer<Input>, context: Context): Promise<PricedCall>
}

/** What an answer cost, and what is left of the budget. */
export const COST = z.looseObject({ usd: z.number() })

export const TIMEOUT = z.int().optional()
export const DRY_RUN = z.boolean().optional().describe('Show what would be sent and cost; send nothing')

/** The account of a context. @throws AccountError `no_account` */
export function accountOf({ x }: Context): XAccount {
  if (!x) throw new AccountError('no_account')
  return x
}

/** What all writes give. */
export const WRITTEN = z.looseObject({ cost: COST.optional(), dry_run: z.looseObject({}).optional() })

interface WriteOptions<Input extends z.ZodType> {
  name: string
  title: string
  summary: string
  description: string
  price: string
  input: Input
  errors: readonly AccountErrorCode[]
  isDestructive?: boolean
  asksFirst: boolean
  plan: Write<Input>['plan']
  /** What of X's answer is handed on. */
  answer(body: XApiAnswer['body'], input: z.infer<Input>): Readonly<Record<string, unknown>>
}

/** An operation that sends one request that changes something, or shows it where `dry_run` is set. */
export function defineWrite<Input extends z.ZodType<{ dry_run?: boolean | undefined }>>(
  options: WriteOptions<Input>,
): AccountOperation<Input, typeof WRITTEN> {
  const { name, title, summary, description, price, input, errors, isDestructive, asksFirst, plan } = options
  return {
    name,
    title,
    summary,
    description,
    price,
    input,
    output: WRITTEN,
    errors,
    annotations: {
      readOnlyHint: false,
      destructiveHint: isDestructive === true,
      idempotentHint: false,
      openWorldHint: true,
    },
    cost: 'paid',
    write: { asksFirst, plan },
    async run(given, context) {
      const planned = await plan(given, context)
      if (given.dry_run) return { dry_run: shown(planned) }
      const { body, receipt } = await callX(accountOf(context), planned)
      return { ...options.answer(body, given), cost: receipt }
    },
  }
}

/** A planned call as people see it: exactly what would be sent, and what it costs at most. */
export function shown({ call, estimate }: PricedCall) {
  return {
    method: call.method,
    path: `/${call.path}`,
    ...(call.json !== undefined && { body: call.json }),
    would_cost_usd: worstPrice(estimate) / 1000,
  }
}

/** What several answers cost together, and what is left after the last. */
export function sumOf(receipts: readonly Receipt[]): Receipt {
  const last = receipts.at(-1)
  const mills = receipts.reduce((sum, { usd }) => sum + Math.round(usd * 1000), 0)
  return {
    ...last,
    usd: mills / 1000,
    billed: receipts.reduce((sum, { billed }) => sum + billed, 0),
  }
}
