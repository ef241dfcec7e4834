import type { z } from 'zod'
import type { AccountErrorCode } from '../../errors.ts'
import type { Receipt } from '../../money/purse.ts'
import type { XApiAnswer } from '../../providers/x-api/client.ts'
import type { Context } from '../operation.ts'
import type { AccountOperation } from './account-operation.ts'
import { carryOut, type Plan, type Timed } from './carry-out.ts'
import type { Group } from './group-limits.ts'

interface ReadOptions<Input extends z.ZodType, Output extends z.ZodType> {
  name: string
  title: string
  summary: string
  description: string
  price: string
  /** Whose limits hold. */
  group: Group
  input: Input
  output: Output
  errors: readonly AccountErrorCode[]
  /** Whether an answer may lack all that was asked for. */
  isBatch?: boolean
  plan: Plan<Input>
  /** What of X's answer is handed on. */
  answer(
    body: XApiAnswer['body'],
    input: z.infer<Input>,
    context: Context,
  ): Answer<Output> | Promise<Answer<Output>>
}

type Answer<Output extends z.ZodType> = Omit<z.infer<Output>, 'cost'>

/** An operation that reads by one request. */
export function defineRead<Input extends Timed, Output extends z.ZodType<{ cost: { usd: number } }>>({
  group,
  isBatch = false,
  plan,
  answer,
  ...said
}: ReadOptions<Input, Output>): AccountOperation<Input, Output> {
  return {
    ...said,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    cost: 'paid',
    async run(given, context) {
      const { body, cost } = await carryOut(plan, given, { by: said.name, group, isBatch }, context)
      const answered: Answer<Output> & { cost: Receipt } = { ...(await answer(body, given, context)), cost }
      return answered as z.infer<Output>
    },
  }
}
