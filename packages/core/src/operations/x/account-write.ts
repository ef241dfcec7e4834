import { z } from 'zod'
import type { AccountErrorCode } from '../../errors.ts'
import type { XApiAnswer } from '../../providers/x-api/client.ts'
import type { Context } from '../operation.ts'
import { type AccountOperation, COST, DRY_RUN, shown, TIMEOUT, type Write } from './account-operation.ts'
import { carryOut, type Plan, type Timed } from './carry-out.ts'
import type { Group } from './group-limits.ts'
import { KnownIds } from './known-ids.ts'

/** What all writes give. */
export const WRITTEN = z.looseObject({ cost: COST.optional(), dry_run: z.looseObject({}).optional() })

interface WriteOptions<Input extends z.ZodType> {
  name: string
  title: string
  summary: string
  description: string
  price: string
  /** Whose limits hold. */
  group: Group
  input: Input
  errors: readonly AccountErrorCode[]
  isDestructive?: boolean
  /** Whether a second call with the same input changes nothing more. */
  isIdempotent: boolean
  asksFirst: boolean
  plan: Plan<Input>
  /** What of X's answer is handed on. */
  answer(body: XApiAnswer['body'], input: z.infer<Input>, context: Context): Readonly<Record<string, unknown>>
}

/** A switch that a write has set, such as `liked`. */
export function switched(name: string): (body: XApiAnswer['body']) => Readonly<Record<string, unknown>> {
  return ({ data }) => ({ [name]: (data as Readonly<Record<string, unknown>> | undefined)?.[name] })
}

/** What every write can be told besides. */
export const WRITE_OPTIONS = { dry_run: DRY_RUN, timeout_ms: TIMEOUT }

/** An operation that sends one request that changes something, or shows it where `dry_run` is set. */
export function defineWrite<Input extends Timed & z.ZodType<{ dry_run?: boolean | undefined }>>({
  isDestructive = false,
  isIdempotent,
  asksFirst,
  group,
  plan,
  answer,
  ...said
}: WriteOptions<Input>): AccountOperation<Input, typeof WRITTEN> {
  const planned: Write<Input>['plan'] = async (given, context) => {
    const ids = new KnownIds(context)
    const call = await plan(given, ids, context)
    return { ...call, lookups: ids.missing }
  }
  return {
    ...said,
    output: WRITTEN,
    annotations: {
      readOnlyHint: false,
      destructiveHint: isDestructive,
      idempotentHint: isIdempotent,
      openWorldHint: true,
    },
    cost: 'paid',
    write: { asksFirst, plan: planned },
    async run(given, context) {
      if (given.dry_run) return { dry_run: shown(await planned(given, context)) }
      const { body, cost } = await carryOut(plan, given, { by: said.name, group }, context)
      return { ...answer(body, given, context), cost }
    },
  }
}
