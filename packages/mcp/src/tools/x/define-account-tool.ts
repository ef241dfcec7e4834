import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { AccountError } from '@x-md/core/errors.ts'
import type { AccountOperation } from '@x-md/core/operations/x/account-operation.ts'
import type { z } from 'zod'
import { InvalidArguments } from '../../failures.ts'
import type { LayerTool } from '../../layer.ts'
import { schemaOf } from '../../tool.ts'

/** Makes a tool of something that is done in the name of an account: its arguments and its answer are the operation's. */
export function defineAccountTool<Input extends z.ZodType, Output extends z.ZodType>(
  operation: AccountOperation<Input, Output>,
): LayerTool {
  const { name, title, description, price, input, output, annotations } = operation
  const definition: Tool = {
    name,
    title,
    description: `${description} Costs ${price}.`,
    inputSchema: schemaOf(input, 'input') as Tool['inputSchema'],
    outputSchema: schemaOf(output, 'output') as NonNullable<Tool['outputSchema']>,
    annotations,
  }
  return {
    definition,
    isPlain: true,
    async call(given, { context }) {
      const parsed = input.safeParse(given ?? {})
      if (!parsed.success) throw new InvalidArguments(definition, parsed.error)
      try {
        const structured = (await operation.run(parsed.data, context)) as Record<string, unknown>
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

/** A failure in plain words, as a model reads it. */
function refused({ message, code, retryAfter }: AccountError): CallToolResult {
  const wait = retryAfter === undefined ? '' : `, retry after ${retryAfter}s`
  return { content: [{ type: 'text', text: `${message} (${code}${wait})` }], isError: true }
}
