import type { CallToolResult, InputRequiredResult, Tool } from '@modelcontextprotocol/server'
import { AccountError, type AccountErrorCode } from '@x-md/core/errors.ts'
import { type AccountOperation, accountOf, shown } from '@x-md/core/operations/x/account-operation.ts'
import type { z } from 'zod'
import { InvalidArguments } from '../../failures.ts'
import type { Call, LayerTool } from '../../layer.ts'
import { schemaOf } from '../../tool.ts'
import { Consent } from './consent.ts'
import { questionFor } from './question.ts'

/** A tool with what the reference says of it besides. */
export interface AccountTool extends LayerTool {
  readonly price: string
  readonly errors: readonly AccountErrorCode[]
  /** Whether a person is asked first. */
  readonly asksFirst: boolean
}

/** Makes a tool of something that is done in the name of an account: its arguments and its answer are the operation's. */
export function defineAccountTool<Input extends z.ZodType, Output extends z.ZodType>(
  operation: AccountOperation<Input, Output>,
): AccountTool {
  const { name, title, description, price, input, output, annotations, write, errors } = operation
  const definition: Tool = {
    name,
    title,
    description: `${description} Costs ${price}.`,
    inputSchema: schemaOf(input, 'input') as Tool['inputSchema'],
    outputSchema: schemaOf(output, 'output') as NonNullable<Tool['outputSchema']>,
    annotations,
  }
  const consent = write?.asksFirst ? new Consent() : undefined

  /** @returns what to ask a person first; undefined where nobody is to be asked, or somebody has agreed */
  async function ask(args: z.infer<Input>, call: Call): Promise<InputRequiredResult | undefined> {
    const { context, sdk, canAsk } = call
    const { X_CONFIRM } = context.config
    if (!write || !consent || X_CONFIRM === 'never') return undefined
    if ((args as { dry_run?: boolean }).dry_run) return undefined
    if (!canAsk || !sdk) {
      // The client's own question before it calls a tool is what guards the person then.
      if (X_CONFIRM === 'ask') return undefined
      throw new AccountError('declined', NOBODY_TO_ASK)
    }
    return consent.seek(args, sdk, async () => {
      const plan = shown(await write.plan(args, context))
      const { username } = await accountOf(context).owner(context.signal)
      return questionFor(title, username, plan)
    })
  }

  return {
    definition,
    price,
    errors,
    asksFirst: consent !== undefined,
    isPlain: consent === undefined,
    async call(given, call) {
      const parsed = input.safeParse(given ?? {})
      if (!parsed.success) throw new InvalidArguments(definition, parsed.error)
      try {
        const asked = await ask(parsed.data, call)
        if (asked) return asked
        const structured = (await operation.run(parsed.data, call.context)) as Record<string, unknown>
        return {
          content: [{ type: 'text', text: JSON.stringify(structured) }],
          structuredContent: structured,
        }
      } catch (error) {
        if (error instanceof AccountError) return refused(error)
        throw error
      }
    },
  }
}

const NOBODY_TO_ASK =
  'A person has to agree to this first (X_CONFIRM=always), and this client cannot ask one. Nothing was sent. Do not retry.'

/** A failure in plain words, as a model reads it. */
function refused({ message, code, retryAfter }: AccountError): CallToolResult {
  const wait = retryAfter === undefined ? '' : `, retry after ${retryAfter}s`
  return { content: [{ type: 'text', text: `${message} (${code}${wait})` }], isError: true }
}
